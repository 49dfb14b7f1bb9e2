import type { Tensor } from "@saccade/tensor";
import { readRule, required, type Tensors, tensors } from "@saccade/tensor/contract";
import {
  type MaxUnpoolOptions,
  outputSizeRule,
  type Pool,
  unpool,
  unpoolRules,
} from "../functional/max-unpool.ts";
import {
  oneSize,
  type Pair,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
} from "../functional/windows.ts";
import { layerCall } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

/** Options of a max unpooling layer; `Size` is a number, or a list of one for each dim. */
export type MaxUnpoolLayerOptions<Size> = Omit<MaxUnpoolOptions<Size>, "outputSize">;

/* @__NO_SIDE_EFFECTS__ */
function constructorOf<Size>(layer: string, of: SizeRule<Size>) {
  return layerCall(layer, { kernelSize: required(of(1)) }, unpoolRules(of), { example: `new ${layer}(2)` });
}
/* @__NO_SIDE_EFFECTS__ */
function inputsOf(layer: string, sizes: string): Tensors<string> {
  const shape = `(n, c, ${sizes}) | (c, ${sizes})`;
  return tensors<string>(`${layer}.forward`, `x float ${shape}  indices int32 ${shape}`);
}

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

const make1d = /* @__PURE__ */ constructorOf("MaxUnpool1d", oneSize);
const inputs1d = /* @__PURE__ */ inputsOf("MaxUnpool1d", "l");
/**
 * A partial inverse of max pooling, from its values and indices (N, C, OL): zeros, with each value at its index,
 * (N, C, L); the batch dim may be absent.
 *
 * @example new MaxUnpool1d(2).forward(ones([1, 1, 1]), zeros([1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2]
 */
export class MaxUnpool1d extends MaxUnpool {
  constructor(
    kernelSize: number | readonly [number],
    options?: MaxUnpoolLayerOptions<number | readonly [number]>,
  ) {
    super("MaxUnpool1d", 1, inputs1d, make1d([kernelSize, options]));
  }
}

const make2d = /* @__PURE__ */ constructorOf("MaxUnpool2d", sizeOrPair);
const inputs2d = /* @__PURE__ */ inputsOf("MaxUnpool2d", "h, w");
/**
 * A partial inverse of max pooling, from its values and indices (N, C, OH, OW): zeros, with each value at its index,
 * (N, C, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool2d(2).forward(ones([1, 1, 1, 1]), zeros([1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2]
 */
export class MaxUnpool2d extends MaxUnpool {
  constructor(kernelSize: number | Pair, options?: MaxUnpoolLayerOptions<number | Pair>) {
    super("MaxUnpool2d", 2, inputs2d, make2d([kernelSize, options]));
  }
}

const make3d = /* @__PURE__ */ constructorOf("MaxUnpool3d", sizeOrTriple);
const inputs3d = /* @__PURE__ */ inputsOf("MaxUnpool3d", "d, h, w");
/**
 * A partial inverse of max pooling, from its values and indices (N, C, OD, OH, OW): zeros, with each value at its index,
 * (N, C, D, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool3d(2).forward(ones([1, 1, 1, 1, 1]), zeros([1, 1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2, 2]
 */
export class MaxUnpool3d extends MaxUnpool {
  constructor(kernelSize: number | Triple, options?: MaxUnpoolLayerOptions<number | Triple>) {
    super("MaxUnpool3d", 3, inputs3d, make3d([kernelSize, options]));
  }
}
