import { ArgumentError } from "@saccade/tensor/checks";
import {
  flag,
  number,
  type OptionsOf,
  oneOf,
  options,
  type SettingsOf,
  text,
  whole,
} from "@saccade/tensor/contract";
import type { Numbers } from "./events.ts";

const earlyStoppingOptions = options(
  "Trainer: earlyStopping",
  {
    /**
     * The monitored metric: "loss" (of an epoch), "validation.loss", or another metric that the validation step returns.
     * Default: "validation.loss", or "loss" without validation.
     */
    monitor: text(),
    /** The number of checks in a row without improvement that are tolerated, a whole number ≥ 0. Default 3. */
    patience: whole(3, { min: 0 }),
    /** The minimum change that counts as an improvement, a number ≥ 0. Default 0. */
    minDelta: number(0, { min: 0 }),
    /** Whether lower ("min", the default) or higher is better. */
    mode: oneOf(["min", "max"], "min"),
    /**
     * Whether a run that is ended early goes back to the weights of its best check. Checkpoints hold them, too. A run that ends
     * at its limits keeps its last weights. Default false.
     */
    restoreBestWeights: flag(false),
  },
  { example: 'earlyStopping: { monitor: "validation.loss", patience: 5 }' },
);

/** Options of early stopping, which ends a run when a metric no longer improves. */
export interface EarlyStoppingOptions extends OptionsOf<typeof earlyStoppingOptions> {}

/** The state of early stopping: JSON. */
export interface EarlyStoppingState {
  readonly best: number | null;
  /** The number of checks in a row without improvement. */
  readonly bad: number;
}

function wrong(monitor: string, problem: string): ArgumentError {
  return new ArgumentError(`Trainer: earlyStopping.monitor is "${monitor}"${problem}`);
}

/** Monitors one metric, like EarlyStopping in Keras and Lightning. */
export class EarlyStopping {
  readonly monitor: string;
  /** Whether the run goes back to its best weights. */
  readonly restores: boolean;
  readonly #settings: SettingsOf<typeof earlyStoppingOptions>;

  constructor(given: EarlyStoppingOptions, hasValidation: boolean) {
    this.#settings = earlyStoppingOptions(given);
    const { monitor = hasValidation ? "validation.loss" : "loss" } = this.#settings;
    if (monitor !== "loss" && !(monitor.startsWith("validation.") && hasValidation))
      throw wrong(monitor, `; it must be "loss", or with validationData "validation.…".`);
    this.monitor = monitor;
    this.restores = this.#settings.restoreBestWeights;
  }

  /** Updates the state with `numbers`. @throws ArgumentError if the monitored metric is missing. */
  look(state: EarlyStoppingState, numbers: Numbers): EarlyStoppingState {
    const value = numbers[this.monitor];
    if (value === undefined)
      throw wrong(this.monitor, `, but there is only ${Object.keys(numbers).join(", ")}.`);
    const { best, bad } = state;
    const { mode, minDelta } = this.#settings;
    const gain = mode === "min" ? -1 : 1;
    // The state is saved as JSON, which cannot represent Infinity.
    const improved = Number.isFinite(value) && (best === null || gain * (value - best) > minDelta);
    return improved ? { best: value, bad: 0 } : { best, bad: bad + 1 };
  }

  /** Whether the run should end. */
  ends({ bad }: EarlyStoppingState): boolean {
    return bad > 0 && bad >= this.#settings.patience;
  }
}
