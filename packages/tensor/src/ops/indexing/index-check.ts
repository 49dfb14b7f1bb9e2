import { DTypeError, IndexError } from "@saccade/contract";
import { checkTensor, refuseElements } from "../../kit.ts";
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
