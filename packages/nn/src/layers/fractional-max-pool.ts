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
import { type SizeOrList, type SizeRule, sizeOrPair, sizeOrTriple } from "../functional/windows.ts";
import { layerCall } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

export type { FractionalMaxPoolOptions };

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

/** A fractional max pool of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function fractionalLayer<Size extends SizeOrList>(
  name: string,
  dims: number,
  of: SizeRule<Size>,
): new (
  kernelSize: Size,
  options?: FractionalMaxPoolOptions<Size>,
) => FractionalMaxPool {
  const construct = layerCall(name, { kernelSize: required(of(1)) }, fractionalRules(dims, of), {
    example: `new ${name}(2, { outputRatio: 0.5 })`,
    renamed: { returnIndices: "call withIndices(x), which gives { values, indices }" },
  });
  const sizes = dims === 2 ? "h, w" : "d, h, w";
  const inputs = tensors<string>(`${name}.forward`, `x float (n, c, ${sizes}) | (c, ${sizes})`);
  return class extends FractionalMaxPool {
    constructor(kernelSize: Size, options?: FractionalMaxPoolOptions<Size>) {
      super(name, dims, inputs, construct([kernelSize, options]));
    }
  };
}

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given.
 * @example new FractionalMaxPool2d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7])).shape // [1, 3, 4, 4]
 */
export class FractionalMaxPool2d extends /* @__PURE__ */ fractionalLayer(
  "FractionalMaxPool2d",
  2,
  sizeOrPair,
) {}

/**
 * Max pooling with windows at random places (Graham 2014): (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent.
 *
 * @throws ShapeError unless one of outputSize and outputRatio is given.
 * @example new FractionalMaxPool3d(2, { outputRatio: 0.7 }).forward(randn([1, 3, 7, 7, 7])).shape // [1, 3, 4, 4, 4]
 */
export class FractionalMaxPool3d extends /* @__PURE__ */ fractionalLayer(
  "FractionalMaxPool3d",
  3,
  sizeOrTriple,
) {}
