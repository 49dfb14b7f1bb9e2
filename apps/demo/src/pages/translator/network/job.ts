import { type Seq2SeqBatch, seq2seqTrainer } from "@saccade/models";
import { ExponentialLR } from "@saccade/nn";
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
  WordsAsk,
} from "./calls.ts";
import type { FilmOf } from "./frames.ts";
import { makeTranslator, translate } from "./network.ts";
import { decay } from "./network-sizes.ts";
import { Snapshots } from "./snapshots.ts";
import { Vocabulary } from "./vocabulary.ts";

/** The page's requests to a run, between its training steps. */
export type TranslatorQueries = {
  facts(): RunFacts;
  translate(ask: TranslateAsk): Translation;
  film(ask: FilmAsk): FilmOf;
  suggest(ask: WordsAsk): readonly string[];
  nearest(word: string): readonly string[];
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
  const vocabulary = new Vocabulary(data);
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
      suggest: (ask) => vocabulary.suggest(ask),
      nearest: (word) => vocabulary.nearest(word),
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
