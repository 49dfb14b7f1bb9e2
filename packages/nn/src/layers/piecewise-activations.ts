// Modules of the functions in functional/piecewise.ts.
import { full, type Tensor } from "@saccade/tensor";
import { type OptionsOf, signature, size } from "@saccade/tensor/contract";
import {
  checkHardtanh,
  checkRrelu,
  type HardshrinkOptions,
  type HardtanhOptions,
  hardshrink,
  hardshrinkRules,
  hardsigmoid,
  hardswish,
  hardtanh,
  hardtanhRules,
  prelu,
  relu6,
  rrelu,
  rreluRules,
  type SoftshrinkOptions,
  softshrink,
  softshrinkRules,
  threshold,
  thresholdRules,
} from "../functional/piecewise.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { anyNumber, layerCall } from "../rules.ts";
import { Activation, SettledActivation } from "./activation.ts";

const hardtanhCall = layerCall("Hardtanh", {}, hardtanhRules, {
  example: "new Hardtanh({ minVal: -2, maxVal: 2 })",
});

/**
 * x limited to [minVal, maxVal], elementwise: (…) → (…). The gradient at the bounds is 0.
 *
 * @throws ArgumentError if minVal > maxVal, or for an unknown option.
 * @example new Hardtanh().forward(tensor([-2, 0.5, 2])) // tensor([-1.0000, 0.5000, 1.0000])
 */
export class Hardtanh extends SettledActivation {
  /** The lower bound, which replaces smaller elements. */
  declare readonly minVal: number;
  /** The upper bound, which replaces larger elements. */
  declare readonly maxVal: number;

  constructor(options?: HardtanhOptions);
  constructor() {
    const settings = hardtanhCall(arguments);
    checkHardtanh("Hardtanh", settings);
    super(settings);
  }

  protected override map(x: Tensor): Tensor {
    return hardtanh(x, { minVal: this.minVal, maxVal: this.maxVal });
  }
}

/**
 * min(max(x, 0), 6), elementwise: (…) → (…) (Krizhevsky 2010).
 *
 * @example new ReLU6().forward(tensor([-1, 3, 8])) // tensor([0, 3, 6])
 */
export class ReLU6 extends Activation {
  protected override map(x: Tensor): Tensor {
    return relu6(x);
  }
}

/**
 * min(max(x + 3, 0), 6) / 6, elementwise: (…) → (…).
 *
 * @example new Hardsigmoid().forward(tensor([-4, 0, 1.5])) // tensor([0.0000, 0.5000, 0.7500])
 */
export class Hardsigmoid extends Activation {
  protected override map(x: Tensor): Tensor {
    return hardsigmoid(x);
  }
}

/**
 * x · min(max(x + 3, 0), 6) / 6, elementwise: (…) → (…) (Howard et al. 2019, "Searching for MobileNetV3").
 *
 * @example new Hardswish().forward(tensor([-4, 1, 4])) // tensor([0.0000, 0.6667, 4.0000])
 */
export class Hardswish extends Activation {
  protected override map(x: Tensor): Tensor {
    return hardswish(x);
  }
}

const hardshrinkCall = layerCall("Hardshrink", {}, hardshrinkRules, {
  example: "new Hardshrink({ lambd: 0.5 })",
});

/**
 * 0 where |x| ≤ lambd, else x, elementwise: (…) → (…).
 *
 * @example new Hardshrink().forward(tensor([-1, 0.3, 2])) // tensor([-1, 0, 2])
 */
export class Hardshrink extends SettledActivation {
  /** Elements from −lambd to lambd become 0. */
  declare readonly lambd: number;

  constructor(options?: HardshrinkOptions);
  constructor() {
    super(hardshrinkCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return hardshrink(x, { lambd: this.lambd });
  }
}

const softshrinkCall = layerCall("Softshrink", {}, softshrinkRules, {
  example: "new Softshrink({ lambd: 0.5 })",
});

/**
 * x moved towards 0 by lambd, and 0 where |x| ≤ lambd, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a negative lambd, or an unknown option.
 * @example new Softshrink().forward(tensor([-1, 0.3, 2])) // tensor([-0.5000, 0.0000, 1.5000])
 */
export class Softshrink extends SettledActivation {
  /** How far elements move towards 0. */
  declare readonly lambd: number;

  constructor(options?: SoftshrinkOptions);
  constructor() {
    super(softshrinkCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return softshrink(x, { lambd: this.lambd });
  }
}

const thresholdCall = signature("Threshold", thresholdRules, "new Threshold(0.1, 0)");

/**
 * x where x > threshold, else value, elementwise: (…) → (…).
 *
 * @example new Threshold(0.1, 20).forward(tensor([-1, 0.05, 2])) // tensor([20, 20, 2])
 */
export class Threshold extends SettledActivation {
  /** Elements up to this are replaced. */
  declare readonly threshold: number;
  /** Their replacement. */
  declare readonly value: number;

  /**
   * @param threshold elements up to this are replaced.
   * @param value their replacement.
   */
  constructor(threshold: number, value: number);
  constructor() {
    super(thresholdCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return threshold(x, this.threshold, this.value);
  }
}

const preluCall = layerCall(
  "PReLU",
  { numParameters: size(1) },
  {
    /** The slope below 0 at the start. Default 0.25. */
    init: anyNumber(0.25),
  },
  { example: "new PReLU(3, { init: 0.1 })" },
);

/** Options of {@link PReLU}. */
export interface PReLUOptions extends OptionsOf<typeof preluCall> {}

/**
 * x where x > 0, else weight · x, elementwise, with trained slopes: (N, C, …) → (N, C, …), one slope for each of C channels,
 * or one for all: (…) → (…) (He et al. 2015, "Delving Deep into Rectifiers").
 *
 * @throws ArgumentError unless the number of slopes is whole and ≥ 1, or for an unknown option.
 * @example new PReLU().forward(tensor([-1, 2])) // tensor([-0.2500, 2.0000])
 */
export class PReLU extends Activation {
  /** The slopes below 0: (C) or (1). */
  readonly weight: Parameter;

  /** @param numParameters 1, or the number of channels. Default 1. */
  constructor(numParameters?: number, options?: PReLUOptions);
  constructor() {
    const { numParameters, init } = preluCall(arguments);
    super();
    this.weight = makeParameter([numParameters], () => full([numParameters], init));
  }

  protected override map(x: Tensor): Tensor {
    return prelu(x, this.weight);
  }

  protected override describeOptions(): string {
    return `numParameters=${this.weight.numel}`;
  }
}

const rreluCall = layerCall("RReLU", {}, rreluRules, { example: "new RReLU({ lower: 0.1, upper: 0.3 })" });

/** Options of {@link RReLU}. */
export interface RReLUOptions extends OptionsOf<typeof rreluCall, typeof rreluRules> {}

/**
 * x where x > 0, else a · x, elementwise: (…) → (…), where a is drawn from U(lower, upper) for each element during training,
 * and (lower + upper) / 2 after `eval()` (Xu et al. 2015).
 *
 * @throws ArgumentError if lower > upper, or for an unknown option.
 * @example new RReLU({ lower: 0.2, upper: 0.4 }).eval().forward(tensor([-1, 2])) // tensor([-0.3000, 2.0000])
 */
export class RReLU extends SettledActivation {
  /** The least slope below 0. */
  declare readonly lower: number;
  /** The largest slope below 0. */
  declare readonly upper: number;

  constructor(options?: RReLUOptions);
  constructor() {
    const settings = rreluCall(arguments);
    checkRrelu("RReLU", settings);
    super(settings);
  }

  protected override map(x: Tensor): Tensor {
    return rrelu(x, { lower: this.lower, upper: this.upper, training: this.training });
  }
}
