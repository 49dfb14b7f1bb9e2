import { ShapeError, scatter, type Tensor, zeros } from "@saccade/tensor";
import { checkElements, formatShape, within } from "@saccade/tensor/backend";
import {
  type Given,
  listOf,
  nullable,
  type Rule,
  required,
  size,
  tensorRule,
} from "@saccade/tensor/contract";
import {
  functionCall,
  inEachDim,
  lastSizes,
  oneSize,
  type Pair,
  poolStride,
  type SizeOrList,
  type SizeRule,
  sizeOrPair,
  sizeOrTriple,
  type Triple,
} from "./windows.ts";

export const unpoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps of the pool from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** The padding of the pool. Default 0. */
    padding: of(0),
  }) as const;

/** The size of the result, of its last dims or of all. */
export const outputSizeRule: Rule<readonly number[] | null, null> = /* @__PURE__ */ nullable(
  listOf(size()),
  null,
) as Rule<readonly number[] | null, null>;

/** Options of max unpooling; `Size` is a number, or a list of one for each dim. */
export type MaxUnpoolOptions<Size> = Given<ReturnType<typeof unpoolRules<Size>>> & {
  /** The size that the pool's input had, where several have the same result: its last dims, or all. */
  readonly outputSize?: readonly number[] | null | undefined;
};

/** The settings of the pool, checked. */
export interface Pool {
  readonly kernelSize: SizeOrList;
  readonly stride: SizeOrList | null;
  readonly padding: SizeOrList;
}

/**
 * A partial inverse of max pooling: zeros, with each maximum at its index. Of equal indices the last one wins.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 */
export function unpool(
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

/** Declares max unpooling of some dims as a function. */
/* @__NO_SIDE_EFFECTS__ */
function declare<Size extends SizeOrList>(what: string, dims: number, of: SizeRule<Size>, sizes: string) {
  const positional = {
    x: required(tensorRule("float")),
    indices: required(tensorRule("int32")),
    kernelSize: required(of(1)),
  };
  const shapes = ["x", "indices"].map((name) => `${name} (n, c, ${sizes}) | (c, ${sizes})`).join("  ");
  const rules = { ...unpoolRules(of), outputSize: outputSizeRule };
  const read = functionCall(what, positional, rules, shapes, `${what}(values, indices, 2)`);
  return (given: readonly unknown[]): Tensor => {
    const { x, indices, outputSize, ...pool } = read(given);
    return unpool(what, x, indices, dims, pool, outputSize);
  };
}

const of1d = /* @__PURE__ */ declare("maxUnpool1d", 1, oneSize, "l");
const of2d = /* @__PURE__ */ declare("maxUnpool2d", 2, sizeOrPair, "h, w");
const of3d = /* @__PURE__ */ declare("maxUnpool3d", 3, sizeOrTriple, "d, h, w");

/**
 * A partial inverse of `maxPool1d`, from its values and indices (N, C, L): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool1d(tensor([[[4, 3]]]), tensor([[[1, 3]]], { dtype: "int32" }), 2) // tensor([[[0, 4, 0, 3]]])
 */
export function maxUnpool1d(
  x: Tensor,
  indices: Tensor,
  kernelSize: number | readonly [number],
  options?: MaxUnpoolOptions<number | readonly [number]>,
): Tensor {
  return of1d([x, indices, kernelSize, options]);
}

/**
 * A partial inverse of `maxPool2d`, from its values and indices (N, C, H, W): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool2d(ones([1, 1, 1, 1]), tensor([[[[3]]]], { dtype: "int32" }), 2) // tensor([[[[0, 0], [0, 1]]]])
 */
export function maxUnpool2d(
  x: Tensor,
  indices: Tensor,
  kernelSize: number | Pair,
  options?: MaxUnpoolOptions<number | Pair>,
): Tensor {
  return of2d([x, indices, kernelSize, options]);
}

/**
 * A partial inverse of `maxPool3d`, from its values and indices (N, C, D, H, W): zeros, with each value at its
 * index; the batch dim may be absent.
 *
 * @throws ShapeError for an outputSize that no input of the pool has, or an index outside of it.
 * @example functional.maxUnpool3d(ones([1, 1, 1, 1, 1]), zeros([1, 1, 1, 1, 1], { dtype: "int32" }), 2).sum() // tensor(1)
 */
export function maxUnpool3d(
  x: Tensor,
  indices: Tensor,
  kernelSize: number | Triple,
  options?: MaxUnpoolOptions<number | Triple>,
): Tensor {
  return of3d([x, indices, kernelSize, options]);
}
