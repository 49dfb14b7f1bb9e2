import { logSoftmax, softmax, type Tensor, unflatten } from "@saccade/tensor";
import { listOf, type OptionsOf, oneOf, required, signature, whole } from "@saccade/tensor/contract";
import { type SoftplusOptions, softplus, softplusRules } from "../functional/smooth.ts";
import { anyNumber, layerCall } from "../rules.ts";
import { Activation, SettledActivation } from "./activation.ts";

/**
 * Returns its input unchanged: (…) → (…).
 *
 * @example new Identity().forward(tensor([1, 2])) // tensor([1, 2])
 */
export class Identity extends Activation {
  protected override map(x: Tensor): Tensor {
    return x;
  }
}

/**
 * max(x, 0), elementwise: (…) → (…).
 *
 * @example new ReLU().forward(tensor([-1, 2])) // tensor([0, 2])
 */
export class ReLU extends Activation {
  protected override map(x: Tensor): Tensor {
    return x.relu();
  }
}

const leakyRelu = layerCall(
  "LeakyReLU",
  {},
  {
    /** The slope below 0. Default 0.01. */
    negativeSlope: anyNumber(0.01),
  },
  { example: "new LeakyReLU({ negativeSlope: 0.2 })" },
);

/** Options of {@link LeakyReLU}. */
export interface LeakyReLUOptions extends OptionsOf<typeof leakyRelu> {}

/**
 * x where x > 0, else negativeSlope · x, elementwise: (…) → (…).
 *
 * @example new LeakyReLU({ negativeSlope: 0.2 }).forward(tensor([-1, 2])) // tensor([-0.2000, 2.0000])
 */
export class LeakyReLU extends SettledActivation {
  /** The slope below 0. */
  declare readonly negativeSlope: number;

  constructor(options?: LeakyReLUOptions);
  constructor() {
    super(leakyRelu(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return x.leakyRelu({ negativeSlope: this.negativeSlope });
  }
}

const elu = layerCall(
  "ELU",
  {},
  {
    /** The limit for x → −∞ is −alpha. Default 1. */
    alpha: anyNumber(1),
  },
  { example: "new ELU({ alpha: 0.5 })" },
);

/** Options of {@link ELU}. */
export interface ELUOptions extends OptionsOf<typeof elu> {}

/**
 * x where x > 0, else alpha (eˣ − 1), elementwise: (…) → (…) (Clevert, Unterthiner & Hochreiter 2016).
 *
 * @example new ELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.3161, 2.0000])
 */
export class ELU extends SettledActivation {
  /** The limit for x → −∞ is −alpha. */
  declare readonly alpha: number;

  constructor(options?: ELUOptions);
  constructor() {
    super(elu(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return x.elu({ alpha: this.alpha });
  }
}

const gelu = layerCall(
  "GELU",
  {},
  {
    /** "tanh" for the approximation by tanh. Default "none": exact. */
    approximate: oneOf(["none", "tanh"], "none"),
  },
  { example: 'new GELU({ approximate: "tanh" })' },
);

/** Options of {@link GELU}. */
export interface GELUOptions extends OptionsOf<typeof gelu> {}

/**
 * x Φ(x), Φ the normal distribution function, elementwise: (…) → (…) (Hendrycks & Gimpel 2016).
 *
 * @example new GELU({ approximate: "tanh" }).forward(tensor([-1, 2])) // tensor([-0.1588, 1.9546])
 */
export class GELU extends SettledActivation {
  /** Which formula is used. */
  declare readonly approximate: "none" | "tanh";

  constructor(options?: GELUOptions);
  constructor() {
    super(gelu(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return x.gelu({ approximate: this.approximate });
  }
}

/**
 * x · sigmoid(x), elementwise: (…) → (…). Also called Swish (Ramachandran, Zoph & Le 2017).
 *
 * @example new SiLU().forward(tensor([-1, 2])) // tensor([-0.2689, 1.7616])
 */
export class SiLU extends Activation {
  protected override map(x: Tensor): Tensor {
    return x.silu();
  }
}

/**
 * The hyperbolic tangent, elementwise: (…) → (…).
 *
 * @example new Tanh().forward(tensor([-1, 2])) // tensor([-0.7616, 0.9640])
 */
export class Tanh extends Activation {
  protected override map(x: Tensor): Tensor {
    return x.tanh();
  }
}

/**
 * 1 / (1 + e⁻ˣ), elementwise: (…) → (…).
 *
 * @example new Sigmoid().forward(tensor([-1, 2])) // tensor([0.2689, 0.8808])
 */
export class Sigmoid extends Activation {
  protected override map(x: Tensor): Tensor {
    return x.sigmoid();
  }
}

const softplusCall = layerCall("Softplus", {}, softplusRules, { example: "new Softplus({ beta: 2 })" });

/**
 * ln(1 + exp(beta x)) / beta, and x itself where beta x > threshold, elementwise: (…) → (…).
 *
 * @throws ArgumentError for a beta of 0, or an unknown option.
 * @example new Softplus().forward(tensor([-1, 2])) // tensor([0.3133, 2.1269])
 */
export class Softplus extends SettledActivation {
  /** How sharp the bend at 0 is. */
  declare readonly beta: number;
  /** x itself is returned where beta · x is above this. */
  declare readonly threshold: number;

  constructor(options?: SoftplusOptions);
  constructor() {
    super(softplusCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return softplus(x, { beta: this.beta, threshold: this.threshold });
  }
}

const softmaxDim = signature("Softmax", { dim: whole(-1) }, "new Softmax(-1)");
const logSoftmaxDim = signature("LogSoftmax", { dim: whole(-1) }, "new LogSoftmax(-1)");
const flattenDims = signature("Flatten", { startDim: whole(1), endDim: whole(-1) }, "new Flatten(1, -1)");

/**
 * eˣ divided by its sum along `dim`: (…) → (…), where each slice along `dim` sums to 1.
 *
 * @example new Softmax().forward(tensor([[1, 2, 3]])) // tensor([[0.0900, 0.2447, 0.6652]])
 */
export class Softmax extends SettledActivation {
  /** The dim to normalize. */
  declare readonly dim: number;

  /** @param dim the dim to normalize; negative counts from the end. Default -1. */
  constructor(dim?: number);
  constructor() {
    super(softmaxDim(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return softmax(x, this.dim);
  }
}

/**
 * The logarithm of the softmax along `dim`, without overflow: (…) → (…).
 *
 * @example new LogSoftmax().forward(tensor([[1, 2, 3]])) // tensor([[-2.4076, -1.4076, -0.4076]])
 */
export class LogSoftmax extends SettledActivation {
  /** The dim to normalize. */
  declare readonly dim: number;

  /** @param dim the dim to normalize; negative counts from the end. Default -1. */
  constructor(dim?: number);
  constructor() {
    super(logSoftmaxDim(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return logSoftmax(x, this.dim);
  }
}

/**
 * Joins the dims from startDim to endDim into one; by default all but the first: (B, C, H, W) → (B, C H W).
 *
 * @example new Flatten().forward(randn([5, 28, 28])).shape // [5, 784]
 */
export class Flatten extends SettledActivation {
  /** The first dim that is joined. */
  declare readonly startDim: number;
  /** The last dim that is joined. */
  declare readonly endDim: number;

  /**
   * @param startDim the first dim that is joined. Default 1.
   * @param endDim the last one, included; negative counts from the end. Default -1.
   */
  constructor(startDim?: number, endDim?: number);
  constructor() {
    super(flattenDims(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return x.flatten(this.startDim, this.endDim);
  }
}

const unflattenCall = /* @__PURE__ */ signature(
  "Unflatten",
  { dim: required(whole()), unflattenedSize: required(listOf(whole(undefined, { min: -1 }))) },
  "new Unflatten(1, [4, 7])",
);

/**
 * Splits a dim into several, the inverse of {@link Flatten}: (B, 28) → (B, 4, 7). One size may be -1, which is inferred.
 *
 * @example new Unflatten(1, [4, -1]).forward(randn([5, 28])).shape // [5, 4, 7]
 */
export class Unflatten extends SettledActivation {
  /** The dim that is split. */
  declare readonly dim: number;
  /** The sizes that it is split into. */
  declare readonly unflattenedSize: readonly number[];

  constructor(dim: number, unflattenedSize: readonly number[]);
  constructor() {
    super(unflattenCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return unflatten(x, this.dim, this.unflattenedSize);
  }
}
