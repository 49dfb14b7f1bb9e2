import { number, type OptionsOf, oneOf, options } from "@saccade/contract";
import { apply1, checkTensor } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type BackwardOp, backwardOp, gradientsBy } from "../backward-op.ts";
import { gt, le, lt, where } from "./comparison.ts";
import { noAttrs, ofOne, sameDType, type Unary, unary } from "./map.ts";
import { erfc as erfcValue, erf as erfValue, sigmoid as sigmoidValue } from "./special.ts";

const sqrt2OverPi = Math.sqrt(2 / Math.PI);

export const reluOp: Unary = unary(
  "relu",
  (x) => (x >= 0 || Number.isNaN(x) ? x : 0),
  (g, x) => where(le(x, 0), 0, g),
  sameDType,
);
export const sigmoidOp: Unary = unary("sigmoid", sigmoidValue, (g, _x, y) => g.mul(y.mul(y.rsub(1))));
export const erfOp: Unary = unary("erf", erfValue, (g, x) =>
  g.mul(x.square().neg().exp()).mul(2 / Math.sqrt(Math.PI)),
);
/** g · f′(x) as one kernel. */
type Slope = BackwardOp<readonly [g: Tensor, x: Tensor], readonly [Tensor], object>;

function slope(name: string, formula: (g: Tensor, x: Tensor) => Tensor): Slope {
  return backwardOp(
    name,
    ([g]) => [g],
    ([g, x]) => [formula(g, x)],
    true,
  );
}

/** By the kernel where x is of g's dtype and no tape listens. */
function bySlope(op: Slope): (g: Tensor, x: Tensor) => Tensor {
  return (g, x) =>
    g.dtype === x.dtype ? gradientsBy(op, [g, x], noAttrs)()[0] : op.formula([g, x], noAttrs)[0];
}

const densityFactor = 1 / Math.sqrt(2 * Math.PI);

export const geluBackwardOp: Slope = slope("geluBackward", (g, x) => {
  const cdf = x.mul(Math.SQRT1_2).erf().add(1).mul(0.5);
  const pdf = x.square().mul(-0.5).exp().mul(densityFactor);
  return g.mul(cdf.add(x.mul(pdf)));
});
export const geluTanhBackwardOp: Slope = slope("geluTanhBackward", (g, given) => {
  const x = given.clamp({ min: -20, max: 20 }); // the slope is 0 or 1 beyond, where squares would overflow
  const t = x.add(x.square().mul(x).mul(0.044715)).mul(sqrt2OverPi).tanh();
  const inner = x.square().mul(3 * 0.044715).add(1).mul(sqrt2OverPi); // biome-ignore format: one line
  return g.mul(
    t
      .add(1)
      .mul(0.5)
      .add(x.mul(0.5).mul(t.square().rsub(1)).mul(inner)),
  );
});

// x Φ(x), Φ the standard normal distribution; its derivative is Φ(x) + x φ(x).
export const geluOp: Unary = unary(
  "gelu",
  // 1 + erf cancels on the left, where erfc keeps its digits.
  (x) => 0.5 * x * (x < 0 ? erfcValue(-x * Math.SQRT1_2) : 1 + erfValue(x * Math.SQRT1_2)),
  bySlope(geluBackwardOp),
);
export const geluTanhOp: Unary = unary(
  "geluTanh",
  (x) => 0.5 * x * (1 + Math.tanh(sqrt2OverPi * (x + 0.044715 * x ** 3))),
  bySlope(geluTanhBackwardOp),
);
export const siluOp: Unary = unary(
  "silu",
  (x) => x * sigmoidValue(x),
  (g, x) => {
    const s = x.sigmoid();
    return g.mul(s.mul(x.mul(s.rsub(1)).add(1)));
  },
);
// Above this threshold, softplus returns x, as in PyTorch.
const softplusThreshold = 20;

export const softplusOp: Unary = unary(
  "softplus",
  (x) => (x > softplusThreshold ? x : Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))),
  (g, x) => where(gt(x, softplusThreshold), g, g.mul(x.sigmoid())),
);
export const logSigmoidOp: Unary = unary(
  "logSigmoid",
  (x) => Math.min(x, 0) - Math.log1p(Math.exp(-Math.abs(x))),
  (g, x) => g.mul(x.neg().sigmoid()),
);

interface EluAttrs {
  readonly alpha: number;
}

export const eluOp: Unary<EluAttrs> = unary<EluAttrs>(
  "elu",
  (x, { alpha }) => (x > 0 ? x : alpha * Math.expm1(x + 0)),
  // At 0, the slope is the left one and the second derivative the right one, 0, as in PyTorch.
  (g, x, _y, { alpha }) => g.mul(where(le(x, 0), where(lt(x, 0), x, 0).exp().mul(alpha), 1)),
);

interface LeakyReluAttrs {
  readonly negativeSlope: number;
}

export const leakyReluOp: Unary<LeakyReluAttrs> = unary<LeakyReluAttrs>(
  "leakyRelu",
  (x, { negativeSlope }) => (x > 0 ? x : negativeSlope * x),
  (g, x, _y, { negativeSlope }) => where(gt(x, 0), g, g.mul(negativeSlope)),
);

/**
 * max(x, 0), elementwise. The gradient at 0 is 0.
 *
 * @example tensor([-1, 2]).relu() // tensor([0, 2])
 */
export const relu: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(reluOp);

/**
 * The logistic function 1 / (1 + e⁻ˣ), elementwise.
 *
 * @example tensor([-1, 0, 1]).sigmoid() // tensor([0.2689, 0.5000, 0.7311])
 */
export const sigmoid: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(sigmoidOp);

/**
 * The error function, elementwise.
 *
 * @example tensor([0, 1]).erf() // tensor([0.0000, 0.8427])
 */
export const erf: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(erfOp);

const geluOptions = options('x.gelu({ approximate: "tanh" })', {
  /** "tanh" for the approximation by a tanh. Default "none". */
  approximate: oneOf(["none", "tanh"], "none"),
});

/** Options of {@link gelu}. */
export interface GeluOptions extends OptionsOf<typeof geluOptions> {}

/**
 * x Φ(x) elementwise (Hendrycks & Gimpel 2016), or its tanh approximation.
 *
 * @example tensor([-1, 1]).gelu({ approximate: "tanh" }) // tensor([-0.1588, 0.8412])
 */
export function gelu(x: Tensor, given?: GeluOptions): Tensor {
  checkTensor(geluOptions.what, "x", x);
  return apply1(geluOptions(given).approximate === "tanh" ? geluTanhOp : geluOp, [x], noAttrs);
}

/**
 * x · sigmoid(x) elementwise, also called swish (Ramachandran et al. 2017).
 *
 * @example tensor([-1, 1]).silu() // tensor([-0.2689, 0.7311])
 */
export const silu: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(siluOp);

/**
 * ln(1 + eˣ) elementwise, and x itself above 20.
 *
 * @example tensor([-1, 0, 1]).softplus() // tensor([0.3133, 0.6931, 1.3133])
 */
export const softplus: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(softplusOp);

/**
 * ln sigmoid(x), elementwise.
 *
 * @example tensor([-1, 0, 1]).logSigmoid() // tensor([-1.3133, -0.6931, -0.3133])
 */
export const logSigmoid: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(logSigmoidOp);

const anyNumber = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

const eluOptions = options("x.elu({ alpha: 1 })", {
  /** The limit for small x is −alpha. Default 1. */
  alpha: number(1, anyNumber),
});

/** Options of {@link elu}. */
export interface EluOptions extends OptionsOf<typeof eluOptions> {}

/**
 * x where x > 0, else alpha (eˣ − 1), elementwise (Clevert et al. 2016). `alpha` is 1 by default.
 *
 * @example tensor([-1, 2]).elu({ alpha: 0.5 }) // tensor([-0.3161, 2.0000])
 */
export function elu(x: Tensor, given?: EluOptions): Tensor {
  checkTensor(eluOptions.what, "x", x);
  return apply1(eluOp, [x], eluOptions(given));
}

const leakyReluOptions = options("x.leakyRelu({ negativeSlope: 0.01 })", {
  /** The slope below 0. Default 0.01. */
  negativeSlope: number(0.01, anyNumber),
});

/** Options of {@link leakyRelu}. */
export interface LeakyReluOptions extends OptionsOf<typeof leakyReluOptions> {}

/**
 * x where x > 0, else negativeSlope · x, elementwise. The slope is 0.01 by default.
 *
 * @example tensor([-1, 2]).leakyRelu({ negativeSlope: 0.2 }) // tensor([-0.2000, 2.0000])
 */
export function leakyRelu(x: Tensor, given?: LeakyReluOptions): Tensor {
  checkTensor(leakyReluOptions.what, "x", x);
  return apply1(leakyReluOp, [x], leakyReluOptions(given));
}
