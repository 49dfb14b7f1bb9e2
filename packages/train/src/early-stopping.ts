import { type CheckpointModel, decodeSafetensors } from "@saccade/nn";
import { keep, type Tensor } from "@saccade/tensor";
import { ArgumentError } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import type { Numbers } from "./events.ts";

// Early stopping, and the best weights that a run goes back to.

const earlyStoppingOptions = c.options(
  "Trainer: earlyStopping",
  {
    /**
     * The monitored metric: "loss" (of an epoch), "validation.loss", or another metric that the validation step returns.
     * Default: "validation.loss", or "loss" without validation.
     */
    monitor: c.text(),
    /** The number of checks in a row without improvement that are tolerated, a whole number ≥ 0. Default 3. */
    patience: c.whole(3, { min: 0 }),
    /** The minimum change that counts as an improvement, a number ≥ 0. Default 0. */
    minDelta: c.number(0, { min: 0 }),
    /** Whether lower ("min", the default) or higher is better. */
    mode: c.oneOf(["min", "max"], "min"),
    /**
     * Whether a run that is ended early goes back to the weights of its best check. Checkpoints hold them, too. A run that ends
     * at its limits keeps its last weights. Default false.
     */
    restoreBestWeights: c.flag(false),
  },
  { example: 'earlyStopping: { monitor: "validation.loss", patience: 5 }' },
);

/** Options of early stopping, which ends a run when a metric no longer improves. */
export interface EarlyStoppingOptions extends c.OptionsOf<typeof earlyStoppingOptions> {}

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
  readonly #settings: c.SettingsOf<typeof earlyStoppingOptions>;

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

type Weights = Readonly<Record<string, Tensor>>;

/** The prefix of their names in a checkpoint. */
const mark = "@best.";

/** A copy of the weights at the best check of a run. It costs no memory until the model is trained further. */
export class BestWeights {
  #weights: Weights | null = null;

  /** Whether no weights have been kept. */
  get isEmpty(): boolean {
    return this.#weights === null;
  }

  /** Takes the model's weights. */
  take(model: CheckpointModel): void {
    this.set(model.stateDict());
  }

  /** Takes these weights; null for none. */
  set(weights: Weights | null): void {
    for (const x of Object.values(this.#weights ?? {})) x.dispose();
    for (const x of Object.values(weights ?? {})) keep(x);
    this.#weights = weights;
  }

  /** Writes them into the model. */
  bringBack(model: CheckpointModel): void {
    if (this.#weights !== null) model.loadStateDict(this.#weights);
  }

  /** The model, whose state has the best weights, too. */
  beside(model: CheckpointModel): CheckpointModel {
    if (this.#weights === null) return model;
    const best = Object.entries(this.#weights).map(([name, x]): [string, Tensor] => [mark + name, x]);
    return {
      stateDict: () => ({ ...model.stateDict(), ...Object.fromEntries(best) }),
      loadStateDict: (state) => model.loadStateDict(state),
    };
  }
}

/** A model that takes the weights of a checkpoint, and hands the best ones that it holds to `take`. */
export function readingBest(
  model: CheckpointModel,
  bytes: Uint8Array,
  take: (best: Weights) => void,
): CheckpointModel {
  const names = bestIn(bytes);
  if (names.length === 0) return model;
  return {
    stateDict() {
      const own = model.stateDict();
      const best = names.flatMap((name) => {
        const like = own[name.slice(mark.length)];
        return like === undefined ? [] : [[name, like] as const];
      });
      return { ...own, ...Object.fromEntries(best) };
    },
    loadStateDict(state) {
      const [own, best]: Record<string, Tensor>[] = [{}, {}];
      for (const [name, x] of Object.entries(state))
        if (name.startsWith(mark)) best![name.slice(mark.length)] = x;
        else own![name] = x;
      model.loadStateDict(own!);
      take(best!);
    },
  };
}

/** The names of best weights in a checkpoint; none in an unreadable file, for which the caller gets an error. */
function bestIn(bytes: Uint8Array): string[] {
  try {
    const names = [...decodeSafetensors(bytes).tensors.keys()];
    return names.flatMap((name) => (name.startsWith(`model.${mark}`) ? [name.slice("model.".length)] : []));
  } catch {
    return [];
  }
}
