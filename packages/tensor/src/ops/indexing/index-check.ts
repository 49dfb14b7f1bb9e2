import { checkInteger, DTypeError, IndexError } from "@saccade/contract";
import { fromData } from "../../create.ts";
import { checkAddressable, checkTensor, contiguousStrides, readElements, refuseElements } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** Checks that an index tensor is int32. */
export function checkIndexDType(what: string, index: Tensor): void {
  checkTensor(what, "index", index);
  if (index.dtype === "int32") return;
  throw new DTypeError(
    `${what}: the index must be int32, got ${index.describe()}; convert it with to("int32").`,
  );
}

/**
 * Refuses an index tensor with an element outside of `lowest` (0, or -size where indices may count from the
 * end) to size - 1, before any work is done. Kernels rely on this check; on backends whose elements the host cannot
 * read, they must not access memory outside of their tensors.
 */
export function checkIndices(
  what: string,
  index: Tensor,
  dim: number,
  size: number,
  lowest: number = 0,
): void {
  checkIndexDType(what, index);
  const cure = size === 0 ? "the dim is empty" : `use ${lowest} to ${size - 1}`;
  const holds = (value: number): boolean => value >= lowest && value < size;
  refuseElements(what, index, holds, (value, position) => {
    const at = `index ${value} at ${position} of ${index.describe()}`;
    return new IndexError(`${what}: ${at} is out of range for dim ${dim} of size ${size}; ${cure}.`);
  });
}

/**
 * The indices of the elements that are not zero (or true), in row-major order: int32 (n, x.ndim).
 * x is read on the host, which waits for the backend.
 *
 * @example tensor([0, 3, 4]).nonzero() // tensor([[1], [2]], dtype=int32)
 */
export function nonzero(x: Tensor): Tensor {
  checkTensor("nonzero", "x", x);
  const steps = contiguousStrides(x.shape);
  const rows: number[] = [];
  let count = 0;
  readElements("nonzero", x).forEach((value, i) => {
    if (value === 0) return;
    count++;
    for (let d = 0; d < steps.length; d++) rows.push(Math.floor(i / steps[d]!) % x.shape[d]!);
  });
  return fromData(Int32Array.from(rows), [count, x.ndim], { backend: x.backend });
}

/**
 * One-hot encoding: int32 (...idx.shape, numClasses), 1 at each class and 0 elsewhere. `numClasses` is one more than
 * the largest class by default; idx is then read on the host, which waits for the backend.
 *
 * @throws IndexError for a class outside of 0 to numClasses - 1, or if numClasses is missing and idx is empty. @throws
 * DTypeError unless idx is int32.
 * @example oneHot(tensor([2, 0], { dtype: "int32" }), 3) // tensor([[0, 0, 1], [1, 0, 0]], dtype=int32)
 */
export function oneHot(idx: Tensor, numClasses?: number): Tensor {
  checkIndexDType("oneHot", idx);
  const fix = "leave it out to take the largest class";
  if (numClasses !== undefined) checkInteger("oneHot", "numClasses", numClasses, 0, 2 ** 31 - 1, fix);
  const classes = numClasses ?? inferClasses(idx);
  checkIndices("oneHot", idx, idx.ndim, classes);
  checkAddressable("oneHot", [...idx.shape, classes]);
  // Not arange, which every page would have by this method.
  const all = fromData(
    Int32Array.from({ length: classes }, (_, i) => i),
    [classes],
    { backend: idx.backend },
  );
  return idx.unsqueeze(-1).eq(all).to("int32");
}

function inferClasses(idx: Tensor): number {
  if (idx.numel === 0) throw new IndexError("oneHot: no classes to infer from; give numClasses.");
  let largest = -1;
  readElements("oneHot", idx).forEach((value) => {
    largest = Math.max(largest, value);
  });
  return largest + 1;
}
