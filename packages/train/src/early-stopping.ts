import type { Numbers } from "./events.ts";

export interface EarlyStoppingOptions {
  /**
   * What is watched: "loss" (an epoch's), or "validation.loss" and any other name that the validation step gives.
   * Default: "validation.loss", or "loss" without validation.
   */
  readonly monitor?: string | undefined;
  /** How many times in a row it may fail to improve. Default 3. */
  readonly patience?: number;
  /** How much better counts as an improvement. Default 0. */
  readonly minDelta?: number;
  /** Whether less ("min", the default) or more is better. */
  readonly mode?: "min" | "max";
}

/** How the watched number has fared: JSON. */
export interface EarlyStoppingState {
  readonly best: number | null;
  /** Looks in a row without an improvement. */
  readonly bad: number;
}

/** Watches one number, as Keras' and Lightning's EarlyStopping do. */
export class EarlyStopping {
  readonly monitor: string;
  readonly #patience: number;
  readonly #minDelta: number;
  readonly #mode: "min" | "max";

  constructor(options: EarlyStoppingOptions, hasValidation: boolean) {
    const { monitor = hasValidation ? "validation.loss" : "loss", patience = 3, minDelta = 0 } = options;
    if (!Number.isSafeInteger(patience) || patience < 0) {
      throw new RangeError(`Trainer: earlyStopping.patience is ${patience}; it must be a whole number ≥ 0.`);
    }
    if (!(minDelta >= 0)) {
      throw new RangeError(`Trainer: earlyStopping.minDelta is ${minDelta}; it must be a number ≥ 0.`);
    }
    if (monitor !== "loss" && !(monitor.startsWith("validation.") && hasValidation)) {
      throw new RangeError(
        `Trainer: earlyStopping.monitor is "${monitor}"; it must be "loss", or with validationData "validation.…".`,
      );
    }
    this.monitor = monitor;
    this.#patience = patience;
    this.#minDelta = minDelta;
    this.#mode = options.mode ?? "min";
  }

  /** The state after a look at `numbers`, named as `monitor` names them. @throws RangeError where it is not there. */
  look(state: EarlyStoppingState, numbers: Numbers): EarlyStoppingState {
    const value = numbers[this.monitor];
    if (value === undefined) {
      throw new RangeError(
        `Trainer: earlyStopping watches "${this.monitor}", but there is only ${Object.keys(numbers).join(", ")}.`,
      );
    }
    const { best, bad } = state;
    const gain = this.#mode === "min" ? -1 : 1;
    // A checkpoint, which is JSON, has no place for a best of Infinity.
    const improved = Number.isFinite(value) && (best === null || gain * (value - best) > this.#minDelta);
    return improved ? { best: value, bad: 0 } : { best, bad: bad + 1 };
  }

  /** Whether it is time to end. */
  ends({ bad }: EarlyStoppingState): boolean {
    return bad > 0 && bad >= this.#patience;
  }
}
