// Modules of functions of tensors.
import {
  elu,
  gelu,
  leakyRelu,
  logSigmoid,
  logSoftmax,
  relu,
  sigmoid,
  silu,
  softmax,
  type Tensor,
  tanh,
  unflatten,
} from "@saccade/tensor";
import { listOf, oneOf, required, whole } from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { anyNumber } from "../rules.ts";
import { moduleOf, moduleWithSettings } from "./activation.ts";
import { softmin } from "./smooth-activations.ts";

/**
 * Returns its input unchanged: (…) → (…).
 *
 * @example new Identity().forward(tensor([1, 2])) // tensor([1, 2])
 */
export class Identity extends /* @__PURE__ */ moduleOf((x) => x) {}

/**
 * max(x, 0), elementwise: (…) → (…).
 *
 * @example new ReLU().forward(tensor([-1, 2])) // tensor([0, 2])
 */
export class ReLU extends /* @__PURE__ */ moduleOf(relu) {}

const leakyReluCall = /* @__PURE__ */ declare("new LeakyReLU({ negativeSlope: 0.2 })", () => ({
  options: {
    /** The slope below 0. Default 0.01. */
    negativeSlope: anyNumber(0.01),
  },
}));

/** Options of {@link LeakyReLU}. */
export interface LeakyReLUOptions extends OptionsOf<typeof leakyReluCall> {}

/**
 * x where x > 0, else negativeSlope · x, elementwise: (…) → (…).
 *
 * @example new LeakyReLU({ negativeSlope: 0.2 }).forward(tensor([-1, 2])) // tensor([-0.2000, 2.0000])
 */
export class LeakyReLU extends /* @__PURE__ */ moduleWithSettings(
  "LeakyReLU",
  (x, options?: LeakyReLUOptions) => leakyRelu(x, options),
  leakyReluCall,
) {}

const eluCall = /* @__PURE__ */ declare("new ELU({ alpha: 0.5 })", () => ({
  options: {
    /** The limit for x → −∞ is −alpha. Default 1. */
    alpha: anyNumber(1),
  },
}));

/** Options of {@link ELU}. */
export interface ELUOptions extends OptionsOf<typeof eluCall> {}

/**
 * x where x > 0, else alpha (eˣ − 1), elementwise: (…) → (…) (Clevert, Unterthiner & Hochreiter 2016).
 *
 * @example new ELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.3161, 2.0000])
 */
export class ELU extends /* @__PURE__ */ moduleWithSettings(
  "ELU",
  (x, options?: ELUOptions) => elu(x, options),
  eluCall,
) {}

const geluCall = /* @__PURE__ */ declare('new GELU({ approximate: "tanh" })', () => ({
  options: {
    /** "tanh" for the approximation by tanh. Default "none": exact. */
    approximate: oneOf(["none", "tanh"], "none"),
  },
}));

/** Options of {@link GELU}. */
export interface GELUOptions extends OptionsOf<typeof geluCall> {}

/**
 * x Φ(x), Φ the normal distribution function, elementwise: (…) → (…) (Hendrycks & Gimpel 2016).
 *
 * @example new GELU({ approximate: "tanh" }).forward(tensor([-1, 2])) // tensor([-0.1588, 1.9546])
 */
export class GELU extends /* @__PURE__ */ moduleWithSettings(
  "GELU",
  (x, options?: GELUOptions) => gelu(x, options),
  geluCall,
) {}

/**
 * x · sigmoid(x), elementwise: (…) → (…). Also called Swish (Ramachandran, Zoph & Le 2017).
 *
 * @example new SiLU().forward(tensor([-1, 2])) // tensor([-0.2689, 1.7616])
 */
export class SiLU extends /* @__PURE__ */ moduleOf(silu) {}

/**
 * The hyperbolic tangent, elementwise: (…) → (…).
 *
 * @example new Tanh().forward(tensor([-1, 2])) // tensor([-0.7616, 0.9640])
 */
export class Tanh extends /* @__PURE__ */ moduleOf(tanh) {}

/**
 * 1 / (1 + e⁻ˣ), elementwise: (…) → (…).
 *
 * @example new Sigmoid().forward(tensor([-1, 2])) // tensor([0.2689, 0.8808])
 */
export class Sigmoid extends /* @__PURE__ */ moduleOf(sigmoid) {}

/**
 * ln sigmoid(x), elementwise: (…) → (…).
 *
 * @example new LogSigmoid().forward(tensor([-1, 2])) // tensor([-1.3133, -0.1269])
 */
export class LogSigmoid extends /* @__PURE__ */ moduleOf(logSigmoid) {}

const dimCall = /* @__PURE__ */ declare("new Softmax(-1)", () => ({
  positional: {
    /** The dim to normalize; negative counts from the end. Default -1. */
    dim: whole(-1),
  },
}));

/**
 * eˣ divided by its sum along `dim`: (…) → (…), where each slice along `dim` sums to 1.
 *
 * @example new Softmax().forward(tensor([[1, 2, 3]])) // tensor([[0.0900, 0.2447, 0.6652]])
 */
export class Softmax extends /* @__PURE__ */ moduleWithSettings(
  "Softmax",
  (x, dim?: number) => softmax(x, dim!),
  dimCall,
) {}

/**
 * The logarithm of the softmax along `dim`, without overflow: (…) → (…).
 *
 * @example new LogSoftmax().forward(tensor([[1, 2, 3]])) // tensor([[-2.4076, -1.4076, -0.4076]])
 */
export class LogSoftmax extends /* @__PURE__ */ moduleWithSettings(
  "LogSoftmax",
  (x, dim?: number) => logSoftmax(x, dim!),
  dimCall,
) {}

/**
 * The softmax of −x along `dim`: (…) → (…), where each slice along `dim` sums to 1. The module of {@link softmin}.
 *
 * @example new Softmin().forward(tensor([1, 2, 3])) // tensor([0.6652, 0.2447, 0.0900])
 */
export class Softmin extends /* @__PURE__ */ moduleWithSettings(
  "Softmin",
  (x, dim?: number) => softmin(x, dim!),
  dimCall,
) {}

const flattenCall = /* @__PURE__ */ declare("new Flatten(1, -1)", () => ({
  positional: {
    /** The first dim that is joined. Default 1. */
    startDim: whole(1),
    /** The last dim that is joined; negative counts from the end. Default -1. */
    endDim: whole(-1),
  },
}));

/**
 * Joins the dims from startDim to endDim into one; by default all but the first: (B, C, H, W) → (B, C H W).
 *
 * @example new Flatten().forward(randn([5, 28, 28])).shape // [5, 784]
 */
export class Flatten extends /* @__PURE__ */ moduleWithSettings(
  "Flatten",
  (x, startDim?: number, endDim?: number) => x.flatten(startDim, endDim),
  flattenCall,
) {}

const unflattenCall = /* @__PURE__ */ declare("new Unflatten(1, [4, 7])", () => ({
  positional: {
    /** The dim that is split. */
    dim: required(whole()),
    /** The sizes that it is split into. */
    unflattenedSize: required(listOf(whole(undefined, { min: -1 }))),
  },
}));

/**
 * Splits a dim into several, the inverse of {@link Flatten}: (B, 28) → (B, 4, 7). One size may be -1, which is inferred.
 *
 * @example new Unflatten(1, [4, -1]).forward(randn([5, 28])).shape // [5, 4, 7]
 */
export class Unflatten extends /* @__PURE__ */ moduleWithSettings(
  "Unflatten",
  (x: Tensor, dim: number, unflattenedSize: readonly number[]) => unflatten(x, dim, unflattenedSize),
  unflattenCall,
) {}
