import type { DType, TypedArray } from "@saccade/tensor";
import type { Words } from "./gpu/port.ts";

/** How elements come from the GPU, and go there: four bytes each. */
export function elementsOf(words: Words, dtype: DType): TypedArray {
  if (dtype === "float32") return new Float32Array(words.buffer);
  if (dtype === "int32") return new Int32Array(words.buffer);
  return Uint8Array.from(words);
}

export function wordsOf(data: TypedArray): Words {
  if (data instanceof Uint8Array) return Uint32Array.from(data);
  return new Uint32Array(data.slice().buffer as ArrayBuffer);
}
