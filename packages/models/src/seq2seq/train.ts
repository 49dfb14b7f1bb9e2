import { positiveRule } from "@saccade/attention/model";
import { Adam, GRU, Linear, Module, maskedSoftmaxCELoss, Optimizer } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { cat, full, ShapeError, type Tensor } from "@saccade/tensor";
import { checkTensor } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";

const anyTensor = c.required(c.tensorRule());
const fields = {
  /** Source ids, (b, source steps), int32. */
  X: anyTensor,
  /** The number of source tokens of each pair: (b), int32. */
  XValidLen: anyTensor,
  /** Target ids, (b, target steps), int32. */
  Y: anyTensor,
  /** The number of target tokens of each pair: (b), int32. */
  YValidLen: anyTensor,
};

/** One batch of sentence pairs as token ids: (b, steps) int32, and the valid length of each row, (b) int32. */
export interface Seq2SeqBatch extends c.Given<typeof fields> {}

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

const isForward = (value: unknown): value is TeacherForced => typeof Object(value).forward === "function";
const positive = positiveRule();
const isClip = (value: unknown): value is number =>
  value === 0 || value === Number.POSITIVE_INFINITY || positive.holds(value);
/** The network of a call that takes any module. */
export const netRules = { net: c.required(c.instanceOf("a module", Module)) };
const teacherForced = c.rule("an EncoderDecoder, or another network with its forward", isForward);
const batchRules = {
  batch: c.required(c.objectOf("an object { X, XValidLen, Y, YValidLen }", fields)),
  bos: c.required(c.whole(undefined, { min: 0, max: 2 ** 31 - 1 })),
};
/** The options that make an optimizer. */
export const optimizerRules = {
  /** Adam's learning rate. Default 0.005. */
  lr: c.unchecked<number>("a number"),
  /** The norm above which gradients are scaled down; 0 for no clipping. Default 1. */
  clip: c.rule("a number above 0, or 0 for no clipping", isClip, 1),
};

const initialize = c.signature("initSeq2Seq", netRules, "initSeq2Seq(net)");

/**
 * Xavier's uniform weights for Linear and GRU, as the seeds train; embeddings and biases stay as they are.
 *
 * @example
 * const net = new Seq2SeqEncoder(100, 8, 16, 2);
 * initSeq2Seq(net);
 * net.rnn.numLayers // 2
 */
export function initSeq2Seq(net: Module): void {
  initialize([net]);
  for (const module of net.modules()) {
    if (module instanceof Linear) init.xavierUniform(module.weight);
    if (!(module instanceof GRU)) continue;
    for (const [name, parameter] of Object.entries(module.namedParameters()))
      if (name.startsWith("weight")) init.xavierUniform(parameter);
  }
}

const optimizerCall = c.signature("seq2seqOptimizer", netRules, optimizerRules, {
  example: "seq2seqOptimizer(net, { lr: 0.005, clip: 1 })",
});

/** Options of {@link seq2seqOptimizer}. */
export interface Seq2SeqOptimizerOptions extends c.OptionsOf<typeof optimizerCall> {}

/**
 * Adam with the seeds' gradient clipping: without an epsilon, and only above `clip`; 0 for no clipping.
 *
 * @example seq2seqOptimizer(new Linear(2, 1), { lr: 0.01 }).lr // 0.01
 */
export function seq2seqOptimizer(net: Module, given: Seq2SeqOptimizerOptions = {}): Adam {
  const { lr = 0.005, clip } = optimizerCall([net, given]);
  return new Adam(net, { lr, ...(clip > 0 && { clipGradNorm: { maxNorm: clip, eps: 0 } }) });
}

const lossCall = c.signature(
  "seq2seqLoss",
  { net: c.required(teacherForced), ...batchRules },
  "seq2seqLoss(net, batch, bos)",
);

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
  lossCall([net, batch, bos]);
  return lossOf("seq2seqLoss", net, batch, bos);
}

const batchOf = (what: string) =>
  c.tensors(what, "X (…)  XValidLen int32 (b)  Y int32 (b, steps)  YValidLen int32 (b)");
const batches = { seq2seqLoss: batchOf("seq2seqLoss"), seq2seqStep: batchOf("seq2seqStep") };

function lossOf(
  what: keyof typeof batches,
  net: TeacherForced,
  { X, XValidLen, Y, YValidLen }: Seq2SeqBatch,
  bos: number,
): Seq2SeqLoss {
  const { b, steps } = batches[what]([X, XValidLen, Y, YValidLen]);
  if (steps === 0) throw new ShapeError(`${what}: Y ${Y.describe()} has no steps.`);
  const start = full([b, 1], bos, { dtype: "int32", backend: Y.backend });
  const fed = cat([start, Y.slice(1, { stop: -1 })], 1);
  const { output }: { readonly output?: unknown } = Object(net.forward(X, fed, XValidLen));
  checkTensor(what, "the output of net", output);
  return { loss: maskedSoftmaxCELoss(output, Y, YValidLen).sum(), tokens: YValidLen.sum() };
}

const isOptimizer = (value: unknown): value is Optimizer => value instanceof Optimizer;
const stepCall = c.signature(
  "seq2seqStep",
  {
    net: c.required(teacherForced),
    optimizer: c.required(c.rule("an optimizer", isOptimizer)),
    ...batchRules,
  },
  "seq2seqStep(net, optimizer, batch, bos)",
);

/**
 * One step of training on {@link seq2seqLoss}. The gradient is that of the batch's sum.
 *
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
  stepCall([net, optimizer, batch, bos]);
  return optimizer.step(() => lossOf("seq2seqStep", net, batch, bos));
}
