import { type GrammarData, grammarData, loadDataNmt, type NmtData } from "@saccade/datasets";
import { downloadNmt, readPairsFile } from "@saccade/datasets/node";
import { initSeq2Seq, type Seq2SeqBatch, seq2seqOptimizer, seq2seqTrainer } from "@saccade/models";
import { type Adam, ExponentialLR } from "@saccade/nn";
import { loadSafetensors, writeFileAtomicSync } from "@saccade/nn/node";
import { getBackend, manualSeed } from "@saccade/tensor";
import type { Trainer } from "@saccade/train";
import type { Translator } from "../align/evaluate.ts";
import { UsageError } from "../usage.ts";
import { builderOf } from "./models.ts";
import type { Settings } from "./settings.ts";

/** A network, its data, and what trains it. */
export interface Session {
  readonly settings: Settings;
  readonly net: Translator;
  readonly optimizer: Adam;
  readonly data: NmtData;
  /** The same with held-out pairs, if it is a grammar's; else null. */
  readonly grammar: GrammarData | null;
  readonly trainer: Trainer<Seq2SeqBatch>;
}

/** Reads the data and builds the network, freshly initialised from the seed, on the backend in force. */
export async function createSession(
  settings: Settings,
  saveEvery: number | undefined = undefined,
): Promise<Session> {
  const { lr, clip, seed, model, epochs } = settings;
  const grammar = grammarOf(settings);
  const data = grammar ?? (await pairsOf(settings));
  manualSeed(seed);
  const { build, decay } = builderOf(model);
  const net = build(settings, data.srcVocab.size, data.tgtVocab.size);
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr, clip });
  const trainer = seq2seqTrainer(net, {
    optimizer,
    data: data.batches,
    tgtVocab: data.tgtVocab,
    maxEpochs: epochs,
    ...(grammar !== null && { scheduler: new ExponentialLR(optimizer, { gamma: decay }) }),
    extra: { settings },
    ...(saveEvery !== undefined && { checkpointEvery: { epochs: saveEvery } }),
    // The reference backend is there to be read step by step.
    compile: getBackend().name !== "reference",
  });
  return { settings, net, optimizer, data, grammar, trainer };
}

function grammarOf({ grammar, examples, batch, length, shuffle, seed }: Settings): GrammarData | null {
  if (grammar === undefined) return null;
  return grammarData({
    languages: grammar,
    train: examples,
    batchSize: batch,
    numSteps: length,
    shuffle,
    seed,
  });
}

async function pairsOf({
  data,
  examples,
  minFreq,
  batch,
  length,
  seed,
  shuffle,
}: Settings): Promise<NmtData> {
  const file = data === "download" ? await downloadNmt() : data;
  return loadDataNmt({
    batchSize: batch,
    numSteps: length,
    numExamples: examples,
    minFreq,
    shuffle,
    seed,
    ...(file !== undefined && { text: await readPairsFile(file), file }),
  });
}

/** Replaces the network's first weights by those of a safetensors file. */
export async function loadWeights({ net }: Session, path: string): Promise<void> {
  try {
    net.loadStateDict(await loadSafetensors(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `--init ${path} does not fit this network and data (are --data, --examples, --embed, --hidden and --layers those it was made with?): ${reason}`,
    );
  }
}

/** Writes everything that a later run needs to go on with the same numbers. */
export async function saveSession({ trainer }: Session, path: string): Promise<void> {
  writeFileAtomicSync(path, await trainer.checkpoint());
}

/**
 * Writes a checkpoint whenever one is due, done when training goes on. A save that fails, such as on a full disk, is told of
 * and does not end the run; the file is then the one before.
 */
export function saveWhenDue({ trainer }: Session, path: string, tell: (note: string) => void): void {
  trainer.on("checkpoint", ({ bytes }) => {
    try {
      writeFileAtomicSync(path, bytes);
    } catch (error) {
      tell(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
