import { type EncoderDecoder, type LuongState, type Seq2SeqBatch, seq2seqTrainer } from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
import { fromData, type Tensor } from "@saccade/tensor";
import { readTrainerCheckpoint, type Trainer } from "@saccade/train";
import type { Computer } from "../../../work/backend.ts";
import type {
  CheckpointFacts,
  FilmAsk,
  NoCheckpoint,
  RunFacts,
  RunSettings,
  TranslateAsk,
  Translation,
} from "./calls.ts";
import type { FilmOf, Frame } from "./frames.ts";
import { countRight, makeNet, makeTranslator, type Translator, translate } from "./network.ts";
import { decay } from "./network-sizes.ts";

/** The page's requests to a run, between its training steps. */
export type TranslatorQueries = {
  facts(): RunFacts;
  translate(ask: TranslateAsk): Translation;
  film(ask: FilmAsk): FilmOf;
  inspect(bytes: Uint8Array): CheckpointFacts | NoCheckpoint;
};

/** A run: the network and its data, its trainer, and its requests. */
export interface TranslatorJob {
  readonly trainer: Trainer<Seq2SeqBatch>;
  readonly queries: TranslatorQueries;
}

/** Makes a run, untrained. */
export function makeJob(settings: RunSettings, computer: Computer | null): TranslatorJob {
  const translator = makeTranslator(settings);
  const { net, optimizer, data, facts } = translator;
  const { seed, lr, pairs, name } = settings;
  const trainer = seq2seqTrainer(net, {
    optimizer,
    ...(pairs === null && { scheduler: new ExponentialLR(optimizer, { gamma: decay }) }),
    data: data.batches,
    tgtVocab: data.tgtVocab,
    maxEpochs: Number.POSITIVE_INFINITY, // each fit sets its limit
    compile: true,
    extra: { seed, lr, name: pairs === null ? null : name },
  });
  const snapshots = new Snapshots(translator);
  trainer.on("start", ({ epoch }) => {
    const { batch, losses } = trainer.state;
    if (batch === 0) snapshots.take(epoch, losses.at(-1) ?? null);
  });
  trainer.on("epoch", ({ epoch, loss }) => snapshots.take(epoch, loss));
  return {
    trainer,
    queries: {
      facts: () => ({ ...facts, computer }),
      translate: (ask) => translate(translator, ask),
      film: (ask) => snapshots.film(ask),
      inspect,
    },
  };
}

function inspect(bytes: Uint8Array): CheckpointFacts | NoCheckpoint {
  let read: ReturnType<typeof readTrainerCheckpoint>;
  try {
    read = readTrainerCheckpoint(bytes);
  } catch {
    return "damaged";
  }
  const { state, extra } = read;
  const { seed, lr, name }: { seed?: unknown; lr?: unknown; name?: unknown } = Object(extra);
  if (typeof seed !== "number" || typeof lr !== "number" || !(typeof name === "string" || name === null)) {
    return "foreign";
  }
  return { seed, lr, name, step: state.step, losses: state.losses };
}

/** The weights of an epoch. */
interface Snapshot extends Pick<Frame, "epoch" | "loss" | "accuracy"> {
  readonly weights: readonly Float32Array[];
}

// Bytes of weights that a tab can spare: about a hundred epochs of the grammar's network.
const mostBytes = 64e6;

/** Keeps the network of every epoch, so that the film of any sentence can be made, also after training. */
class Snapshots {
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
