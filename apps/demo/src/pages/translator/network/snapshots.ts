import type { EncoderDecoder, LuongState } from "@saccade/models";
import { fromData, type Tensor } from "@saccade/tensor";
import type { FilmAsk } from "./calls.ts";
import type { FilmOf, Frame } from "./frames.ts";
import { countRight, makeNet, type Translator, translate } from "./network.ts";

/** The weights of an epoch. */
interface Snapshot extends Pick<Frame, "epoch" | "loss" | "accuracy"> {
  readonly weights: readonly Float32Array[];
}

// Bytes of weights that a tab can spare: about a hundred epochs of the grammar's network.
const mostBytes = 64e6;

/** Keeps the network of every epoch, so that the film of any sentence can be made, also after training. */
export class Snapshots {
  readonly #translator: Translator;
  #kept: readonly Snapshot[] = [];
  #viewer: EncoderDecoder<LuongState> | null = null;

  constructor(translator: Translator) {
    this.#translator = translator;
  }

  /** Keeps the network as it is now, and measures it. An epoch is kept once. */
  take(epoch: number, loss: number | null): void {
    if (this.#kept.some((snapshot) => snapshot.epoch === epoch)) return;
    const { net, data, heldOut } = this.#translator;
    const accuracy = heldOut === null ? null : countRight(net, heldOut, data.tgtVocab) / heldOut["Y"].size(0);
    const weights = Object.values(net.stateDict()).map((x) => Float32Array.from(x.contiguous().dataSync()));
    this.#kept = thinned([...this.#kept, { epoch, loss, accuracy, weights }]);
  }

  /**
   * The frames of a sentence after an epoch. To be called between steps, where random numbers that are drawn do not
   * count: the first call makes a second network.
   */
  film({ sentence, after }: FilmAsk): FilmOf {
    this.#viewer ??= makeNet(this.#translator.data, 0);
    const viewer = this.#viewer;
    const later = this.#kept.filter(({ epoch }) => epoch > after);
    const films = later.map((snapshot) => {
      load(viewer, snapshot);
      return { snapshot, seen: translate(this.#translator, { sentence, prefix: [] }, viewer) };
    });
    return {
      sentence,
      source: films[0]?.seen.source ?? [],
      frames: films.map(({ snapshot: { epoch, loss, accuracy }, seen: { tokens, weights, candidates } }) => ({
        ...{ epoch, loss, accuracy, weights },
        translation: tokens,
        // Greedy: the most probable word is chosen.
        probabilities: candidates.map(([said]) => said?.probability ?? 1),
      })),
    };
  }
}

function load(net: EncoderDecoder<LuongState>, { weights }: Snapshot): void {
  const state: Record<string, Tensor> = {};
  for (const [i, [name, { shape }]] of Object.entries(net.stateDict()).entries())
    state[name] = fromData(weights[i] ?? new Float32Array(), shape);
  net.loadStateDict(state);
  for (const tensor of Object.values(state)) tensor.dispose();
}

/** Every second one where all are too many; the last stays. */
function thinned(snapshots: readonly Snapshot[]): readonly Snapshot[] {
  const bytes = snapshots.reduce((sum, one) => sum + one.weights.reduce((n, x) => n + x.byteLength, 0), 0);
  return bytes <= mostBytes ? snapshots : snapshots.filter((_, i) => (snapshots.length - 1 - i) % 2 === 0);
}
