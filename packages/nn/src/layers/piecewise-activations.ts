// Activation functions made of pieces of lines, composed of tensor ops, and their modules.
import { full, ShapeError, type Tensor, uniform, where } from "@saccade/tensor";
import { badArgument, checkTensor, within } from "@saccade/tensor/backend";
import { flag, number, required, size, tensorRule, tensors } from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { anyNumber, checkFloats, generatorRule, positive } from "../rules.ts";
import { moduleOf, moduleWithSettings } from "./activation.ts";

const hardtanhCall = /* @__PURE__ */ declare("hardtanh(x, { minVal: -2, maxVal: 2 })", () => ({
  tensors: { x: required(tensorRule()) },
  options: {
    /** The lower bound, which replaces smaller elements. Default -1. */
    minVal: anyNumber(-1),
    /** The upper bound, which replaces larger elements. Default 1. */
    maxVal: anyNumber(1),
  },
  check(what, { minVal, maxVal }) {
    if (minVal > maxVal) throw badArgument(what, "minVal", `a number ≤ maxVal = ${maxVal}`, minVal);
  },
}));

/** Options of {@link hardtanh}. */
export interface HardtanhOptions extends OptionsOf<typeof hardtanhCall> {}

/**
 * x limited to [minVal, maxVal], elementwise: (…) → (…). The gradient at the bounds is 0.
 *
 * @throws ArgumentError if minVal > maxVal, or for an unknown option.
 * @example functional.hardtanh(tensor([-2, 0.5, 2])) // tensor([-1.0000, 0.5000, 1.0000])
 */
export function hardtanh(x: Tensor, options?: HardtanhOptions): Tensor {
  const { minVal, maxVal } = hardtanhCall([x, options]);
  return limited(x, minVal, maxVal);
}

/**
 * x limited to [minVal, maxVal], elementwise: (…) → (…). The module of {@link hardtanh}.
 *
 * @example new Hardtanh().forward(tensor([-2, 0.5, 2])) // tensor([-1.0000, 0.5000, 1.0000])
 */
export class Hardtanh extends /* @__PURE__ */ moduleWithSettings("Hardtanh", hardtanh, hardtanhCall) {}

// Unlike that of clamp, the gradient at the bounds is 0.
function limited(x: Tensor, low: number, high: number): Tensor {
  return where(x.le(low), low, where(x.ge(high), high, x));
}

/**
 * min(max(x, 0), 6), elementwise: (…) → (…) (Krizhevsky 2010).
 *
 * @example functional.relu6(tensor([-1, 3, 8])) // tensor([0, 3, 6])
 */
export function relu6(x: Tensor): Tensor {
  checkTensor("relu6", "x", x);
  return limited(x, 0, 6);
}

/**
 * min(max(x, 0), 6), elementwise: (…) → (…). The module of {@link relu6}.
 *
 * @example new ReLU6().forward(tensor([-1, 3, 8])) // tensor([0, 3, 6])
 */
export class ReLU6 extends /* @__PURE__ */ moduleOf(relu6) {}

/**
 * relu6(x + 3) / 6, a sigmoid of three lines, elementwise: (…) → (…).
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.hardsigmoid(tensor([-4, 0, 1.5])) // tensor([0.0000, 0.5000, 0.7500])
 */
export function hardsigmoid(x: Tensor): Tensor {
  checkFloats("hardsigmoid", x);
  return limited(x.add(3), 0, 6).div(6);
}

/**
 * min(max(x + 3, 0), 6) / 6, elementwise: (…) → (…). The module of {@link hardsigmoid}.
 *
 * @example new Hardsigmoid().forward(tensor([-4, 0, 1.5])) // tensor([0.0000, 0.5000, 0.7500])
 */
export class Hardsigmoid extends /* @__PURE__ */ moduleOf(hardsigmoid) {}

/**
 * x · relu6(x + 3) / 6, elementwise: (…) → (…) (Howard et al. 2019, "Searching for MobileNetV3").
 *
 * @throws DTypeError unless x holds floats.
 * @example functional.hardswish(tensor([-4, 1, 4])) // tensor([0.0000, 0.6667, 4.0000])
 */
export function hardswish(x: Tensor): Tensor {
  checkFloats("hardswish", x);
  return x.mul(limited(x.add(3), 0, 6)).div(6);
}

/**
 * x · min(max(x + 3, 0), 6) / 6, elementwise: (…) → (…). The module of {@link hardswish}.
 *
 * @example new Hardswish().forward(tensor([-4, 1, 4])) // tensor([0.0000, 0.6667, 4.0000])
 */
export class Hardswish extends /* @__PURE__ */ moduleOf(hardswish) {}

const hardshrinkCall = /* @__PURE__ */ declare("hardshrink(x, { lambd: 0.5 })", () => ({
  tensors: { x: required(tensorRule()) },
  options: {
    /** Elements from −lambd to lambd become 0. Default 0.5. */
    lambd: anyNumber(0.5),
  },
}));

/** Options of {@link hardshrink}. */
export interface HardshrinkOptions extends OptionsOf<typeof hardshrinkCall> {}

/**
 * 0 where |x| ≤ lambd, else x, elementwise: (…) → (…).
 *
 * @example functional.hardshrink(tensor([-1, 0.3, 2])) // tensor([-1, 0, 2])
 */
export function hardshrink(x: Tensor, options?: HardshrinkOptions): Tensor {
  const { lambd } = hardshrinkCall([x, options]);
  return where(x.ge(-lambd).logicalAnd(x.le(lambd)), 0, x);
}

/**
 * 0 where |x| ≤ lambd, else x, elementwise: (…) → (…). The module of {@link hardshrink}.
 *
 * @example new Hardshrink().forward(tensor([-1, 0.3, 2])) // tensor([-1, 0, 2])
 */
export class Hardshrink extends /* @__PURE__ */ moduleWithSettings(
  "Hardshrink",
  hardshrink,
  hardshrinkCall,
) {}

const softshrinkCall = /* @__PURE__ */ declare("softshrink(x, { lambd: 0.5 })", () => ({
  tensors: { x: required(tensorRule()) },
  options: {
    /** How far elements move towards 0, ≥ 0. Default 0.5. */
    lambd: positive(0.5),
  },
}));

/** Options of {@link softshrink}. */
export interface SoftshrinkOptions extends OptionsOf<typeof softshrinkCall> {}

/**
 * x moved towards 0 by lambd, and 0 where |x| ≤ lambd, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a negative lambd, or an unknown option.
 * @example functional.softshrink(tensor([-1, 0.3, 2])) // tensor([-0.5000, 0.0000, 1.5000])
 */
export function softshrink(x: Tensor, options?: SoftshrinkOptions): Tensor {
  const { lambd } = softshrinkCall([x, options]);
  return within("softshrink", () => where(x.abs().le(lambd), 0, x.sub(x.sign().mul(lambd))));
}

/**
 * x moved towards 0 by lambd, and 0 where |x| ≤ lambd, elementwise: (…) → (…). The module of {@link softshrink}.
 *
 * @example new Softshrink().forward(tensor([-1, 0.3, 2])) // tensor([-0.5000, 0.0000, 1.5000])
 */
export class Softshrink extends /* @__PURE__ */ moduleWithSettings(
  "Softshrink",
  softshrink,
  softshrinkCall,
) {}

const thresholdCall = /* @__PURE__ */ declare("threshold(x, 0.1, 0)", () => ({
  tensors: { x: required(tensorRule()) },
  positional: {
    /** Elements up to this are replaced. */
    threshold: required(anyNumber(0)),
    /** Their replacement. */
    value: required(anyNumber(0)),
  },
}));

/**
 * x where x > threshold, else value, elementwise: (…) → (…).
 *
 * @throws ArgumentError unless threshold and value are numbers.
 * @example functional.threshold(tensor([-1, 0.05, 2]), 0.1, 20) // tensor([20, 20, 2])
 */
export function threshold(x: Tensor, threshold: number, value: number): Tensor {
  thresholdCall([x, threshold, value]);
  return where(x.le(threshold), value, x);
}

/**
 * x where x > threshold, else value, elementwise: (…) → (…). The module of {@link threshold}.
 *
 * @example new Threshold(0.1, 20).forward(tensor([-1, 0.05, 2])) // tensor([20, 20, 2])
 */
export class Threshold extends /* @__PURE__ */ moduleWithSettings("Threshold", threshold, thresholdCall) {}

const preluInputs = /* @__PURE__ */ tensors("prelu", "x float (…)  weight float (n) | ()");

/**
 * x where x > 0, else weight · x, elementwise: (…) and (1), (C) or () → (…), where dim 1 of x has C elements (He et al.
 * 2015, "Delving Deep into Rectifiers").
 *
 * @throws ShapeError for several weights unless dim 1 of x has as many elements; DTypeError unless both hold floats.
 * @example functional.prelu(tensor([-1, 2]), tensor([0.25])) // tensor([-0.2500, 2.0000])
 */
export function prelu(x: Tensor, weight: Tensor): Tensor {
  preluInputs.check([x, weight]);
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

const preluCall = /* @__PURE__ */ declare("new PReLU(3, { init: 0.1 })", () => ({
  positional: { numParameters: size(1) },
  options: {
    /** The slope below 0 at the start. Default 0.25. */
    init: anyNumber(0.25),
  },
}));

/** Options of {@link PReLU}. */
export interface PReLUOptions extends OptionsOf<typeof preluCall> {}

/**
 * x where x > 0, else weight · x, elementwise, with trained slopes: (N, C, …) → (N, C, …), one slope for each of C channels,
 * or one for all: (…) → (…). The module of {@link prelu}.
 *
 * @throws ArgumentError unless the number of slopes is whole and ≥ 1, or for an unknown option.
 * @example new PReLU().forward(tensor([-1, 2])) // tensor([-0.2500, 2.0000])
 */
export class PReLU extends Module {
  /** The slopes below 0: (C) or (1). */
  readonly weight: Parameter;

  /** @param numParameters 1, or the number of channels. Default 1. */
  constructor(numParameters?: number, options?: PReLUOptions) {
    const { numParameters: count, init } = preluCall([numParameters, options]);
    super();
    this.weight = makeParameter([count], () => full([count], init));
  }

  override forward(x: Tensor): Tensor {
    checkTensor("PReLU.forward", "x", x);
    return within("PReLU.forward", () => prelu(x, this.weight));
  }

  protected override describeOptions(): string {
    return `numParameters=${this.weight.numel}`;
  }
}

const rreluBounds = /* @__PURE__ */ declare("new RReLU({ lower: 0.1, upper: 0.3 })", () => ({
  options: {
    /** The least slope below 0. Default 1/8. */
    lower: number(1 / 8),
    /** The largest slope below 0. Default 1/3. */
    upper: number(1 / 3),
  },
  check(what, { lower, upper }) {
    if (lower > upper) throw badArgument(what, "lower", `a number ≤ upper = ${upper}`, lower);
  },
}));
const rreluCall = /* @__PURE__ */ declare("rrelu(x, { training: true })", () => {
  const { options, check } = rreluBounds.parts();
  return {
    tensors: { x: required(tensorRule("float")) },
    options: {
      ...options!,
      /** Whether slopes are drawn; else all are (lower + upper) / 2. Default false. */
      training: flag(false),
      /** The generator of the slopes. Default: the default generator. */
      generator: generatorRule(),
    },
    check: check!,
  };
});

/** Options of {@link rrelu}. */
export interface RreluOptions extends OptionsOf<typeof rreluCall> {}

/** Options of {@link RReLU}. */
export interface RReLUOptions extends OptionsOf<typeof rreluBounds> {}

/**
 * x where x > 0, else a · x, elementwise: (…) → (…), where a is drawn from U(lower, upper) for each element in training,
 * and (lower + upper) / 2 otherwise (Xu et al. 2015).
 *
 * @throws ArgumentError if lower > upper, or for an unknown option.
 * @example functional.rrelu(tensor([-1, 2]), { lower: 0.2, upper: 0.4 }) // tensor([-0.3000, 2.0000])
 */
export function rrelu(x: Tensor, options?: RreluOptions): Tensor {
  const { lower, upper, training, generator } = rreluCall([x, options]);
  const { shape, dtype, backend } = x;
  const drawn = { dtype, backend, ...(generator && { generator }) };
  return where(x.gt(0), x, x.mul(training ? uniform(lower, upper, shape, drawn) : (lower + upper) / 2));
}

/**
 * x where x > 0, else a · x, elementwise: (…) → (…), where a is drawn from U(lower, upper) for each element during training,
 * and (lower + upper) / 2 after `eval()`. The module of {@link rrelu}.
 *
 * @example new RReLU({ lower: 0.2, upper: 0.4 }).eval().forward(tensor([-1, 2])) // tensor([-0.3000, 2.0000])
 */
export class RReLU extends /* @__PURE__ */ moduleWithSettings(
  "RReLU",
  function (x: Tensor, options?: RReLUOptions) {
    return rrelu(x, { training: this.training, ...options });
  },
  rreluBounds,
) {}
