import { ArgumentError } from "@saccade/tensor";
import {
  badArgument,
  checkChoice,
  checkInteger,
  checkOptions,
  checkString,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import type { Numbers } from "./events.ts";

/** When a run ends because a number no longer improves. */
export interface EarlyStoppingOptions {
  /**
   * What is watched: "loss" (an epoch's), or "validation.loss" and any other name that the validation step gives.
   * Default: "validation.loss", or "loss" without validation.
   */
  readonly monitor?: string | undefined;
  /** How many times in a row it may fail to improve, a whole number ≥ 0. Default 3. */
  readonly patience?: number;
  /** How much better counts as an improvement, a number ≥ 0. Default 0. */
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

const names: OptionNames = optionNames<EarlyStoppingOptions>(
  "Trainer: earlyStopping",
  { monitor: true, patience: true, minDelta: true, mode: true },
  'earlyStopping: { monitor: "validation.loss", patience: 5 }',
  { restoreBestWeights: "listen to checkpoint events and load the best one" },
);

/** Watches one number, as Keras' and Lightning's EarlyStopping do. */
export class EarlyStopping {
  readonly monitor: string;
  readonly #patience: number;
  readonly #minDelta: number;
  readonly #mode: "min" | "max";

  constructor(options: EarlyStoppingOptions, hasValidation: boolean) {
    checkOptions(names, options);
    const { mode = "min" } = options;
    const { monitor = hasValidation ? "validation.loss" : "loss", patience = 3, minDelta = 0 } = options;
    checkInteger("Trainer", "earlyStopping.patience", patience, 0);
    if (!(Number.isFinite(minDelta) && minDelta >= 0))
      throw badArgument("Trainer", "earlyStopping.minDelta", "a finite number ≥ 0", minDelta);
    checkChoice("Trainer", "earlyStopping.mode", mode, ["min", "max"]);
    checkString("Trainer", "earlyStopping.monitor", monitor);
    if (monitor !== "loss" && !(monitor.startsWith("validation.") && hasValidation)) {
      throw new ArgumentError(
        `Trainer: earlyStopping.monitor is "${monitor}"; it must be "loss", or with validationData "validation.…".`,
      );
    }
    this.monitor = monitor;
    this.#patience = patience;
    this.#minDelta = minDelta;
    this.#mode = mode;
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
