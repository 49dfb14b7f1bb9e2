import { type Seq2SeqBatch, seq2seqTrainer } from "@saccade/attention";
import { ExponentialLR } from "@saccade/nn";
import { readTrainerCheckpoint, type Trainer } from "@saccade/train";
import type { Computer } from "../../work/backend.ts";
import type { CheckpointFacts, RunFacts, RunSettings, TranslateAsk, Translation } from "./calls.ts";
import { makeTranslator, translate } from "./network.ts";
import { decay } from "./network-sizes.ts";

/** What the page asks of a run, between its training steps. */
export type TranslatorQueries = {
  facts(): RunFacts;
  translate(ask: TranslateAsk): Translation;
  inspect(bytes: Uint8Array): CheckpointFacts;
};

/** A run: the network and its data, its trainer, and what can be asked of it. */
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
    maxEpochs: Number.POSITIVE_INFINITY, // each fit says how far
    compile: true,
    extra: { seed, lr, name: pairs === null ? null : name },
  });
  return {
    trainer,
    queries: {
      facts: () => ({ ...facts, computer }),
      translate: (ask) => translate(translator, ask),
      inspect,
    },
  };
}

/** @throws Error for what is no checkpoint of a run of this page. */
function inspect(bytes: Uint8Array): CheckpointFacts {
  const { state, extra } = readTrainerCheckpoint(bytes);
  const { seed, lr, name }: { seed?: unknown; lr?: unknown; name?: unknown } = Object(extra);
  if (typeof seed !== "number" || typeof lr !== "number" || !(typeof name === "string" || name === null)) {
    throw new Error("It is a checkpoint from a different program.");
  }
  return { seed, lr, name, step: state.step, losses: state.losses };
}
