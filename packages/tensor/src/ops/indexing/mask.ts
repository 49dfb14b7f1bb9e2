import { fromData } from "../../create.ts";
import { checkTensor, contiguousStrides, readElements } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

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
