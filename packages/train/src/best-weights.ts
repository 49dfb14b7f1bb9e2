import { type CheckpointModel, decodeSafetensors } from "@saccade/nn";
import { keep, type Tensor } from "@saccade/tensor";

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
