import type { Tensor } from "@saccade/tensor";
import { required, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  checkOutput,
  type FractionalMaxPoolOptions,
  type FractionalSettings,
  fractionalLargest,
  fractionalRules,
} from "../functional/fractional-max-pool.ts";
import type { MaxPoolResult } from "../functional/max-pool.ts";
import { type Pair, type SizeRule, sizeOrPair, sizeOrTriple, type Triple } from "../functional/windows.ts";
import { layerCall } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

export type { FractionalMaxPoolOptions };

/* @__NO_SIDE_EFFECTS__ */
function constructorOf<Size>(layer: string, dims: number, of: SizeRule<Size>) {
  return layerCall(layer, { kernelSize: required(of(1)) }, fractionalRules(dims, of), {
    example: `new ${layer}(2, { outputRatio: 0.5 })`,
    renamed: { returnIndices: "call withIndices(x), which gives { values, indices }" },
  });
}
const make2d = /* @__PURE__ */ constructorOf("FractionalMaxPool2d", 2, sizeOrPair);
const make3d = /* @__PURE__ */ constructorOf("FractionalMaxPool3d", 3, sizeOrTriple);
const inputs2d = /* @__PURE__ */ tensors("FractionalMaxPool2d.forward", "x float (n, c, h, w) | (c, h, w)");
const inputs3d = /* @__PURE__ */ tensors(
  "FractionalMaxPool3d.forward",
  "x float (n, c, d, h, w) | (c, d, h, w)",
);

/** The common part of the fractional max pooling layers. */
abstract class FractionalMaxPool extends DeclaredLayer {
  readonly #what: string;
  readonly #dims: number;
  readonly #settings: FractionalSettings;

  constructor(what: string, dims: number, inputs: Tensors<string>, settings: FractionalSettings) {
    checkOutput(what, settings);
    const { kernelSize, outputSize, outputRatio } = settings;
    super(inputs, { kernelSize, outputSize, outputRatio });
    this.#what = what;
    this.#dims = dims;
    this.#settings = settings;
  }

  /** @throws ShapeError unless x has the layer's dims, where N may be absent, and the windows fit. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return fractionalLargest(this.#what, x, this.#dims, this.#settings).values;
  }

  /** The largest elements and their indices in the flattened spatial dims. */
  withIndices(x: Tensor): MaxPoolResult {
    this.checkInputs([x]);
    return fractionalLargest(this.#what, x, this.#dims, this.#settings);
  }
}

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @example new FractionalMaxPool2d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7])).shape // [1, 3, 4, 4]
 */
export class FractionalMaxPool2d extends FractionalMaxPool {
  /** @throws ShapeError unless one of outputSize and outputRatio is given. */
  constructor(kernelSize: number | Pair, options?: FractionalMaxPoolOptions<number | Pair>) {
    super("FractionalMaxPool2d", 2, inputs2d, make2d([kernelSize, options]));
  }
}

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @example new FractionalMaxPool3d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7, 7])).shape // [1, 3, 4, 4, 4]
 */
export class FractionalMaxPool3d extends FractionalMaxPool {
  /** @throws ShapeError unless one of outputSize and outputRatio is given. */
  constructor(kernelSize: number | Triple, options?: FractionalMaxPoolOptions<number | Triple>) {
    super("FractionalMaxPool3d", 3, inputs3d, make3d([kernelSize, options]));
  }
}
