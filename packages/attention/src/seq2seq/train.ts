import {
  Adam,
  checkFinite,
  GRU,
  init,
  Linear,
  type Module,
  maskedSoftmaxCELoss,
  type Optimizer,
} from "@saccade/nn";
import { cat, full, type Tensor } from "@saccade/tensor";
import type { EncoderDecoder } from "./interfaces.ts";

/** One batch of sentence pairs as token ids: (b, steps) int32, and how many of each row count, (b) int32. */
export interface Seq2SeqBatch {
  readonly X: Tensor;
  readonly XValidLen: Tensor;
  readonly Y: Tensor;
  readonly YValidLen: Tensor;
}

/** What one training step gives; three scalars that are read only when asked. */
export interface Seq2SeqStep {
  /** The sum over the batch of each pair's mean loss over all steps, padding included. */
  readonly loss: Tensor;
  /** The norm of all gradients before clipping. */
  readonly gradNorm: Tensor;
  /** Target tokens, `<eos>` included and padding not. */
  readonly tokens: Tensor;
}

/** What training needs of a vocabulary: where its special words stand. */
export interface SpecialTokens {
  index(token: string): number;
}

/** Xavier's uniform weights for Linear and GRU, as the seeds train; embeddings and biases stay as they are. */
export function initSeq2Seq(net: Module): void {
  for (const module of net.modules()) {
    if (module instanceof Linear) init.xavierUniform(module.weight);
    if (!(module instanceof GRU)) continue;
    for (const [name, parameter] of Object.entries(module.namedParameters())) {
      if (name.startsWith("weight")) init.xavierUniform(parameter);
    }
  }
}

/** Adam with the seeds' clipping: without an epsilon, and only above `clip`; 0 for none. */
export function seq2seqOptimizer(
  net: Module,
  { lr = 0.005, clip = 1 }: { lr?: number; clip?: number } = {},
): Adam {
  return new Adam(net, { lr, ...(clip > 0 && { clipGradNorm: { maxNorm: clip, eps: 0 } }) });
}

/**
 * One step of training with teacher forcing: the decoder is fed `<bos>` and the target but its last word, and
 * learns to say the target. The gradient is that of the batch's sum.
 */
export function seq2seqStep(
  net: EncoderDecoder,
  optimizer: Optimizer,
  batch: Seq2SeqBatch,
  bos: number,
): Seq2SeqStep {
  const { X, XValidLen, Y, YValidLen } = batch;
  return optimizer.step(() => {
    const start = full([Y.size(0), 1], bos, { dtype: "int32", backend: Y.backend });
    const fed = cat([start, Y.slice(1, { stop: -1 })], 1);
    const { output } = net.forward(X, fed, XValidLen);
    return { loss: maskedSoftmaxCELoss(output, Y, YValidLen).sum(), tokens: YValidLen.sum() };
  });
}

export interface TrainSeq2SeqOptions {
  readonly lr?: number;
  readonly numEpochs?: number;
  /** The norm above which gradients are scaled down. Default 1. */
  readonly clip?: number;
  readonly tgtVocab: SpecialTokens;
  /** Whether weights are drawn anew first, as the seeds do. Default true. */
  readonly initialize?: boolean;
  /** Called after each epoch, with the sum of its losses over its tokens: the number the seeds print. */
  readonly onEpoch?: (epoch: number, loss: number, tokensPerSecond: number) => void;
}

/**
 * Trains as the seeds do: Adam, clipping at 1, the loss averaged over all steps, padding included. Returns the
 * loss of each epoch.
 *
 * @param batches gives an epoch each time it is iterated.
 * @throws DivergedError at the step whose loss is not finite.
 */
export function trainSeq2Seq(
  net: EncoderDecoder,
  batches: Iterable<Seq2SeqBatch>,
  options: TrainSeq2SeqOptions,
): number[] {
  const { lr = 0.005, numEpochs = 250, clip = 1, tgtVocab, initialize = true, onEpoch } = options;
  if (initialize) initSeq2Seq(net);
  net.train();
  const optimizer = seq2seqOptimizer(net, { lr, clip });
  const bos = tgtVocab.index("<bos>");
  const losses: number[] = [];
  let step = 0;
  for (let epoch = 1; epoch <= numEpochs; epoch++) {
    const start = performance.now();
    let loss = 0;
    let tokens = 0;
    for (const batch of batches) {
      const result = seq2seqStep(net, optimizer, batch, bos);
      step++;
      loss += checkFinite(result.loss, step);
      tokens += result.tokens.item();
    }
    losses.push(loss / tokens);
    onEpoch?.(epoch, loss / tokens, (tokens * 1000) / (performance.now() - start));
  }
  return losses;
}
