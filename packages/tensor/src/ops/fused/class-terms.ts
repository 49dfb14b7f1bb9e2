import type { HostArray } from "../../apply/op.ts";
import { alongClasses } from "../../definitions/soft-cross-entropy.ts";
import { arange } from "../../ranges.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/select.ts";
import type { ClassLossAttrs } from "./class-targets.ts";

// Shared by the losses over classes: the class weights, as numbers and as ops.

/** The elements of a class weight; ones if there is none. */
export function classWeights(weight: HostArray | undefined, classes: number): ArrayLike<number> {
  if (weight === undefined) return new Float64Array(classes).fill(1);
  const { data, offset } = inOrder(weight);
  return data.subarray(offset, offset + classes);
}

/** The target distribution q in x's shape; 0 for ignored targets. */
function wanted(x: Tensor, target: Tensor, { dim, ignoreIndex }: ClassLossAttrs, smoothing: number): Tensor {
  const numbers = arange(0, x.size(dim), 1, { dtype: "int32", backend: x.backend });
  const at = target.unsqueeze(dim);
  const hit = at.eq(alongClasses(numbers, x, dim)).to(x.dtype);
  const q = smoothing > 0 ? hit.mul(1 - smoothing).add(smoothing / x.size(dim)) : hit;
  return where(at.eq(ignoreIndex), 0, q);
}

/**
 * The losses' cotangent along x's classes, 0 for ignored targets. A mean over no targets makes the cotangent infinite;
 * the gradient is still 0, as in the kernels.
 */
function countedCotangent(g: Tensor, target: Tensor, { dim, ignoreIndex }: ClassLossAttrs): Tensor {
  return where(target.eq(ignoreIndex), 0, g).unsqueeze(dim);
}

/** The gradient of the class weight. Both losses are linear in it. */
export function weightGradient(
  g: Tensor,
  logProbs: Tensor,
  target: Tensor,
  attrs: ClassLossAttrs,
  smoothing: number,
): Tensor {
  const q = wanted(logProbs, target, attrs, smoothing);
  const others = logProbs.shape.map((_, d) => d).filter((d) => d !== attrs.dim);
  const terms = where(q.eq(0), 0, logProbs.mul(q).mul(countedCotangent(g, target, attrs)));
  // No dims would mean all of them.
  return others.length === 0 ? terms.neg() : terms.sum(others).neg();
}
