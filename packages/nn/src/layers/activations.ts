import { logSoftmax, softmax, type Tensor } from "@saccade/tensor";
import {
  checkChoice,
  checkInteger,
  checkNumber,
  checkOptions,
  checkTensor,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { Module } from "../module.ts";

/**
 * Returns its input unchanged: (…) → (…).
 *
 * @example new Identity().forward(tensor([1, 2])) // tensor([1, 2])
 */
export class Identity extends Module {
  override forward(x: Tensor): Tensor {
    refuseExtra("Identity.forward", arguments, 1);
    checkTensor("Identity", "x", x);
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
    refuseExtra("ReLU.forward", arguments, 1);
    checkTensor("ReLU", "x", x);
    return x.relu();
  }
}

/** Options of {@link LeakyReLU}. */
export interface LeakyReLUOptions {
  /** The slope below 0. Default 0.01. */
  readonly negativeSlope?: number;
}

const leakyReluOptions = optionNames<LeakyReLUOptions>(
  "LeakyReLU",
  { negativeSlope: true },
  "new LeakyReLU({ negativeSlope: 0.2 })",
);

/**
 * x where x > 0, else negativeSlope · x, elementwise: (…) → (…).
 *
 * @example new LeakyReLU({ negativeSlope: 0.2 }).forward(tensor([-1, 2])) // tensor([-0.2000, 2.0000])
 */
export class LeakyReLU extends Module {
  /** The slope below 0. */
  readonly negativeSlope: number;

  /** @throws ArgumentError for an unknown option or a slope that is not a number. */
  constructor(options: LeakyReLUOptions = {}) {
    refuseExtra(leakyReluOptions, arguments, 1);
    checkOptions(leakyReluOptions, options);
    const { negativeSlope = 0.01 } = options;
    checkNumber("LeakyReLU", "negativeSlope", negativeSlope);
    super();
    this.negativeSlope = negativeSlope;
  }

  override forward(x: Tensor): Tensor {
    refuseExtra("LeakyReLU.forward", arguments, 1);
    checkTensor("LeakyReLU", "x", x);
    return x.leakyRelu({ negativeSlope: this.negativeSlope });
  }

  protected override describeOptions(): string {
    return `negativeSlope=${this.negativeSlope}`;
  }
}

/** Options of {@link ELU}. */
export interface ELUOptions {
  /** The limit for x → −∞ is −alpha. Default 1. */
  readonly alpha?: number;
}

const eluOptions = optionNames<ELUOptions>("ELU", { alpha: true }, "new ELU({ alpha: 0.5 })");

/**
 * x where x > 0, else alpha (eˣ − 1), elementwise: (…) → (…) (Clevert, Unterthiner & Hochreiter 2016).
 *
 * @example new ELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.3161, 2.0000])
 */
export class ELU extends Module {
  /** The limit for x → −∞ is −alpha. */
  readonly alpha: number;

  /** @throws ArgumentError for an unknown option or an alpha that is not a number. */
  constructor(options: ELUOptions = {}) {
    refuseExtra(eluOptions, arguments, 1);
    checkOptions(eluOptions, options);
    const { alpha = 1 } = options;
    checkNumber("ELU", "alpha", alpha);
    super();
    this.alpha = alpha;
  }

  override forward(x: Tensor): Tensor {
    refuseExtra("ELU.forward", arguments, 1);
    checkTensor("ELU", "x", x);
    return x.elu({ alpha: this.alpha });
  }

  protected override describeOptions(): string {
    return `alpha=${this.alpha}`;
  }
}

/** Options of {@link GELU}. */
export interface GELUOptions {
  /** "tanh" for the approximation by tanh. Default "none": exact. */
  readonly approximate?: "none" | "tanh";
}

const geluOptions = optionNames<GELUOptions>(
  "GELU",
  { approximate: true },
  'new GELU({ approximate: "tanh" })',
);

/**
 * x Φ(x), Φ the normal distribution function, elementwise: (…) → (…) (Hendrycks & Gimpel 2016).
 *
 * @example new GELU({ approximate: "tanh" }).forward(tensor([-1, 2])) // tensor([-0.1588, 1.9546])
 */
export class GELU extends Module {
  /** Which formula is used. */
  readonly approximate: "none" | "tanh";

  /** @throws ArgumentError for an unknown option or approximation. */
  constructor(options: GELUOptions = {}) {
    refuseExtra(geluOptions, arguments, 1);
    checkOptions(geluOptions, options);
    const { approximate = "none" } = options;
    checkChoice("GELU", "approximate", approximate, ["none", "tanh"]);
    super();
    this.approximate = approximate;
  }

  override forward(x: Tensor): Tensor {
    refuseExtra("GELU.forward", arguments, 1);
    checkTensor("GELU", "x", x);
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
    refuseExtra("SiLU.forward", arguments, 1);
    checkTensor("SiLU", "x", x);
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
    refuseExtra("Tanh.forward", arguments, 1);
    checkTensor("Tanh", "x", x);
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
    refuseExtra("Sigmoid.forward", arguments, 1);
    checkTensor("Sigmoid", "x", x);
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
    refuseExtra("Softplus.forward", arguments, 1);
    checkTensor("Softplus", "x", x);
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
    refuseExtra("Softmax.forward", arguments, 1);
    checkTensor("Softmax", "x", x);
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
    refuseExtra("LogSoftmax.forward", arguments, 1);
    checkTensor("LogSoftmax", "x", x);
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
    refuseExtra("Flatten.forward", arguments, 1);
    checkTensor("Flatten", "x", x);
    return x.flatten(this.startDim, this.endDim);
  }

  protected override describeOptions(): string {
    return `startDim=${this.startDim}, endDim=${this.endDim}`;
  }
}
