import {
  EncoderDecoder,
  initSeq2Seq,
  Seq2SeqAttentionDecoder,
  type Seq2SeqBatch,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqTrainer,
} from "@saccade/attention";
import { loadDataNmt, type NmtData } from "@saccade/datasets";
import { downloadNmt, readPairsFile } from "@saccade/datasets/node";
import type { Adam } from "@saccade/nn";
import { loadSafetensors, writeFileAtomicSync } from "@saccade/nn/node";
import { getBackend, manualSeed } from "@saccade/tensor";
import type { Trainer } from "@saccade/train";
import { UsageError } from "../usage.ts";
import type { Settings } from "./settings.ts";

/** A network, its data, and what trains it. */
export interface Session {
  readonly settings: Settings;
  readonly net: EncoderDecoder;
  readonly optimizer: Adam;
  readonly data: NmtData;
  readonly trainer: Trainer<Seq2SeqBatch>;
}

/** Reads the data and builds the network, freshly initialised from the seed, on the backend in force. */
export async function createSession(
  settings: Settings,
  saveEvery: number | undefined = undefined,
): Promise<Session> {
  const { examples, minFreq, embed, hidden, layers, dropout, batch, length, lr, clip, seed, shuffle } =
    settings;
  const file = settings.data === "download" ? await downloadNmt() : settings.data;
  const data = loadDataNmt({
    batchSize: batch,
    numSteps: length,
    numExamples: examples,
    minFreq,
    shuffle,
    seed,
    ...(file !== undefined && { text: await readPairsFile(file), file }),
  });
  manualSeed(seed);
  const net = new EncoderDecoder(
    new Seq2SeqEncoder(data.srcVocab.size, embed, hidden, layers, { dropout }),
    new Seq2SeqAttentionDecoder(data.tgtVocab.size, embed, hidden, layers, { dropout }),
  );
  initSeq2Seq(net);
  const optimizer = seq2seqOptimizer(net, { lr, clip });
  const trainer = seq2seqTrainer(net, {
    optimizer,
    data: data.batches,
    tgtVocab: data.tgtVocab,
    maxEpochs: settings.epochs,
    extra: { settings },
    ...(saveEvery !== undefined && { checkpointEvery: { epochs: saveEvery } }),
    // The reference backend is there to be read step by step.
    compile: getBackend().name !== "reference",
  });
  return { settings, net, optimizer, data, trainer };
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
