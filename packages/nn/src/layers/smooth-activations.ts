// Activation functions of exponentials, composed of tensor ops, and their modules.
import { ShapeError, softmax, type Tensor, uniform, where, zerosLike } from "@saccade/tensor";
import { apply, checkTensor, composedOp, normalizeDim, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { anyNumber, checkFloats, generatorRule } from "../rules.ts";
import { moduleOf, moduleWithSettings } from "./activation.ts";

/** A factor that is also divided by. */
function nonzero(initial: number): c.Rule<number, number> {
  const finite = c.number();
  return c.rule(
    "a finite number ≠ 0",
    (value): value is number => finite.holds(value) && value !== 0,
    initial,
  );
}

// The fixed point of mean 0 and variance 1 (Klambauer et al. 2017, appendix A1).
const seluAlpha = 1.6732632423543772;
const seluScale = 1.0507009873554805;

/**
 * 1.0507 x where x > 0, else 1.7581 (eˣ − 1), elementwise: (…) → (…) (Klambauer et al. 2017, "Self-Normalizing Neural
 * Networks").
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.selu(tensor([-1, 2])) // tensor([-1.1113, 2.1014])
 */
export function selu(x: Tensor): Tensor {
  checkFloats("selu", x);
  return x.elu({ alpha: seluAlpha }).mul(seluScale);
}

/**
 * 1.0507 x where x > 0, else 1.7581 (eˣ − 1), elementwise: (…) → (…). The module of {@link selu}.
 *
 * @example new SELU().forward(tensor([-1, 2])) // tensor([-1.1113, 2.1014])
 */
export class SELU extends /* @__PURE__ */ moduleOf(selu) {}

const celuCall = /* @__PURE__ */ declare("celu(x, { alpha: 0.5 })", () => ({
  tensors: { x: c.required(c.tensorRule("float")) },
  options: {
    /** The limit for x → −∞ is −alpha; not 0. Default 1. */
    alpha: nonzero(1),
  },
}));

/** Options of {@link celu}. */
export interface CeluOptions extends OptionsOf<typeof celuCall> {}

/**
 * x where x > 0, else alpha (exp(x / alpha) − 1), elementwise: (…) → (…) (Barron 2017). Its slope is continuous for every
 * alpha.
 *
 * @throws ArgumentError for an alpha of 0, or an unknown option; DTypeError unless x holds floats.
 * @example functional.celu(tensor([-1, 2]), { alpha: 0.5 }) // tensor([-0.4323, 2.0000])
 */
export function celu(x: Tensor, options?: CeluOptions): Tensor {
  const { alpha } = celuCall([x, options]);
  const below = x.le(0);
  return where(below, where(below, x, 0).div(alpha).expm1().mul(alpha), x);
}

/**
 * x where x > 0, else alpha (exp(x / alpha) − 1), elementwise: (…) → (…). The module of {@link celu}.
 *
 * @example new CELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.4323, 2.0000])
 */
export class CELU extends /* @__PURE__ */ moduleWithSettings("CELU", celu, celuCall) {}

const softplusCall = /* @__PURE__ */ declare("softplus(x, { beta: 2 })", () => ({
  tensors: { x: c.required(c.tensorRule("float")) },
  options: {
    /** How sharp the bend at 0 is; not 0. Default 1. */
    beta: nonzero(1),
    /** x itself is returned where beta · x is above this. Default 20. */
    threshold: anyNumber(20),
  },
}));

/** Options of {@link softplus}. */
export interface SoftplusOptions extends OptionsOf<typeof softplusCall> {}

/**
 * ln(1 + exp(beta x)) / beta, and x itself where beta x > threshold, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a beta of 0, or an unknown option; DTypeError unless x holds floats.
 * @example functional.softplus(tensor([-1, 0, 1]), { beta: 2 }) // tensor([0.0635, 0.3466, 1.0635])
 */
export function softplus(x: Tensor, options?: SoftplusOptions): Tensor {
  const { beta, threshold } = softplusCall([x, options]);
  if (beta === 1 && threshold === 20) return x.softplus();
  const z = x.mul(beta);
  // −ln sigmoid(−z) is ln(1 + eᶻ) for every z: the softplus of tensors becomes a line at 20.
  return where(z.gt(threshold), x, z.neg().logSigmoid().div(-beta));
}

/**
 * ln(1 + exp(beta x)) / beta, and x itself where beta x > threshold, elementwise: (…) → (…). The module of {@link softplus}.
 *
 * @example new Softplus().forward(tensor([-1, 2])) // tensor([0.3133, 2.1269])
 */
export class Softplus extends /* @__PURE__ */ moduleWithSettings("Softplus", softplus, softplusCall) {}

/**
 * x / (1 + |x|), elementwise: (…) → (…).
 *
 * @example functional.softsign(tensor([-1, 3])) // tensor([-0.5000, 0.7500])
 */
export function softsign(x: Tensor): Tensor {
  checkTensor("softsign", "x", x);
  return within("softsign", () => x.div(x.abs().add(1)));
}

/**
 * x / (1 + |x|), elementwise: (…) → (…). The module of {@link softsign}.
 *
 * @example new Softsign().forward(tensor([-1, 3])) // tensor([-0.5000, 0.7500])
 */
export class Softsign extends /* @__PURE__ */ moduleOf(softsign) {}

/**
 * x − tanh(x), elementwise: (…) → (…).
 *
 * @example functional.tanhshrink(tensor([-1, 2])) // tensor([-0.2384, 1.0360])
 */
export function tanhshrink(x: Tensor): Tensor {
  checkTensor("tanhshrink", "x", x);
  return within("tanhshrink", () => x.sub(x.tanh()));
}

/**
 * x − tanh(x), elementwise: (…) → (…). The module of {@link tanhshrink}.
 *
 * @example new Tanhshrink().forward(tensor([-1, 2])) // tensor([-0.2384, 1.0360])
 */
export class Tanhshrink extends /* @__PURE__ */ moduleOf(tanhshrink) {}

// Its parts' gradients are 0 · ∞ for large x.
const mishOp = /* @__PURE__ */ composedOp<readonly [Tensor]>({
  name: "mish",
  formula: (x) => x.mul(x.softplus().tanh()),
  gradient: (g, x) => [
    () => {
      const t = x.softplus().tanh();
      return t.add(x.mul(x.sigmoid().mul(t.square().rsub(1)))).mul(g);
    },
  ],
});

/**
 * x · tanh(softplus(x)), elementwise: (…) → (…) (Misra 2020).
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.mish(tensor([-1, 2])) // tensor([-0.3034, 1.9440])
 */
export function mish(x: Tensor): Tensor {
  checkFloats("mish", x);
  return apply(mishOp, [x], {})[0];
}

/**
 * x · tanh(softplus(x)), elementwise: (…) → (…). The module of {@link mish}.
 *
 * @example new Mish().forward(tensor([-1, 2])) // tensor([-0.3034, 1.9440])
 */
export class Mish extends /* @__PURE__ */ moduleOf(mish) {}

// The gradient of b is multiplied in this order so that a and the cotangent may be large.
const gluOp = /* @__PURE__ */ composedOp<readonly [a: Tensor, b: Tensor]>({
  name: "glu",
  formula: (a, b) => a.mul(b.sigmoid()),
  gradient: (g, a, b) => [
    () => g.mul(b.sigmoid()),
    () => {
      const s = b.sigmoid();
      return s.mul(s.rsub(1)).mul(g).mul(a);
    },
  ],
});

const gluCall = /* @__PURE__ */ declare("glu(x, -1)", () => ({
  tensors: { x: c.required(c.tensorRule("float")) },
  positional: {
    /** The dim that is halved; negative counts from the end. Default -1. */
    dim: c.whole(-1),
  },
}));

/**
 * a · sigmoid(b), where a and b are the halves of x along `dim` (-1 by default): (…, 2n, …) → (…, n, …) (Dauphin et al.
 * 2017, "Language Modeling with Gated Convolutional Networks").
 *
 * @throws ShapeError unless the dim has an even number of elements; IndexError for a dim out of range; DTypeError unless x
 * holds floats.
 * @example functional.glu(tensor([1, 2, 0, 0])) // tensor([0.5000, 1.0000])
 */
export function glu(x: Tensor, dim?: number): Tensor {
  const along = gluCall([x, dim]).dim;
  if (x.ndim === 0) throw new ShapeError("glu: a scalar has no halves; unsqueeze(0) gives it a dim.");
  const d = normalizeDim("glu", along, x.ndim);
  const size = x.shape[d]!;
  if (size % 2 !== 0)
    throw new ShapeError(
      `glu: dim ${along} of x ${x.describe()} must have an even number of elements, got ${size}.`,
    );
  return apply(gluOp, [x.narrow(d, 0, size / 2), x.narrow(d, size / 2, size / 2)], {})[0];
}

/**
 * a · sigmoid(b), where a and b are the halves of x along `dim`: (…, 2n, …) → (…, n, …). The module of {@link glu}.
 *
 * @example new GLU().forward(tensor([1, 2, 0, 0])) // tensor([0.5000, 1.0000])
 */
export class GLU extends /* @__PURE__ */ moduleWithSettings("GLU", glu, gluCall) {}

const softminCall = /* @__PURE__ */ declare("softmin(x, -1)", () => ({
  tensors: { x: c.required(c.tensorRule()) },
  positional: { dim: c.required(c.whole()) },
}));

/**
 * The softmax of −x along `dim`: (…) → (…).
 *
 * @throws IndexError for a dim out of range.
 * @example functional.softmin(tensor([1, 2, 3]), -1) // tensor([0.6652, 0.2447, 0.0900])
 */
export function softmin(x: Tensor, dim: number): Tensor {
  softminCall([x, dim]);
  normalizeDim("softmin", dim, x.ndim);
  return within("softmin", () => softmax(x.neg(), dim));
}

const gumbelCall = /* @__PURE__ */ declare("gumbelSoftmax(logits, { tau: 0.5, hard: true })", () => ({
  tensors: { logits: c.required(c.tensorRule("float")) },
  options: {
    /** The temperature, > 0: small ones are close to one-hot. Default 1. */
    tau: c.number(1, { above: 0 }),
    /** Whether the result is one-hot, with the gradient of the soft one. Default false. */
    hard: c.flag(false),
    /** The dim of the classes. Default -1. */
    dim: c.whole(-1),
    /** The generator of the noise. Default: the default generator. */
    generator: generatorRule(),
  },
}));

/** Options of {@link gumbelSoftmax}. */
export interface GumbelSoftmaxOptions extends OptionsOf<typeof gumbelCall> {}

/**
 * A differentiable sample of classes: softmax((logits + g) / tau) along a dim with Gumbel noise g: (…) → (…) (Jang, Gu &
 * Poole 2017; Maddison, Mnih & Teh 2017).
 *
 * @throws ArgumentError unless tau > 0, or for an unknown option; IndexError for a dim out of range; DTypeError unless the
 * logits are floats.
 * @example functional.gumbelSoftmax(tensor([0, 50, 0]), { hard: true }) // tensor([0, 1, 0])
 */
export function gumbelSoftmax(logits: Tensor, options?: GumbelSoftmaxOptions): Tensor {
  const { tau, hard, dim, generator } = gumbelCall([logits, options]);
  const { shape, dtype, backend } = logits;
  normalizeDim("gumbelSoftmax", dim, logits.ndim);
  // From the smallest float32 on: ln 0 would give a class no chance.
  const drawn = uniform(2 ** -126, 1, shape, { dtype, backend, ...(generator && { generator }) });
  const soft = softmax(logits.sub(drawn.log().neg().log()).div(tau), dim);
  if (!hard || logits.ndim === 0) return soft;
  const best = within("gumbelSoftmax", () => soft.detach().argmax(dim).unsqueeze(dim));
  const oneHot = zerosLike(soft).scatter(dim, best, 1);
  return oneHot.add(soft.sub(soft.detach()));
}

const images = /* @__PURE__ */ c.tensors("Softmax2d.forward", "x (n, c, h, w) | (c, h, w)");

/**
 * The softmax over the channels of each place: (N, C, H, W) or (C, H, W) → the same.
 *
 * @throws ShapeError unless x has 3 or 4 dims.
 * @example new Softmax2d().forward(zeros([2, 1, 1])) // tensor([[[0.5000]], [[0.5000]]])
 */
export class Softmax2d extends /* @__PURE__ */ moduleOf((x) => {
  images.check([x]);
  return softmax(x, -3);
}) {}
