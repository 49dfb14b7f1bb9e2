import type { Tensor } from "@saccade/tensor";
import { readRule, required, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  type MaxUnpoolOptions,
  outputSizeRule,
  type Pool,
  unpool,
  unpoolRules,
} from "../functional/max-unpool.ts";
import { oneSize, type SizeOrList, type SizeRule, sizeOrPair, sizeOrTriple } from "../functional/windows.ts";
import { layerCall } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

/** Options of a max unpooling layer; `Size` is a number, or a list of one for each dim. */
export type MaxUnpoolLayerOptions<Size> = Omit<MaxUnpoolOptions<Size>, "outputSize">;

const lastDims = ["l", "h, w", "d, h, w"];

/** The common part of the max unpooling layers. */
abstract class MaxUnpool extends DeclaredLayer {
  readonly #what: string;
  readonly #dims: number;
  readonly #pool: Pool;

  constructor(what: string, dims: number, inputs: Tensors<string>, pool: Pool) {
    super(inputs, { ...pool });
    this.#what = what;
    this.#dims = dims;
    this.#pool = pool;
  }

  /**
   * @param outputSize the size that the pool's input had, where several have the same result: its last dims, or all.
   * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
   */
  override forward(x: Tensor, indices: Tensor, outputSize?: readonly number[] | null): Tensor;
  override forward(x: Tensor, indices: Tensor, given?: unknown): Tensor {
    this.checkInputs([x, indices]);
    const example = "layer.forward(values, indices, [8, 8])";
    const outputSize =
      readRule(`${this.#what}.forward`, "outputSize", outputSizeRule, given, example) ?? null;
    return unpool(this.#what, x, indices, this.#dims, this.#pool, outputSize);
  }
}

/** A max unpooling layer of so many dims. */
/* @__NO_SIDE_EFFECTS__ */
function unpoolLayer<Size extends SizeOrList>(
  name: string,
  dims: number,
  of: SizeRule<Size>,
): new (
  kernelSize: Size,
  options?: MaxUnpoolLayerOptions<Size>,
) => MaxUnpool {
  const example = `new ${name}(2)`;
  const construct = layerCall(name, { kernelSize: required(of(1)) }, unpoolRules(of), { example });
  const shape = `(n, c, ${lastDims[dims - 1]}) | (c, ${lastDims[dims - 1]})`;
  const inputs = tensors<string>(`${name}.forward`, `x float ${shape}  indices int32 ${shape}`);
  return class extends MaxUnpool {
    constructor(kernelSize: Size, options?: MaxUnpoolLayerOptions<Size>) {
      super(name, dims, inputs, construct([kernelSize, options]));
    }
  };
}

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OL): zeros, with each value at its index,
 * (N, C, L); the batch dim may be absent.
 *
 * @example new MaxUnpool1d(2).forward(ones([1, 1, 1]), zeros([1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2]
 */
export class MaxUnpool1d extends /* @__PURE__ */ unpoolLayer("MaxUnpool1d", 1, oneSize) {}

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OH, OW): zeros, with each value at its index,
 * (N, C, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool2d(2).forward(ones([1, 1, 1, 1]), zeros([1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2]
 */
export class MaxUnpool2d extends /* @__PURE__ */ unpoolLayer("MaxUnpool2d", 2, sizeOrPair) {}

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OD, OH, OW): zeros, with each value at its index,
 * (N, C, D, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool3d(2).forward(ones([1, 1, 1, 1, 1]), zeros([1, 1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2, 2]
 */
export class MaxUnpool3d extends /* @__PURE__ */ unpoolLayer("MaxUnpool3d", 3, sizeOrTriple) {}
