// Modules of the functions in functional/smooth.ts.
import { logSigmoid, softmax, type Tensor } from "@saccade/tensor";
import { signature, tensors, whole } from "@saccade/tensor/contract";
import {
  type CeluOptions,
  celu,
  celuRules,
  glu,
  mish,
  selu,
  softmin,
  softsign,
  tanhshrink,
} from "../functional/smooth.ts";
import { layerCall } from "../rules.ts";
import { Activation, SettledActivation } from "./activation.ts";

/**
 * ln sigmoid(x), elementwise: (…) → (…).
 *
 * @example new LogSigmoid().forward(tensor([-1, 2])) // tensor([-1.3133, -0.1269])
 */
export class LogSigmoid extends Activation {
  protected override map(x: Tensor): Tensor {
    return logSigmoid(x);
  }
}

/**
 * 1.0507 x where x > 0, else 1.7581 (eˣ − 1), elementwise: (…) → (…) (Klambauer et al. 2017, "Self-Normalizing Neural
 * Networks").
 *
 * @example new SELU().forward(tensor([-1, 2])) // tensor([-1.1113, 2.1014])
 */
export class SELU extends Activation {
  protected override map(x: Tensor): Tensor {
    return selu(x);
  }
}

const celuCall = layerCall("CELU", {}, celuRules, { example: "new CELU({ alpha: 0.5 })" });

/**
 * x where x > 0, else alpha (exp(x / alpha) − 1), elementwise: (…) → (…) (Barron 2017).
 *
 * @throws ArgumentError for an alpha of 0, or an unknown option.
 * @example new CELU({ alpha: 0.5 }).forward(tensor([-1, 2])) // tensor([-0.4323, 2.0000])
 */
export class CELU extends SettledActivation {
  /** The limit for x → −∞ is −alpha. */
  declare readonly alpha: number;

  constructor(options?: CeluOptions);
  constructor() {
    super(celuCall(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return celu(x, { alpha: this.alpha });
  }
}

/**
 * x / (1 + |x|), elementwise: (…) → (…).
 *
 * @example new Softsign().forward(tensor([-1, 3])) // tensor([-0.5000, 0.7500])
 */
export class Softsign extends Activation {
  protected override map(x: Tensor): Tensor {
    return softsign(x);
  }
}

/**
 * x − tanh(x), elementwise: (…) → (…).
 *
 * @example new Tanhshrink().forward(tensor([-1, 2])) // tensor([-0.2384, 1.0360])
 */
export class Tanhshrink extends Activation {
  protected override map(x: Tensor): Tensor {
    return tanhshrink(x);
  }
}

/**
 * x · tanh(softplus(x)), elementwise: (…) → (…) (Misra 2020).
 *
 * @example new Mish().forward(tensor([-1, 2])) // tensor([-0.3034, 1.9440])
 */
export class Mish extends Activation {
  protected override map(x: Tensor): Tensor {
    return mish(x);
  }
}

const gluDim = signature("GLU", { dim: whole(-1) }, "new GLU(-1)");

/**
 * a · sigmoid(b), where a and b are the halves of x along `dim`: (…, 2n, …) → (…, n, …) (Dauphin et al. 2017).
 *
 * @example new GLU().forward(tensor([1, 2, 0, 0])) // tensor([0.5000, 1.0000])
 */
export class GLU extends SettledActivation {
  /** The dim that is halved. */
  declare readonly dim: number;

  /** @param dim the dim that is halved; negative counts from the end. Default -1. */
  constructor(dim?: number);
  constructor() {
    super(gluDim(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return glu(x, this.dim);
  }
}

const softminDim = signature("Softmin", { dim: whole(-1) }, "new Softmin(-1)");

/**
 * The softmax of −x along `dim`: (…) → (…), where each slice along `dim` sums to 1.
 *
 * @example new Softmin().forward(tensor([1, 2, 3])) // tensor([0.6652, 0.2447, 0.0900])
 */
export class Softmin extends SettledActivation {
  /** The dim to normalize. */
  declare readonly dim: number;

  /** @param dim the dim to normalize; negative counts from the end. Default -1. */
  constructor(dim?: number);
  constructor() {
    super(softminDim(arguments));
  }

  protected override map(x: Tensor): Tensor {
    return softmin(x, this.dim);
  }
}

const images = tensors("Softmax2d.forward", "x (n, c, h, w) | (c, h, w)");

/**
 * The softmax over the channels of each place: (N, C, H, W) or (C, H, W) → the same.
 *
 * @throws ShapeError unless x has 3 or 4 dims.
 * @example new Softmax2d().forward(zeros([2, 1, 1])) // tensor([[[0.5000]], [[0.5000]]])
 */
export class Softmax2d extends Activation {
  protected override map(x: Tensor): Tensor {
    images.check([x]);
    return softmax(x, -3);
  }
}
