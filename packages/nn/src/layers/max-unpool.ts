// A partial inverse of max pooling: functions and layers.
import { ShapeError, scatter, type Tensor, zeros } from "@saccade/tensor";
import { checkElements, formatShape, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ClassOf, declare } from "../declare.ts";
import {
  batched,
  functionCall,
  inEachDim,
  lastSizes,
  line,
  plane,
  poolStride,
  type SizeOrList,
  type SizeRule,
  type Space,
  volume,
} from "../functional/windows.ts";
import { Module } from "../module.ts";
import { withName } from "../operation.ts";
import { showSettings } from "../show-settings.ts";

const unpoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps of the pool from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** The padding of the pool. Default 0. */
    padding: of(0),
  }) as const;

/** The size of the result, of its last dims or of all. */
const outputSizeRule: c.Rule<readonly number[] | null, null> = /* @__PURE__ */ c.nullable(
  c.listOf(c.size()),
  null,
) as c.Rule<readonly number[] | null, null>;

/** Options of max unpooling; `Size` is a number, or a list of one for each dim. */
export interface MaxUnpoolOptions<Size> extends c.Given<ReturnType<typeof unpoolRules<Size>>> {
  /** The size that the pool's input had, where several have the same result: its last dims, or all. */
  readonly outputSize?: readonly number[] | null | undefined;
}

/** The settings of the pool, checked. */
type Pool = c.Settings<ReturnType<typeof unpoolRules<SizeOrList>>> & { readonly kernelSize: SizeOrList };

/**
 * A partial inverse of max pooling: zeros, with each maximum at its index. Of equal indices the last one wins.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 */
function unpool(
  what: string,
  x: Tensor,
  indices: Tensor,
  dims: number,
  { kernelSize, stride, padding }: Pool,
  outputSize: readonly number[] | null,
): Tensor {
  const [kernel, steps, pads] = [kernelSize, stride ?? kernelSize, padding].map((one) =>
    inEachDim(one, dims),
  );
  const usual = lastSizes(x, dims).map((own, i) => (own - 1) * steps![i]! - 2 * pads![i]! + kernel![i]!);
  const sizes = outputSize?.slice(-dims) ?? usual;
  const fits =
    outputSize === null ||
    ((outputSize.length === dims || outputSize.length === x.ndim) &&
      sizes.every((one, i) => Math.abs(one - usual[i]!) < steps![i]!));
  if (!fits)
    throw new ShapeError(
      `${what}: outputSize ${formatShape(outputSize)} must be ${formatShape(usual)}, or differ from it by less than the ` +
        `stride ${formatShape(steps!)}.`,
    );
  const count = sizes.reduce((a, b) => a * b, 1);
  checkElements(what, indices, (elements) => {
    const wrong = elements.find((index) => index < 0 || index >= count);
    if (wrong !== undefined)
      throw new ShapeError(
        `${what}: index ${wrong} lies outside of a result of ${formatShape(sizes)}; give its outputSize.`,
      );
  });
  const lead = x.shape.slice(0, -dims);
  return within(what, () => {
    const blank = zeros([...lead, count], { dtype: x.dtype, backend: x.backend });
    return scatter(blank, -1, indices.flatten(-dims), x.flatten(-dims)).reshape([...lead, ...sizes]);
  });
}

function unpoolFunction<Size extends SizeOrList>(name: string, space: Space<Size>) {
  const positional = {
    x: c.required(c.tensorRule("float")),
    indices: c.required(c.tensorRule("int32")),
    kernelSize: c.required(space.of(1)),
  };
  const rules = { ...unpoolRules(space.of), outputSize: outputSizeRule };
  const shapes = `x ${batched(space)}  indices ${batched(space)}`;
  const read = functionCall(name, positional, rules, shapes, `${name}(values, indices, 2)`);
  return withName(
    name,
    (x: Tensor, indices: Tensor, kernelSize: Size, options?: MaxUnpoolOptions<Size>): Tensor => {
      const settings = read([x, indices, kernelSize, options]);
      return unpool(name, x, indices, space.dims, settings, settings.outputSize);
    },
  );
}

/** Options of a max unpooling layer; `Size` is a number, or a list of one for each dim. */
export interface MaxUnpoolLayerOptions<Size> extends c.Given<ReturnType<typeof unpoolRules<Size>>> {}

/** The common part of the max unpooling layers. */
abstract class MaxUnpool extends Module {
  readonly #what: string;
  readonly #dims: number;
  readonly #inputs: c.Tensors<string>;
  readonly #pool: Pool;

  constructor(what: string, dims: number, inputs: c.Tensors<string>, pool: Pool) {
    super();
    this.#inputs = inputs;
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
    this.#inputs.check([x, indices]);
    const example = "layer.forward(values, indices, [8, 8])";
    const outputSize =
      c.readRule(`${this.#what}.forward`, "outputSize", outputSizeRule, given, example) ?? null;
    return unpool(this.#what, x, indices, this.#dims, this.#pool, outputSize);
  }

  protected override describeOptions(): string {
    const { stride, ...pool } = this.#pool;
    return showSettings(stride === null ? pool : this.#pool);
  }
}

function unpoolLayer<Size extends SizeOrList>(
  name: string,
  space: Space<Size>,
): ClassOf<[kernelSize: Size, options?: MaxUnpoolLayerOptions<Size>], MaxUnpool> {
  const { dims, of } = space;
  const construct = declare(`new ${name}(2)`, () => ({
    positional: { kernelSize: c.required(of(1)) },
    options: unpoolRules(of),
  }));
  const shapes = `x float ${batched(space)}  indices int32 ${batched(space)}`;
  const inputs = c.tensors<string>(`${name}.forward`, shapes);
  return class extends MaxUnpool {
    constructor(kernelSize: Size, options?: MaxUnpoolLayerOptions<Size>) {
      super(name, dims, inputs, construct([kernelSize, options]));
    }
  };
}

/**
 * A partial inverse of `maxPool1d`, from its values and indices (N, C, L): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool1d(tensor([[[4, 3]]]), tensor([[[1, 3]]], { dtype: "int32" }), 2) // tensor([[[0, 4, 0, 3]]])
 */
export const maxUnpool1d = /* @__PURE__ */ unpoolFunction("maxUnpool1d", line);

/**
 * A partial inverse of `maxPool2d`, from its values and indices (N, C, H, W): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool2d(ones([1, 1, 1, 1]), tensor([[[[3]]]], { dtype: "int32" }), 2) // tensor([[[[0, 0], [0, 1]]]])
 */
export const maxUnpool2d = /* @__PURE__ */ unpoolFunction("maxUnpool2d", plane);

/**
 * A partial inverse of `maxPool3d`, from its values and indices (N, C, D, H, W): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool3d(ones([1, 1, 1, 1, 1]), zeros([1, 1, 1, 1, 1], { dtype: "int32" }), 2).sum() // tensor(1)
 */
export const maxUnpool3d = /* @__PURE__ */ unpoolFunction("maxUnpool3d", volume);

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OL): zeros, with each value at its index,
 * (N, C, L); the batch dim may be absent.
 *
 * @example new MaxUnpool1d(2).forward(ones([1, 1, 1]), zeros([1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2]
 */
export class MaxUnpool1d extends /* @__PURE__ */ unpoolLayer("MaxUnpool1d", line) {}

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OH, OW): zeros, with each value at its index,
 * (N, C, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool2d(2).forward(ones([1, 1, 1, 1]), zeros([1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2]
 */
export class MaxUnpool2d extends /* @__PURE__ */ unpoolLayer("MaxUnpool2d", plane) {}

/**
 * A partial inverse of max pooling, from its values and indices (N, C, OD, OH, OW): zeros, with each value at its index,
 * (N, C, D, H, W); the batch dim may be absent.
 *
 * @example new MaxUnpool3d(2).forward(ones([1, 1, 1, 1, 1]), zeros([1, 1, 1, 1, 1], { dtype: "int32" })).shape // [1, 1, 2, 2, 2]
 */
export class MaxUnpool3d extends /* @__PURE__ */ unpoolLayer("MaxUnpool3d", volume) {}
