import type { TypedArray } from "./memory/dtype.ts";
import { formatElements } from "./print.ts";
import type { Tensor } from "./tensor.ts";

/**
 * A tensor as console.log shows it: `tensor([[1., 2.]]) float32[1, 2]`. Never throws. `depth` is how many levels deeper
 * the console goes; null for all.
 */
export function inspectTensor(x: Tensor, depth: number | null): string {
  const { shape, dtype } = x;
  if (depth !== null && depth < 0) return `[Tensor ${x.describe()}]`;
  const elements = x.shares > 0 ? formatElements(elementsOf(x), shape, dtype) : "freed";
  return `tensor(${elements}) ${x.describe()}`;
}

/** Null where the host cannot read them: on some backends, and in a step that is being compiled. */
function elementsOf(x: Tensor): TypedArray | null {
  try {
    return x.dataSync();
  } catch {
    return null;
  }
}
