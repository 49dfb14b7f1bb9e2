import { positiveRule } from "@saccade/attention/model";
import { Adam, GRU, init, Linear, Module, maskedSoftmaxCELoss, Optimizer } from "@saccade/nn";
import { cat, full, ShapeError, type Tensor } from "@saccade/tensor";
import { badArgument, checkInteger, checkTensor, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, options, type Rule, unchecked } from "@saccade/tensor/contract";
import { checkTokens } from "../tokens/check-tokens.ts";

/** One batch of sentence pairs as token ids: (b, steps) int32, and the valid length of each row, (b) int32. */
export interface Seq2SeqBatch {
  /** Source ids, (b, source steps), int32. */
  readonly X: Tensor;
  /** The number of source tokens of each pair: (b), int32. */
  readonly XValidLen: Tensor;
  /** Target ids, (b, target steps), int32. */
  readonly Y: Tensor;
  /** The number of target tokens of each pair: (b), int32. */
  readonly YValidLen: Tensor;
}

/** A batch's loss and size, as scalar tensors. */
export interface Seq2SeqLoss {
  /** The sum over the batch of each pair's mean loss over all steps, padding included. */
  readonly loss: Tensor;
  /** The number of target tokens, including `<eos>` but not padding. */
  readonly tokens: Tensor;
}

/** The result of one training step. */
export interface Seq2SeqStep extends Seq2SeqLoss {
  /** The norm of all gradients before clipping, a scalar. */
  readonly gradNorm: Tensor;
}

/** A network for teacher forcing, such as an EncoderDecoder. */
export interface TeacherForced {
  /** encX (b, source steps), decX (b, target steps), encValidLens (b), all int32 → (b, target steps, vocabulary). */
  forward(encX: Tensor, decX: Tensor, encValidLens?: Tensor): { readonly output: Tensor };
}

/** @throws ArgumentError unless `net` is a module. */
export function checkModule(what: string, net: unknown): void {
  if (!(net instanceof Module)) throw badArgument(what, "net", "a module", net);
}

/**
 * Xavier's uniform weights for Linear and GRU, as the seeds train; embeddings and biases stay as they are.
 *
 * @example
 * const net = new Seq2SeqEncoder(100, 8, 16, 2);
 * initSeq2Seq(net);
 * net.rnn.numLayers // 2
 */
export function initSeq2Seq(net: Module): void {
  refuseExtra("initSeq2Seq", arguments, 1);
  checkModule("initSeq2Seq", net);
  for (const module of net.modules()) {
    if (module instanceof Linear) init.xavierUniform(module.weight);
    if (!(module instanceof GRU)) continue;
    for (const [name, parameter] of Object.entries(module.namedParameters())) {
      if (name.startsWith("weight")) init.xavierUniform(parameter);
    }
  }
}

const positive = positiveRule();
const clip: Rule<number, number> = {
  must: "a number above 0, or 0 for no clipping",
  default: 1,
  required: false,
  holds: (value): value is number =>
    value === 0 || value === Number.POSITIVE_INFINITY || positive.holds(value),
};

/** Rules of the options of {@link seq2seqOptimizer}; Adam checks its rate. */
export const optimizerRules = {
  /** Adam's learning rate. Default 0.005. */
  lr: unchecked<number>("a number"),
  /** The norm above which gradients are scaled down; 0 for no clipping. Default 1. */
  clip,
};

const optimizerOptions = options("seq2seqOptimizer", optimizerRules, {
  example: "seq2seqOptimizer(net, { lr: 0.005, clip: 1 })",
});

/** Options of {@link seq2seqOptimizer}. */
export interface Seq2SeqOptimizerOptions extends OptionsOf<typeof optimizerOptions> {}

/**
 * Adam with the seeds' gradient clipping: without an epsilon, and only above `clip`; 0 for no clipping.
 *
 * @throws ArgumentError for invalid options.
 * @example seq2seqOptimizer(new Linear(2, 1), { lr: 0.01 }).lr // 0.01
 */
export function seq2seqOptimizer(net: Module, given: Seq2SeqOptimizerOptions = {}): Adam {
  refuseExtra(optimizerOptions, arguments, 2);
  checkModule("seq2seqOptimizer", net);
  const { lr = 0.005, clip } = optimizerOptions(given);
  return new Adam(net, { lr, ...(clip > 0 && { clipGradNorm: { maxNorm: clip, eps: 0 } }) });
}

/**
 * The loss of a batch with teacher forcing: the decoder gets `<bos>` and the target without its last word, and learns
 * to predict the target.
 *
 * @example
 * const net = new EncoderDecoder(new Seq2SeqEncoder(9, 8, 16, 2), new Seq2SeqAttentionDecoder(9, 8, 16, 2));
 * const [ids, lens] = [ones([2, 5], { dtype: "int32" }), tensor([5, 3], { dtype: "int32" })];
 * seq2seqLoss(net, { X: ids, XValidLen: lens, Y: ids, YValidLen: lens }, 1).tokens // tensor(8, dtype=int32)
 */
export function seq2seqLoss(net: TeacherForced, batch: Seq2SeqBatch, bos: number): Seq2SeqLoss {
  refuseExtra("seq2seqLoss", arguments, 3);
  return lossOf("seq2seqLoss", net, batch, bos);
}

function lossOf(what: string, net: TeacherForced, batch: Seq2SeqBatch, bos: number): Seq2SeqLoss {
  if (typeof net?.forward !== "function") {
    throw badArgument(what, "net", "an EncoderDecoder, or has its forward", net);
  }
  if (typeof batch !== "object" || batch === null) {
    throw badArgument(what, "batch", "an object { X, XValidLen, Y, YValidLen }", batch);
  }
  const { X, XValidLen, Y, YValidLen } = batch;
  for (const [name, x] of Object.entries({ X, XValidLen, Y, YValidLen })) checkTensor(what, name, x);
  checkInteger(what, "bos", bos, 0, 2 ** 31 - 1);
  checkTokens(what, Y);
  if (Y.size(1) === 0) throw new ShapeError(`${what}: Y ${Y.describe()} has no steps.`);
  const start = full([Y.size(0), 1], bos, { dtype: "int32", backend: Y.backend });
  const fed = cat([start, Y.slice(1, { stop: -1 })], 1);
  const { output }: { readonly output?: unknown } = Object(net.forward(X, fed, XValidLen));
  checkTensor(what, "the output of net", output);
  return { loss: maskedSoftmaxCELoss(output, Y, YValidLen).sum(), tokens: YValidLen.sum() };
}

/**
 * One step of training on {@link seq2seqLoss}. The gradient is that of the batch's sum.
 *
 * @throws ArgumentError if `optimizer` is not an optimizer.
 * @example
 * const net = new EncoderDecoder(new Seq2SeqEncoder(9, 8, 16, 2), new Seq2SeqAttentionDecoder(9, 8, 16, 2));
 * const [ids, lens] = [ones([2, 5], { dtype: "int32" }), tensor([5, 3], { dtype: "int32" })];
 * seq2seqStep(net, seq2seqOptimizer(net), { X: ids, XValidLen: lens, Y: ids, YValidLen: lens }, 1).tokens // tensor(8, dtype=int32)
 */
export function seq2seqStep(
  net: TeacherForced,
  optimizer: Optimizer,
  batch: Seq2SeqBatch,
  bos: number,
): Seq2SeqStep {
  refuseExtra("seq2seqStep", arguments, 4);
  if (!(optimizer instanceof Optimizer)) {
    throw badArgument("seq2seqStep", "optimizer", "an optimizer", optimizer);
  }
  return optimizer.step(() => lossOf("seq2seqStep", net, batch, bos));
}
