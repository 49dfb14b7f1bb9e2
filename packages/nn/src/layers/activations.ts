import { logSoftmax, softmax, type Tensor } from "@saccade/tensor";
import { checkArguments, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, options } from "@saccade/tensor/contract";
import { Module } from "../module.ts";
import { anyNumber } from "../rules.ts";

/**
 * Returns its input unchanged: (…) → (…).
 *
 * @example new Identity().forward(tensor([1, 2])) // tensor([1, 2])
 */
export class Identity extends Module {
  override forward(x: Tensor): Tensor {
    checkArguments("Identity.forward", arguments, 1);
    return x;
  }
}

/**
 * max(x, 0), elementwise: (…) → (…).
 *
 * @example new ReLU().forward(tensor([-1, 2])) // tensor([0, 2])
 */
export class ReLU extends Module {
  override forward(x: Tensor): Tensor {
    checkArguments("ReLU.forward", arguments, 1);
    return x.relu();
  }
}

const leakyReluOptions = options(
  "LeakyReLU",
  {
    /** The slope below 0. Default 0.01. */
    negativeSlope: anyNumber(0.01),
  },
  { example: "new LeakyReLU({ negativeSlope: 0.2 })" },
);

/** Options of {@link LeakyReLU}. */
export interface LeakyReLUOptions extends OptionsOf<typeof leakyReluOptions> {}

/**
 * x where x > 0, else negativeSlope · x, elementwise: (…) → (…).
 *
 * @example new LeakyReLU({ negativeSlope: 0.2 }).forward(tensor([-1, 2])) // tensor([-0.2000, 2.0000])
 */
export class LeakyReLU extends Module {
  /** The slope below 0. */
  readonly negativeSlope: number;

  /** @throws ArgumentError for an unknown option or a slope that is not a number. */
  constructor(given: LeakyReLUOptions = {}) {
    refuseExtra(leakyReluOptions, arguments, 1);
    const { negativeSlope } = leakyReluOptions(given);
    super();
    this.negativeSlope = negativeSlope;
  }

  override forward(x: Tensor): Tensor {
    checkArguments("LeakyReLU.forward", arguments, 1);
    return x.leakyRelu({ negativeSlope: this.negativeSlope });
  }

  protected override describeOptions(): string {
    return `negativeSlope=${this.negativeSlope}`;
  }
}

const eluOptions = options(
  "ELU",
  {
    /** The limit for x → −∞ is −alpha. Default 1. */
    alpha: anyNumber(1),
  },
  { example: "new ELU({ alpha: 0.5 })" },
);

/** Options of {@link ELU}. */
export interface ELUOptions extends OptionsOf<typeof eluOptions> {}

/**
 * x where x > 0, else alpha (eˣ − 1), elementwise: (…) → (…) (Clevert, Unterthiner & Hochreiter 2016).
 *
 * @example new ELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.3161, 2.0000])
 */
export class ELU extends Module {
  /** The limit for x → −∞ is −alpha. */
  readonly alpha: number;

  /** @throws ArgumentError for an unknown option or an alpha that is not a number. */
  constructor(given: ELUOptions = {}) {
    refuseExtra(eluOptions, arguments, 1);
    const { alpha } = eluOptions(given);
    super();
    this.alpha = alpha;
  }

  override forward(x: Tensor): Tensor {
    checkArguments("ELU.forward", arguments, 1);
    return x.elu({ alpha: this.alpha });
  }

  protected override describeOptions(): string {
    return `alpha=${this.alpha}`;
  }
}

const geluOptions = options(
  "GELU",
  {
    /** "tanh" for the approximation by tanh. Default "none": exact. */
    approximate: oneOf(["none", "tanh"], "none"),
  },
  { example: 'new GELU({ approximate: "tanh" })' },
);

/** Options of {@link GELU}. */
export interface GELUOptions extends OptionsOf<typeof geluOptions> {}

/**
 * x Φ(x), Φ the normal distribution function, elementwise: (…) → (…) (Hendrycks & Gimpel 2016).
 *
 * @example new GELU({ approximate: "tanh" }).forward(tensor([-1, 2])) // tensor([-0.1588, 1.9546])
 */
export class GELU extends Module {
  /** Which formula is used. */
  readonly approximate: "none" | "tanh";

  /** @throws ArgumentError for an unknown option or approximation. */
  constructor(given: GELUOptions = {}) {
    refuseExtra(geluOptions, arguments, 1);
    const { approximate } = geluOptions(given);
    super();
    this.approximate = approximate;
  }

  override forward(x: Tensor): Tensor {
    checkArguments("GELU.forward", arguments, 1);
    return x.gelu({ approximate: this.approximate });
  }

  protected override describeOptions(): string {
    return `approximate=${this.approximate}`;
  }
}

/**
 * x · sigmoid(x), elementwise: (…) → (…). Also called Swish (Ramachandran, Zoph & Le 2017).
 *
 * @example new SiLU().forward(tensor([-1, 2])) // tensor([-0.2689, 1.7616])
 */
export class SiLU extends Module {
  override forward(x: Tensor): Tensor {
    checkArguments("SiLU.forward", arguments, 1);
    return x.silu();
  }
}

/**
 * The hyperbolic tangent, elementwise: (…) → (…).
 *
 * @example new Tanh().forward(tensor([-1, 2])) // tensor([-0.7616, 0.9640])
 */
export class Tanh extends Module {
  override forward(x: Tensor): Tensor {
    checkArguments("Tanh.forward", arguments, 1);
    return x.tanh();
  }
}

/**
 * 1 / (1 + e⁻ˣ), elementwise: (…) → (…).
 *
 * @example new Sigmoid().forward(tensor([-1, 2])) // tensor([0.2689, 0.8808])
 */
export class Sigmoid extends Module {
  override forward(x: Tensor): Tensor {
    checkArguments("Sigmoid.forward", arguments, 1);
    return x.sigmoid();
  }
}

/**
 * ln(1 + eˣ), elementwise: (…) → (…). PyTorch's `Softplus` with its default beta and threshold.
 *
 * @example new Softplus().forward(tensor([-1, 2])) // tensor([0.3133, 2.1269])
 */
export class Softplus extends Module {
  /** @throws ArgumentError for any argument: there is no `beta` and no `threshold`. */
  constructor() {
    refuseExtra("Softplus", arguments, 0, "for another beta, write x.mul(beta).softplus().div(beta)");
    super();
  }

  override forward(x: Tensor): Tensor {
    checkArguments("Softplus.forward", arguments, 1);
    return x.softplus();
  }
}

/**
 * eˣ divided by its sum along `dim`: (…) → (…), where each slice along `dim` sums to 1.
 *
 * @example new Softmax().forward(tensor([[1, 2, 3]])) // tensor([[0.0900, 0.2447, 0.6652]])
 */
export class Softmax extends Module {
  /** The dim that is normalized. */
  readonly dim: number;

  /**
   * @param dim the dim that is normalized; negative counts from the end. Default -1.
   * @throws ArgumentError unless `dim` is a whole number.
   */
  constructor(dim: number = -1) {
    refuseExtra("Softmax", arguments, 1);
    checkInteger("Softmax", "dim", dim);
    super();
    this.dim = dim;
  }

  /** @throws IndexError when x has no such dim. */
  override forward(x: Tensor): Tensor {
    checkArguments("Softmax.forward", arguments, 1);
    return softmax(x, this.dim);
  }

  protected override describeOptions(): string {
    return `dim=${this.dim}`;
  }
}

/**
 * The logarithm of the softmax along `dim`, without overflow: (…) → (…).
 *
 * @example new LogSoftmax().forward(tensor([[1, 2, 3]])) // tensor([[-2.4076, -1.4076, -0.4076]])
 */
export class LogSoftmax extends Module {
  /** The dim that is normalized. */
  readonly dim: number;

  /**
   * @param dim the dim that is normalized; negative counts from the end. Default -1.
   * @throws ArgumentError unless `dim` is a whole number.
   */
  constructor(dim: number = -1) {
    refuseExtra("LogSoftmax", arguments, 1);
    checkInteger("LogSoftmax", "dim", dim);
    super();
    this.dim = dim;
  }

  /** @throws IndexError when x has no such dim. */
  override forward(x: Tensor): Tensor {
    checkArguments("LogSoftmax.forward", arguments, 1);
    return logSoftmax(x, this.dim);
  }

  protected override describeOptions(): string {
    return `dim=${this.dim}`;
  }
}

/**
 * Joins the dims from startDim to endDim into one; by default all but the first: (B, C, H, W) → (B, C H W).
 *
 * @example new Flatten().forward(randn([5, 28, 28])).shape // [5, 784]
 */
export class Flatten extends Module {
  /** The first dim that is joined. */
  readonly startDim: number;
  /** The last dim that is joined. */
  readonly endDim: number;

  /**
   * @param startDim the first dim that is joined. Default 1.
   * @param endDim the last one, included; negative counts from the end. Default -1.
   * @throws ArgumentError unless both are whole numbers.
   */
  constructor(startDim: number = 1, endDim: number = -1) {
    refuseExtra("Flatten", arguments, 2);
    checkInteger("Flatten", "startDim", startDim);
    checkInteger("Flatten", "endDim", endDim);
    super();
    this.startDim = startDim;
    this.endDim = endDim;
  }

  override forward(x: Tensor): Tensor {
    checkArguments("Flatten.forward", arguments, 1);
    return x.flatten(this.startDim, this.endDim);
  }

  protected override describeOptions(): string {
    return `startDim=${this.startDim}, endDim=${this.endDim}`;
  }
}
