import { badArgument, ShapeError } from "@saccade/contract";
import { fromData } from "../../create.ts";
import {
  checkListCall,
  checkShape,
  checkTensor,
  dimOf,
  formatShape,
  readElements,
  type Shape,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { checkIndexDType } from "./index-check.ts";
import { indexSelect } from "./index-select.ts";

/**
 * Repeats x `repeats[i]` times along dim i. Extra repeats add dims in front. PyTorch's `repeat`, NumPy's `tile`.
 *
 * @throws ShapeError for fewer repeats than dims, or a repeat that is not a whole number ≥ 0.
 * @example tensor([1, 2]).repeat([2, 2]) // tensor([[1, 2, 1, 2], [1, 2, 1, 2]])
 */
export function repeat(x: Tensor, repeats: readonly number[]): Tensor {
  checkListCall("repeat", arguments, "repeats", "write x.repeat([2, 3]); repeatInterleave takes one number");
  if (repeats.length < x.ndim)
    throw new ShapeError(
      `repeat: ${formatShape(repeats)} is fewer than the ${x.ndim} dims of ${x.describe()}; tile() takes fewer.`,
    );
  return lay("repeat", x, repeats);
}

/** {@link repeat} for at least as many repeats as dims. */
function lay(what: string, x: Tensor, repeats: readonly number[]): Tensor {
  checkCounts(what, repeats);
  const sizes = [...new Array<number>(repeats.length - x.ndim).fill(1), ...x.shape];
  const shape = sizes.map((size, i) => size * repeats[i]!);
  checkShape(what, shape);
  const laid = x.reshape(sizes.flatMap((size) => [1, size]));
  const stretched = laid.expand(sizes.flatMap((size, i) => [repeats[i]!, size]));
  return stretched.reshape(shape);
}

/**
 * Like {@link repeat}, but accepts fewer repeats than dims: missing ones in front are 1.
 *
 * @example tensor([1, 2]).tile([2]) // tensor([1, 2, 1, 2])
 */
export function tile(x: Tensor, repeats: readonly number[]): Tensor {
  checkListCall("tile", arguments, "repeats", "write x.tile([2, 3])");
  const missing = Math.max(0, x.ndim - repeats.length);
  return lay("tile", x, [...new Array<number>(missing).fill(1), ...repeats]);
}

/**
 * Repeats each element (slice) along a dim: [a, a, b, b]. Without `dim`, x is flattened. `repeats` is one number, or an
 * int32 vector with one number per element; a vector is read on the host, which waits for the backend.
 *
 * @throws ShapeError unless a vector has one element or x.size(dim) elements, and for negative repeats.
 * @example tensor([1, 2]).repeatInterleave(2) // tensor([1, 1, 2, 2])
 */
export function repeatInterleave(x: Tensor, repeats: number | Tensor, dim?: number): Tensor {
  checkTensor("repeatInterleave", "x", x);
  const fix = "write x.repeatInterleave(2, 0)";
  if (!(repeats instanceof Tensor) && typeof repeats !== "number")
    throw badArgument("repeatInterleave", "repeats", "a whole number or an int32 tensor", repeats, fix);
  if (dim === undefined) return repeatInterleave(x.flatten(), repeats, 0);
  if (x.ndim === 0) return repeatInterleave(x.reshape([1]), repeats, dim);
  const d = dimOf("repeatInterleave", dim, x.ndim, fix);
  if (repeats instanceof Tensor) return repeatEach(x, repeats, d);
  checkCounts("repeatInterleave", [repeats]);
  const shape = x.shape.map((size, i) => (i === d ? size * repeats : size));
  checkShape("repeatInterleave", shape);
  const insert = (count: number): Shape => [...x.shape.slice(0, d + 1), count, ...x.shape.slice(d + 1)];
  const stretched = x.unsqueeze(d + 1).expand(insert(repeats));
  return stretched.reshape(shape);
}

function repeatEach(x: Tensor, repeats: Tensor, dim: number): Tensor {
  checkIndexDType("repeatInterleave", repeats);
  if (repeats.ndim > 1 || (repeats.numel !== 1 && repeats.numel !== x.shape[dim]))
    throw new ShapeError(
      `repeatInterleave: repeats ${formatShape(repeats.shape)} must have one element, or one for each of dim ${dim} of ` +
        `${x.describe()}.`,
    );
  const counts = [...readElements("repeatInterleave", repeats)];
  checkCounts("repeatInterleave", counts);
  if (repeats.numel === 1) return repeatInterleave(x, counts[0]!, dim);
  const source = Int32Array.from(counts.flatMap((count, i) => new Array<number>(count).fill(i)));
  return indexSelect(x, dim, fromData(source, [source.length], { backend: x.backend }));
}

function checkCounts(what: string, counts: readonly number[]): void {
  if (counts.every((count) => Number.isInteger(count) && count >= 0)) return;
  throw new ShapeError(`${what}: repeats ${formatShape(counts)} must be whole numbers ≥ 0.`);
}
