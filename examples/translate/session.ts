import {
  EncoderDecoder,
  initSeq2Seq,
  Seq2SeqAttentionDecoder,
  Seq2SeqEncoder,
  seq2seqOptimizer,
  seq2seqStep,
} from "@saccade/attention";
import { loadDataNmt, type NmtData } from "@saccade/datasets";
import { downloadNmt, readPairsFile } from "@saccade/datasets/node";
import { type Adam, checkFinite } from "@saccade/nn";
import { loadSafetensors, saveCheckpointSync } from "@saccade/nn/node";
import { manualSeed } from "@saccade/tensor";
import { UsageError } from "../usage.ts";
import type { Reporter } from "./reporter.ts";
import type { Settings } from "./settings.ts";

/** What a checkpoint keeps beside weights, optimizer, random state and place in the data. */
export interface Progress {
  settings: Settings;
  /** Optimizer steps done. */
  step: number;
  /** The loss of each epoch that is done. */
  losses: number[];
  /** Sums over the running epoch. */
  lossSum: number;
  tokens: number;
}

/** A network, its data and how far its training is. */
export interface Session {
  readonly net: EncoderDecoder;
  readonly optimizer: Adam;
  readonly data: NmtData;
  readonly progress: Progress;
}

/** Reads the data and builds the network, freshly initialised from the seed. */
export async function createSession(settings: Settings): Promise<Session> {
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
  return { net, optimizer, data, progress: { settings, step: 0, losses: [], lossSum: 0, tokens: 0 } };
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

/**
 * Trains until the last epoch is done or `stopped` says so, which is asked after every step. Returns whether it
 * came to the end.
 *
 * @throws DivergedError at the step whose loss is not finite.
 */
export async function train(session: Session, reporter: Reporter, stopped: () => boolean): Promise<boolean> {
  const { net, optimizer, data, progress } = session;
  const bos = data.tgtVocab.index("<bos>");
  net.train();
  while (data.batches.epoch < progress.settings.epochs) {
    const start = performance.now();
    const before = progress.tokens;
    for (const batch of data.batches) {
      const result = seq2seqStep(net, optimizer, batch, bos);
      progress.step++;
      const loss = checkFinite(result.loss, progress.step);
      const tokens = result.tokens.item();
      progress.lossSum += loss;
      progress.tokens += tokens;
      reporter.step({ step: progress.step, loss_sum: loss, grad_norm: result.gradNorm.item(), tokens });
      await breathe();
      if (stopped()) return false;
    }
    const seconds = (performance.now() - start) / 1000;
    progress.losses.push(progress.lossSum / progress.tokens);
    reporter.epoch({
      epoch: progress.losses.length,
      loss: progress.losses.at(-1)!,
      tokens_per_sec: (progress.tokens - before) / seconds,
    });
    progress.lossSum = 0;
    progress.tokens = 0;
  }
  return true;
}

// Lets signals and the terminal have their turn between steps.
function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Writes everything that a later run needs to go on with the same numbers. */
export function saveSession({ net, optimizer, data, progress }: Session, path: string): void {
  saveCheckpointSync(path, { model: net, optimizer, data: data.batches.state(), extra: progress });
}
