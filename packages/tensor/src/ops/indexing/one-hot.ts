import { checkInteger, IndexError } from "@saccade/contract";
import { checkAddressable, readElements } from "../../kit.ts";
import { arange } from "../../ranges.ts";
import type { Tensor } from "../../tensor.ts";
import { checkIndexDType, checkIndices } from "./index-check.ts";

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
  const all = arange(0, classes, 1, { dtype: "int32", backend: idx.backend });
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
