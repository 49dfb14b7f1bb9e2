import { logSoftmax, softmax, type Tensor } from "@saccade/tensor";
import { Module } from "../module.ts";

/** x, as it is. */
export class Identity extends Module {
  override forward(x: Tensor): Tensor {
    return x;
  }
}

/** max(x, 0). */
export class ReLU extends Module {
  override forward(x: Tensor): Tensor {
    return x.relu();
  }
}

export interface LeakyReLUOptions {
  /** The slope below 0. Default 0.01. */
  readonly negativeSlope?: number;
}

/** x above 0, else negativeSlope · x. */
export class LeakyReLU extends Module {
  readonly negativeSlope: number;

  constructor({ negativeSlope = 0.01 }: LeakyReLUOptions = {}) {
    super();
    this.negativeSlope = negativeSlope;
  }

  override forward(x: Tensor): Tensor {
    return x.leakyRelu({ negativeSlope: this.negativeSlope });
  }

  protected override describeOptions(): string {
    return `negativeSlope=${this.negativeSlope}`;
  }
}

export interface ELUOptions {
  /** Default 1. */
  readonly alpha?: number;
}

/** x above 0, else alpha (eˣ − 1). */
export class ELU extends Module {
  readonly alpha: number;

  constructor({ alpha = 1 }: ELUOptions = {}) {
    super();
    this.alpha = alpha;
  }

  override forward(x: Tensor): Tensor {
    return x.elu({ alpha: this.alpha });
  }

  protected override describeOptions(): string {
    return `alpha=${this.alpha}`;
  }
}

export interface GELUOptions {
  /** "tanh" for the approximation. Default "none". */
  readonly approximate?: "none" | "tanh";
}

/** x Φ(x) (Hendrycks & Gimpel 2016). */
export class GELU extends Module {
  readonly approximate: "none" | "tanh";

  constructor({ approximate = "none" }: GELUOptions = {}) {
    super();
    this.approximate = approximate;
  }

  override forward(x: Tensor): Tensor {
    return x.gelu({ approximate: this.approximate });
  }

  protected override describeOptions(): string {
    return `approximate=${this.approximate}`;
  }
}

/** x · sigmoid(x). */
export class SiLU extends Module {
  override forward(x: Tensor): Tensor {
    return x.silu();
  }
}

export class Tanh extends Module {
  override forward(x: Tensor): Tensor {
    return x.tanh();
  }
}

/** 1 / (1 + e⁻ˣ). */
export class Sigmoid extends Module {
  override forward(x: Tensor): Tensor {
    return x.sigmoid();
  }
}

/** ln(1 + eˣ). */
export class Softplus extends Module {
  override forward(x: Tensor): Tensor {
    return x.softplus();
  }
}

/** eˣ over its sum along `dim`. */
export class Softmax extends Module {
  readonly dim: number;

  constructor(dim: number = -1) {
    super();
    this.dim = dim;
  }

  override forward(x: Tensor): Tensor {
    return softmax(x, this.dim);
  }

  protected override describeOptions(): string {
    return `dim=${this.dim}`;
  }
}

/** The logarithm of the softmax along `dim`. */
export class LogSoftmax extends Module {
  readonly dim: number;

  constructor(dim: number = -1) {
    super();
    this.dim = dim;
  }

  override forward(x: Tensor): Tensor {
    return logSoftmax(x, this.dim);
  }

  protected override describeOptions(): string {
    return `dim=${this.dim}`;
  }
}

/** Dims startDim to endDim joined into one; all but the first by default. */
export class Flatten extends Module {
  readonly startDim: number;
  readonly endDim: number;

  constructor(startDim: number = 1, endDim: number = -1) {
    super();
    this.startDim = startDim;
    this.endDim = endDim;
  }

  override forward(x: Tensor): Tensor {
    return x.flatten(this.startDim, this.endDim);
  }
}
