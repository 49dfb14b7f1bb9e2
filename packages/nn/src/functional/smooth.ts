// Activation functions of exponentials, composed of tensor ops.
import { ShapeError, softmax, type Tensor, uniform, where, zerosLike } from "@saccade/tensor";
import { apply, composedOp, normalizeDim, within } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  number,
  type OptionsOf,
  type Rule,
  required,
  rule,
  signature,
  tensorRule,
  whole,
} from "@saccade/tensor/contract";
import { anyNumber, generatorRule, layerCall } from "../rules.ts";

const x = required(tensorRule());
const floats = required(tensorRule("float"));

/** A factor that is also divided by. */
/* @__NO_SIDE_EFFECTS__ */
function nonzero(initial: number): Rule<number, number> {
  const finite = number();
  return rule("a finite number ≠ 0", (value): value is number => finite.holds(value) && value !== 0, initial);
}

// The fixed point of mean 0 and variance 1 (Klambauer et al. 2017, appendix A1).
const seluAlpha = 1.6732632423543772;
const seluScale = 1.0507009873554805;
const seluCall = signature("selu", { x: floats }, "selu(x)");

/**
 * 1.0507 x where x > 0, else 1.7581 (eˣ − 1), elementwise: (…) → (…) (Klambauer et al. 2017, "Self-Normalizing Neural
 * Networks").
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.selu(tensor([-1, 2])) // tensor([-1.1113, 2.1014])
 */
export function selu(x: Tensor): Tensor;
export function selu(): Tensor {
  return seluCall(arguments).x.elu({ alpha: seluAlpha }).mul(seluScale);
}

export const celuRules = {
  /** The limit for x → −∞ is −alpha; not 0. Default 1. */
  alpha: nonzero(1),
};
const celuCall = layerCall("celu", { x: floats }, celuRules, { example: "celu(x, { alpha: 0.5 })" });

/** Options of {@link celu}. */
export interface CeluOptions extends Given<typeof celuRules> {}

/**
 * x where x > 0, else alpha (exp(x / alpha) − 1), elementwise: (…) → (…) (Barron 2017). Its slope is continuous for every
 * alpha.
 *
 * @throws ArgumentError for an alpha of 0, or an unknown option; DTypeError unless x holds floats.
 * @example functional.celu(tensor([-1, 2]), { alpha: 0.5 }) // tensor([-0.4323, 2.0000])
 */
export function celu(x: Tensor, options?: CeluOptions): Tensor;
export function celu(): Tensor {
  const { x, alpha } = celuCall(arguments);
  const below = x.le(0);
  return where(below, where(below, x, 0).div(alpha).expm1().mul(alpha), x);
}

export const softplusRules = {
  /** How sharp the bend at 0 is; not 0. Default 1. */
  beta: nonzero(1),
  /** x itself is returned where beta · x is above this. Default 20. */
  threshold: anyNumber(20),
};
const softplusCall = layerCall("softplus", { x: floats }, softplusRules, {
  example: "softplus(x, { beta: 2 })",
});

/** Options of {@link softplus}. */
export interface SoftplusOptions extends Given<typeof softplusRules> {}

/**
 * ln(1 + exp(beta x)) / beta, and x itself where beta x > threshold, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a beta of 0, or an unknown option; DTypeError unless x holds floats.
 * @example functional.softplus(tensor([-1, 0, 1]), { beta: 2 }) // tensor([0.0635, 0.3466, 1.0635])
 */
export function softplus(x: Tensor, options?: SoftplusOptions): Tensor;
export function softplus(): Tensor {
  const { x, beta, threshold } = softplusCall(arguments);
  if (beta === 1 && threshold === 20) return x.softplus();
  const z = x.mul(beta);
  // −ln sigmoid(−z) is ln(1 + eᶻ) for every z: the softplus of tensors becomes a line at 20.
  return where(z.gt(threshold), x, z.neg().logSigmoid().div(-beta));
}

const softsignCall = signature("softsign", { x }, "softsign(x)");

/**
 * x / (1 + |x|), elementwise: (…) → (…).
 *
 * @example functional.softsign(tensor([-1, 3])) // tensor([-0.5000, 0.7500])
 */
export function softsign(x: Tensor): Tensor;
export function softsign(): Tensor {
  const { x } = softsignCall(arguments);
  return within("softsign", () => x.div(x.abs().add(1)));
}

const tanhshrinkCall = signature("tanhshrink", { x }, "tanhshrink(x)");

/**
 * x − tanh(x), elementwise: (…) → (…).
 *
 * @example functional.tanhshrink(tensor([-1, 2])) // tensor([-0.2384, 1.0360])
 */
export function tanhshrink(x: Tensor): Tensor;
export function tanhshrink(): Tensor {
  const { x } = tanhshrinkCall(arguments);
  return within("tanhshrink", () => x.sub(x.tanh()));
}

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
const mishCall = signature("mish", { x: floats }, "mish(x)");

/**
 * x · tanh(softplus(x)), elementwise: (…) → (…) (Misra 2020).
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.mish(tensor([-1, 2])) // tensor([-0.3034, 1.9440])
 */
export function mish(x: Tensor): Tensor;
export function mish(): Tensor {
  const { x } = mishCall(arguments);
  return apply(mishOp, [x], {})[0];
}

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
const gluCall = signature("glu", { x: floats, dim: whole(-1) }, "glu(x, -1)");

/**
 * a · sigmoid(b), where a and b are the halves of x along `dim` (-1 by default): (…, 2n, …) → (…, n, …) (Dauphin et al.
 * 2017, "Language Modeling with Gated Convolutional Networks").
 *
 * @throws ShapeError unless the dim has an even number of elements; IndexError for a dim out of range; DTypeError unless x
 * holds floats.
 * @example functional.glu(tensor([1, 2, 0, 0])) // tensor([0.5000, 1.0000])
 */
export function glu(x: Tensor, dim?: number): Tensor;
export function glu(): Tensor {
  const { x, dim } = gluCall(arguments);
  if (x.ndim === 0) throw new ShapeError("glu: a scalar has no halves; unsqueeze(0) gives it a dim.");
  const d = normalizeDim("glu", dim, x.ndim);
  const size = x.shape[d]!;
  if (size % 2 !== 0)
    throw new ShapeError(
      `glu: dim ${dim} of x ${x.describe()} must have an even number of elements, got ${size}.`,
    );
  return apply(gluOp, [x.narrow(d, 0, size / 2), x.narrow(d, size / 2, size / 2)], {})[0];
}

const softminCall = signature("softmin", { x, dim: required(whole()) }, "softmin(x, -1)");

/**
 * The softmax of −x along `dim`: (…) → (…).
 *
 * @throws IndexError for a dim out of range.
 * @example functional.softmin(tensor([1, 2, 3]), -1) // tensor([0.6652, 0.2447, 0.0900])
 */
export function softmin(x: Tensor, dim: number): Tensor;
export function softmin(): Tensor {
  const { x, dim } = softminCall(arguments);
  normalizeDim("softmin", dim, x.ndim);
  return within("softmin", () => softmax(x.neg(), dim));
}

const gumbelCall = layerCall(
  "gumbelSoftmax",
  { logits: floats },
  {
    /** The temperature, > 0: small ones are close to one-hot. Default 1. */
    tau: number(1, { above: 0 }),
    /** Whether the result is one-hot, with the gradient of the soft one. Default false. */
    hard: flag(false),
    /** The dim of the classes. Default -1. */
    dim: whole(-1),
    /** The generator of the noise. Default: the default generator. */
    generator: generatorRule(),
  },
  { example: "gumbelSoftmax(logits, { tau: 0.5, hard: true })" },
);

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
export function gumbelSoftmax(logits: Tensor, options?: GumbelSoftmaxOptions): Tensor;
export function gumbelSoftmax(): Tensor {
  const { logits, tau, hard, dim, generator } = gumbelCall(arguments);
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
