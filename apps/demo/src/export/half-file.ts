import { encodeSafetensors, halfBits } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** A safetensors file of weights as 16-bit floats, and what else it says. */
export function halfFile(
  weights: Iterable<readonly [name: string, x: Tensor]>,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  const entries = Array.from(weights, ([name, x]) => {
    const data = halfBits(x.contiguous().dataSync(), "float16");
    return [name, { dtype: "F16", shape: x.shape, data }] as const;
  });
  return encodeSafetensors(entries, metadata);
}
