import { checkFinite, type Module } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { initSeq2Seq, type Seq2SeqBatch, seq2seqOptimizer, seq2seqStep, type TeacherForced } from "./step.ts";
import { type SpecialTokens, specialToken } from "./vocabulary.ts";

/** A training step that is done. */
export interface StepReport {
  /** Steps done, over all epochs. */
  readonly step: number;
  /** Counts from 1. */
  readonly epoch: number;
  /** The sum over the batch of each pair's mean loss. */
  readonly loss: number;
  /** Before clipping. */
  readonly gradNorm: number;
  /** Target tokens of the batch. */
  readonly tokens: number;
}

export interface TrainSeq2SeqOptions {
  /** Adam's learning rate. Default 0.005. */
  readonly lr?: number;
  /** Default 250. */
  readonly numEpochs?: number;
  /** The norm above which gradients are scaled down; 0 for none. Default 1. */
  readonly clip?: number;
  readonly tgtVocab: SpecialTokens;
  /** Whether weights are drawn anew first, as the seeds do. Default true. */
  readonly initialize?: boolean;
  /** `manualSeed` of the weights and of dropout; without one they follow the random state as it is. */
  readonly seed?: number;
  /** Called after each step. When it returns false, training stops there. */
  readonly onStep?: (report: StepReport) => unknown;
  /** Called after each epoch, with the sum of its losses over its tokens: the number the seeds print. */
  readonly onEpoch?: (epoch: number, loss: number, tokensPerSecond: number) => void;
}

/**
 * Trains as the seeds do: Adam, clipping at 1, the loss averaged over all steps, padding included. Returns the
 * loss of each epoch. A program that saves and resumes in between calls `seq2seqStep` itself.
 *
 * @param batches gives an epoch each time it is iterated.
 * @throws DivergedError at the step whose loss is not finite; RangeError for a vocabulary without `<bos>`, or
 * batches that give none.
 */
export function trainSeq2Seq(
  net: Module & TeacherForced,
  batches: Iterable<Seq2SeqBatch>,
  options: TrainSeq2SeqOptions,
): number[] {
  const { lr = 0.005, numEpochs = 250, clip = 1, tgtVocab, initialize = true, seed } = options;
  const bos = specialToken("trainSeq2Seq", tgtVocab, "<bos>");
  const optimizer = seq2seqOptimizer(net, { lr, clip });
  if (seed !== undefined) manualSeed(seed);
  if (initialize) initSeq2Seq(net);
  net.train();
  const losses: number[] = [];
  let step = 0;
  for (let epoch = 1; epoch <= numEpochs; epoch++) {
    const start = Date.now();
    let sum = 0;
    let words = 0;
    for (const batch of batches) {
      const result = seq2seqStep(net, optimizer, batch, bos);
      step++;
      const loss = checkFinite(result.loss, step);
      const tokens = result.tokens.item();
      sum += loss;
      words += tokens;
      const report = { step, epoch, loss, gradNorm: result.gradNorm.item(), tokens };
      if (options.onStep?.(report) === false) return losses;
    }
    if (words === 0)
      throw new RangeError(`trainSeq2Seq: epoch ${epoch} has no target tokens; are there batches?`);
    losses.push(sum / words);
    options.onEpoch?.(epoch, sum / words, (words * 1000) / Math.max(1, Date.now() - start));
  }
  return losses;
}
