import {
  ArgumentError,
  badArgument,
  checkChoice,
  checkInteger,
  checkOptions,
  checkString,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/checks";
import type { Numbers } from "./events.ts";

/** Options of early stopping, which ends a run when a metric no longer improves. */
export interface EarlyStoppingOptions {
  /**
   * The monitored metric: "loss" (of an epoch), "validation.loss", or another metric that the validation step returns.
   * Default: "validation.loss", or "loss" without validation.
   */
  readonly monitor?: string | undefined;
  /** The number of checks in a row without improvement that are tolerated, a whole number ≥ 0. Default 3. */
  readonly patience?: number;
  /** The minimum change that counts as an improvement, a number ≥ 0. Default 0. */
  readonly minDelta?: number;
  /** Whether lower ("min", the default) or higher is better. */
  readonly mode?: "min" | "max";
}

/** The state of early stopping: JSON. */
export interface EarlyStoppingState {
  readonly best: number | null;
  /** The number of checks in a row without improvement. */
  readonly bad: number;
}

const names: OptionNames = optionNames<EarlyStoppingOptions>(
  "Trainer: earlyStopping",
  { monitor: true, patience: true, minDelta: true, mode: true },
  'earlyStopping: { monitor: "validation.loss", patience: 5 }',
  { restoreBestWeights: "listen to checkpoint events and load the best one" },
);

/** Monitors one metric, like EarlyStopping in Keras and Lightning. */
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

  /** Updates the state with `numbers`. @throws RangeError if the monitored metric is missing. */
  look(state: EarlyStoppingState, numbers: Numbers): EarlyStoppingState {
    const value = numbers[this.monitor];
    if (value === undefined) {
      throw new RangeError(
        `Trainer: earlyStopping watches "${this.monitor}", but there is only ${Object.keys(numbers).join(", ")}.`,
      );
    }
    const { best, bad } = state;
    const gain = this.#mode === "min" ? -1 : 1;
    // The state is saved as JSON, which cannot represent Infinity.
    const improved = Number.isFinite(value) && (best === null || gain * (value - best) > this.#minDelta);
    return improved ? { best: value, bad: 0 } : { best, bad: bad + 1 };
  }

  /** Whether the run should end. */
  ends({ bad }: EarlyStoppingState): boolean {
    return bad > 0 && bad >= this.#patience;
  }
}
