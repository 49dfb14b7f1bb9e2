import { badArgument, flag, IndexError, type OptionsOf, options, ShapeError } from "@saccade/contract";
import { filled, fromData } from "../../create.ts";
import {
  apply1,
  broadcastShapes,
  checkArguments,
  checkInputs,
  checkMask,
  checkOperand,
  checkSameBackend,
  checkTensor,
  formatShape,
  numelOf,
  readElements,
  type Shape,
  sameShape,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { refuseBool } from "../elementwise/map.ts";
import { checkSameDType } from "./gather.ts";
import { checkIndices, nonzero } from "./index-check.ts";
import { indexAddOp, indexCopyOp, indexSelectOp } from "./index-select.ts";

/**
 * One entry per dim: null for the whole dim (Python's `:`), an int32 tensor of indices, or a bool mask over one or more
 * dims.
 */
export type Indices = readonly (Tensor | null)[];

/** A plan that turns the indices into one vector of indices into one dim. */
interface Plan {
  /** Moves the indexed dims next to each other. */
  readonly gatherDims: (x: Tensor) => Tensor;
  readonly returnDims: (x: Tensor) => Tensor;
  /** The position of the indexed dims after that. */
  readonly dim: number;
  /** x's shape after that, with the indexed dims joined into one. */
  readonly joined: Shape;
  /** The indices into the joined dim. */
  readonly vector: Tensor;
  /** The shape of the result. */
  readonly shape: Shape;
}

/** @throws ArgumentError unless the indices are an array of tensors and nulls. */
function checkEntries(what: string, x: Tensor, indices: unknown): asserts indices is Indices {
  const example = `write x.${what}([i, null, j]${what === "index" ? "" : ", values"})`;
  if (!Array.isArray(indices))
    throw badArgument(what, "indices", "an array with a tensor or null for each dim", indices, example);
  for (let i = 0; i < indices.length; i++) {
    const entry: unknown = indices[i];
    if (entry === null) continue;
    if (entry instanceof Tensor) {
      checkSameBackend(what, [x, entry]);
      continue;
    }
    const fix = typeof entry === "number" ? "x.select(dim, i) takes one index" : undefined;
    const rule = "a tensor of int32 or bool, or null for all of the dim";
    throw badArgument(what, `indices[${i}]`, rule, entry, fix ?? example);
  }
}

function planOf(what: string, x: Tensor, indices: Indices): Plan | null {
  const perDim = indices.flatMap((entry, i) => (entry?.dtype === "bool" ? masked(what, entry, i) : [entry]));
  if (perDim.length > x.ndim)
    throw new IndexError(`${what}: ${perDim.length} indexed dims are too many for ${x.describe()}.`);
  checkMasks(what, x, indices);
  const dims = perDim.flatMap((entry, i) => (entry === null ? [] : [i]));
  if (dims.length === 0) return null;
  const tensors = dims.map((d) => perDim[d]!);
  const sizes = dims.map((d) => x.shape[d]!);
  tensors.forEach((index, i) => {
    checkIndices(what, index, dims[i]!, sizes[i]!, -sizes[i]!);
  });
  const shape = tensors.map((index) => index.shape).reduce((a, b) => broadcastShapes(what, a, b));
  const rest = x.shape.map((_, i) => i).filter((i) => !dims.includes(i));
  const dim = placeOf(perDim, dims, rest);
  const order = [...rest.slice(0, dim), ...dims, ...rest.slice(dim)];
  const inPlace = order.every((d, i) => d === i);
  const before = rest.slice(0, dim).map((i) => x.shape[i]!);
  const after = rest.slice(dim).map((i) => x.shape[i]!);
  return {
    gatherDims: (t) => (inPlace ? t : t.permute(order)),
    returnDims: (t) => (inPlace ? t : t.permute(order.map((_, i) => order.indexOf(i)))),
    dim,
    joined: [...before, numelOf(sizes), ...after],
    vector: joinIndices(tensors, sizes)
      .expand(shape)
      .reshape([numelOf(shape)]),
    shape: [...before, ...shape, ...after],
  };
}

/**
 * The number of unindexed dims before the dims of the index result. A 0-dim index removes its dim first, like a number.
 * If the other indexed dims are then adjacent, the result's dims replace them; otherwise they come first.
 */
function placeOf(perDim: Indices, dims: readonly number[], rest: readonly number[]): number {
  const wide = dims.filter((d) => perDim[d]!.ndim > 0);
  const [first = dims[0]!, last = first] = [wide[0], wide.at(-1)];
  return rest.some((d) => d > first && d < last) ? 0 : rest.filter((d) => d < first).length;
}

/**
 * Joins indices into several dims to indices into the joined dim. The remainder turns negative indices into positive
 * ones.
 */
function joinIndices(tensors: readonly Tensor[], sizes: readonly number[]): Tensor {
  // A dim of size 0 has no valid index; the divisor just must not be 0.
  const counted = tensors.map((index, i) => index.remainder(Math.max(1, sizes[i]!)));
  let index = counted[0]!;
  for (let i = 1; i < counted.length; i++) index = index.mul(sizes[i]!).add(counted[i]!);
  return index;
}

function masked(what: string, mask: Tensor, entry: number): Tensor[] {
  if (mask.ndim > 0) return nonzero(mask).unbind(1);
  throw new ShapeError(`${what}: the mask at entry ${entry} is a scalar; a mask covers one dim or more.`);
}

function checkMasks(what: string, x: Tensor, indices: Indices): void {
  let dim = 0;
  for (const entry of indices) {
    if (entry?.dtype !== "bool") {
      dim++;
      continue;
    }
    const covered = x.shape.slice(dim, dim + entry.ndim);
    if (!sameShape(covered, entry.shape))
      throw new IndexError(
        `${what}: a mask ${formatShape(entry.shape)} at dim ${dim} of ${x.describe()} must have the shape ` +
          `${formatShape(covered)} of the dims that it covers.`,
      );
    dim += entry.ndim;
  }
}

/**
 * Advanced indexing as in PyTorch and NumPy: `x[i0, :, i2]` is `x.index([i0, null, i2])`. int32 tensors broadcast
 * together; negative indices count from the end. The broadcast shape replaces the indexed dims, or comes first if a
 * null separates them. A 0-dim index removes its dim first. A bool mask is equivalent to the indices of its true
 * elements, and covers as many dims as it has. Masks are read on the host, which waits for the backend.
 *
 * @throws IndexError for an index out of range, a mask of another shape, or more entries than dims.
 * @throws ShapeError when the tensors do not broadcast; DTypeError for float indices.
 * @example tensor([[1, 2], [3, 4]]).index([tensor([0, 1], { dtype: "int32" }), tensor([1, 0], { dtype: "int32" })]) // tensor([2, 3])
 */
export function index(x: Tensor, indices: Indices): Tensor {
  checkArguments("index", [x, indices], 2);
  checkEntries("index", x, indices);
  const plan = planOf("index", x, indices);
  if (plan === null) return x;
  const rows = plan.gatherDims(x).reshape(plan.joined);
  return apply1(indexSelectOp, [rows, plan.vector], { dim: plan.dim }).reshape(plan.shape);
}

const indexPutOptions = options("x.indexPut([i], values, { accumulate: true })", {
  /** Adds the values to x instead of replacing its elements. Repeated indices add up. Default false. */
  accumulate: flag(false),
});

/** Options of {@link indexPut}. */
export interface IndexPutOptions extends OptionsOf<typeof indexPutOptions> {}

/**
 * Writes `values`, broadcast, to the elements that {@link index} would read: PyTorch's `x[i0, :, i2] = values` as a new
 * tensor. For repeated indices the last value wins, unless `accumulate` is set.
 *
 * @throws ShapeError if the values do not broadcast to the indexed shape, or no dim is indexed.
 * @throws IndexError,
 * DTypeError as in index(); DTypeError also if the dtypes of x and the values differ.
 * @example zeros([3]).indexPut([tensor([2], { dtype: "int32" })], 7) // tensor([0, 0, 7])
 */
export function indexPut(
  x: Tensor,
  indices: Indices,
  values: Tensor | number,
  given?: IndexPutOptions,
): Tensor {
  checkTensor(indexPutOptions.what, "x", x);
  checkEntries("indexPut", x, indices);
  if (values instanceof Tensor) checkSameBackend("indexPut", [x, values]);
  else checkOperand("indexPut", "values", values);
  const { accumulate } = indexPutOptions(given);
  if (accumulate) refuseBool("indexPut", x.dtype);
  const source =
    values instanceof Tensor
      ? values
      : filled("indexPut", [], values, { dtype: x.dtype, backend: x.backend });
  checkSameDType("indexPut", x, source);
  const plan = planOf("indexPut", x, indices);
  if (plan === null) throw new ShapeError("indexPut: name at least one dim's indices.");
  if (!stretchesTo(source.shape, plan.shape))
    throw new ShapeError(
      `indexPut: values ${formatShape(source.shape)} do not broadcast to the indexed shape ${formatShape(plan.shape)}.`,
    );
  const moved = plan.gatherDims(x);
  const rows = plan.joined.map((size, i) => (i === plan.dim ? plan.vector.numel : size));
  const from = source.expand(plan.shape).reshape(rows);
  const op = accumulate ? indexAddOp : indexCopyOp;
  const out = apply1(op, [moved.reshape(plan.joined), plan.vector, from], { dim: plan.dim });
  return plan.returnDims(out.reshape(moved.shape));
}

function stretchesTo(shape: Shape, target: Shape): boolean {
  const lead = target.length - shape.length;
  return lead >= 0 && shape.every((size, i) => size === 1 || size === target[i + lead]);
}

/**
 * The elements of x where the mask is true, as a vector. x and the mask broadcast together. The mask is read on the
 * host, which waits for the backend.
 *
 * @throws DTypeError when the mask is not bool; ShapeError when the two do not broadcast.
 * @example tensor([1, 2, 3]).maskedSelect(tensor([true, false, true])) // tensor([1, 3])
 */
export function maskedSelect(x: Tensor, mask: Tensor): Tensor {
  checkInputs("maskedSelect", { x, mask });
  checkMask("maskedSelect", "mask", mask);
  const shape = broadcastShapes("maskedSelect", x.shape, mask.shape);
  return apply1(indexSelectOp, [flat(x, shape), positions("maskedSelect", flat(mask, shape))], { dim: 0 });
}

/**
 * Replaces the elements of x where the mask is true by the elements of `source`, in order. x and the mask broadcast
 * together. The mask is read on the host, which waits for the backend.
 *
 * @throws ShapeError if the source has fewer elements than the mask has true ones.
 * @throws DTypeError unless the mask
 * is bool and x and the source have the same dtype.
 * @example zeros([3]).maskedScatter(tensor([true, false, true]), tensor([5, 6])) // tensor([5, 0, 6])
 */
export function maskedScatter(x: Tensor, mask: Tensor, source: Tensor): Tensor {
  checkInputs("maskedScatter", { x, mask, source });
  checkMask("maskedScatter", "mask", mask);
  checkSameDType("maskedScatter", x, source);
  const shape = broadcastShapes("maskedScatter", x.shape, mask.shape);
  const at = positions("maskedScatter", flat(mask, shape));
  if (source.numel < at.numel)
    throw new ShapeError(
      `maskedScatter: the source ${formatShape(source.shape)} has fewer than the ${at.numel} elements that the mask asks for.`,
    );
  const from = flat(source, source.shape).narrow(0, 0, at.numel);
  return apply1(indexCopyOp, [flat(x, shape), at, from], { dim: 0 }).reshape(shape);
}

function flat(x: Tensor, shape: Shape): Tensor {
  return (sameShape(x.shape, shape) ? x : x.expand(shape)).reshape([numelOf(shape)]);
}

function positions(what: string, mask: Tensor): Tensor {
  const found: number[] = [];
  readElements(what, mask).forEach((value, i) => {
    if (value) found.push(i);
  });
  return fromData(Int32Array.from(found), [found.length], { backend: mask.backend });
}
