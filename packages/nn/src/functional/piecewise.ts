// Activation functions made of pieces of lines, composed of tensor ops.
import { type Generator, ShapeError, type Tensor, uniform, where } from "@saccade/tensor";
import { badArgument, within } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  number,
  type OptionsOf,
  required,
  type Settings,
  signature,
  tensorRule,
  tensors,
} from "@saccade/tensor/contract";
import { anyNumber, generatorRule, layerCall, positive } from "../rules.ts";

const x = required(tensorRule());

export const hardtanhRules = {
  /** The lower bound, which replaces smaller elements. Default -1. */
  minVal: anyNumber(-1),
  /** The upper bound, which replaces larger elements. Default 1. */
  maxVal: anyNumber(1),
};
const hardtanhCall = layerCall("hardtanh", { x }, hardtanhRules, {
  example: "hardtanh(x, { minVal: -2, maxVal: 2 })",
});

/** Options of {@link hardtanh}. */
export interface HardtanhOptions extends Given<typeof hardtanhRules> {}

/**
 * x limited to [minVal, maxVal], elementwise: (…) → (…). The gradient at the bounds is 0.
 *
 * @throws ArgumentError if minVal > maxVal, or for an unknown option.
 * @example functional.hardtanh(tensor([-2, 0.5, 2])) // tensor([-1.0000, 0.5000, 1.0000])
 */
export function hardtanh(x: Tensor, options?: HardtanhOptions): Tensor;
export function hardtanh(): Tensor {
  const { x, minVal, maxVal } = hardtanhCall(arguments);
  checkHardtanh("hardtanh", { minVal, maxVal });
  return limited(x, minVal, maxVal);
}

/** @throws ArgumentError if the lower bound is above the upper one. */
export function checkHardtanh(what: string, { minVal, maxVal }: Settings<typeof hardtanhRules>): void {
  if (minVal > maxVal) throw badArgument(what, "minVal", `a number ≤ maxVal = ${maxVal}`, minVal);
}

// Unlike that of clamp, the gradient at the bounds is 0.
function limited(x: Tensor, low: number, high: number): Tensor {
  return where(x.le(low), low, where(x.ge(high), high, x));
}

const relu6Call = signature("relu6", { x }, "relu6(x)");

/**
 * min(max(x, 0), 6), elementwise: (…) → (…) (Krizhevsky 2010).
 *
 * @example functional.relu6(tensor([-1, 3, 8])) // tensor([0, 3, 6])
 */
export function relu6(x: Tensor): Tensor;
export function relu6(): Tensor {
  return limited(relu6Call(arguments).x, 0, 6);
}

const hardsigmoidCall = signature("hardsigmoid", { x: required(tensorRule("float")) }, "hardsigmoid(x)");

/**
 * relu6(x + 3) / 6, a sigmoid of three lines, elementwise: (…) → (…).
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.hardsigmoid(tensor([-4, 0, 1.5])) // tensor([0.0000, 0.5000, 0.7500])
 */
export function hardsigmoid(x: Tensor): Tensor;
export function hardsigmoid(): Tensor {
  return limited(hardsigmoidCall(arguments).x.add(3), 0, 6).div(6);
}

const hardswishCall = signature("hardswish", { x: required(tensorRule("float")) }, "hardswish(x)");

/**
 * x · relu6(x + 3) / 6, elementwise: (…) → (…) (Howard et al. 2019, "Searching for MobileNetV3").
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.hardswish(tensor([-4, 1, 4])) // tensor([0.0000, 0.6667, 4.0000])
 */
export function hardswish(x: Tensor): Tensor;
export function hardswish(): Tensor {
  const { x } = hardswishCall(arguments);
  return x.mul(limited(x.add(3), 0, 6)).div(6);
}

export const hardshrinkRules = {
  /** Elements from −lambd to lambd become 0. Default 0.5. */
  lambd: anyNumber(0.5),
};
const hardshrinkCall = layerCall("hardshrink", { x }, hardshrinkRules, {
  example: "hardshrink(x, { lambd: 0.5 })",
});

/** Options of {@link hardshrink}. */
export interface HardshrinkOptions extends Given<typeof hardshrinkRules> {}

/**
 * 0 where |x| ≤ lambd, else x, elementwise: (…) → (…).
 *
 * @example functional.hardshrink(tensor([-1, 0.3, 2])) // tensor([-1, 0, 2])
 */
export function hardshrink(x: Tensor, options?: HardshrinkOptions): Tensor;
export function hardshrink(): Tensor {
  const { x, lambd } = hardshrinkCall(arguments);
  return where(x.ge(-lambd).logicalAnd(x.le(lambd)), 0, x);
}

export const softshrinkRules = {
  /** How far elements move towards 0, ≥ 0. Default 0.5. */
  lambd: positive(0.5),
};
const softshrinkCall = layerCall("softshrink", { x }, softshrinkRules, {
  example: "softshrink(x, { lambd: 0.5 })",
});

/** Options of {@link softshrink}. */
export interface SoftshrinkOptions extends Given<typeof softshrinkRules> {}

/**
 * x moved towards 0 by lambd, and 0 where |x| ≤ lambd, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a negative lambd, or an unknown option.
 * @example functional.softshrink(tensor([-1, 0.3, 2])) // tensor([-0.5000, 0.0000, 1.5000])
 */
export function softshrink(x: Tensor, options?: SoftshrinkOptions): Tensor;
export function softshrink(): Tensor {
  const { x, lambd } = softshrinkCall(arguments);
  return within("softshrink", () => where(x.abs().le(lambd), 0, x.sub(x.sign().mul(lambd))));
}

export const thresholdRules = {
  /** Elements up to this are replaced. */
  threshold: required(anyNumber(0)),
  /** Their replacement. */
  value: required(anyNumber(0)),
};
const thresholdCall = signature("threshold", { x, ...thresholdRules }, "threshold(x, 0.1, 0)");

/**
 * x where x > threshold, else value, elementwise: (…) → (…).
 *
 * @throws ArgumentError unless threshold and value are numbers.
 * @example functional.threshold(tensor([-1, 0.05, 2]), 0.1, 20) // tensor([20, 20, 2])
 */
export function threshold(x: Tensor, threshold: number, value: number): Tensor;
export function threshold(): Tensor {
  const { x, threshold, value } = thresholdCall(arguments);
  return where(x.le(threshold), value, x);
}

const preluInputs = tensors("prelu", "x float (…)  weight float (n) | ()");

/**
 * x where x > 0, else weight · x, elementwise: (…) and (1), (C) or () → (…), where dim 1 of x has C elements (He et al.
 * 2015, "Delving Deep into Rectifiers").
 *
 * @throws ShapeError for several weights unless dim 1 of x has as many elements; DTypeError unless both hold floats.
 * @example functional.prelu(tensor([-1, 2]), tensor([0.25])) // tensor([-0.2500, 2.0000])
 */
export function prelu(x: Tensor, weight: Tensor): Tensor {
  preluInputs.check(arguments);
  const channels = x.ndim > 1 ? x.shape[1]! : 1;
  if (weight.numel !== 1 && weight.numel !== channels)
    throw new ShapeError(
      `prelu: weight ${weight.describe()} must have 1 element, or ${channels} as dim 1 of x ${x.describe()} has.`,
    );
  const slope =
    weight.numel === 1 ? weight.reshape([]) : weight.reshape([-1, ...x.shape.slice(2).map(() => 1)]);
  // ∞ · 0 in the slope's gradient would be NaN.
  const positive = x.gt(0);
  return where(positive, x, where(positive, 0, x).mul(slope));
}

export const rreluRules = {
  /** The least slope below 0. Default 1/8. */
  lower: number(1 / 8),
  /** The largest slope below 0. Default 1/3. */
  upper: number(1 / 3),
};
const rreluCall = layerCall(
  "rrelu",
  { x: required(tensorRule("float")) },
  {
    ...rreluRules,
    /** Whether slopes are drawn; else all are (lower + upper) / 2. Default false. */
    training: flag(false),
    /** The generator of the slopes. Default: the default generator. */
    generator: generatorRule(),
  },
  { example: "rrelu(x, { training: true })" },
);

/** Options of {@link rrelu}. */
export interface RreluOptions extends OptionsOf<typeof rreluCall, typeof rreluRules> {}

/**
 * x where x > 0, else a · x, elementwise: (…) → (…), where a is drawn from U(lower, upper) for each element in training,
 * and (lower + upper) / 2 otherwise (Xu et al. 2015).
 *
 * @throws ArgumentError if lower > upper, or for an unknown option.
 * @example functional.rrelu(tensor([-1, 2]), { lower: 0.2, upper: 0.4 }) // tensor([-0.3000, 2.0000])
 */
export function rrelu(x: Tensor, options?: RreluOptions): Tensor;
export function rrelu(): Tensor {
  const { x, training, generator, ...bounds } = rreluCall(arguments);
  checkRrelu("rrelu", bounds);
  return where(
    x.gt(0),
    x,
    x.mul(training ? slopes(x, bounds, generator) : (bounds.lower + bounds.upper) / 2),
  );
}

/** @throws ArgumentError unless the bounds are in order. */
export function checkRrelu(what: string, { lower, upper }: Settings<typeof rreluRules>): void {
  if (lower > upper) throw badArgument(what, "lower", `a number ≤ upper = ${upper}`, lower);
}

function slopes(
  { shape, dtype, backend }: Tensor,
  { lower, upper }: Settings<typeof rreluRules>,
  generator: Generator | undefined,
): Tensor {
  return uniform(lower, upper, shape, { dtype, backend, ...(generator && { generator }) });
}
