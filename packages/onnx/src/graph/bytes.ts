import type { TypedArray } from "@saccade/tensor";
import type { ElementType } from "../format/model.ts";

/** Elements as little-endian bytes. */
export function bytesOf(type: ElementType, values: readonly number[]): Uint8Array {
  switch (type) {
    case "int64":
      return bytesIn(BigInt64Array.from(values, (value) => BigInt(value)));
    case "int32":
      return bytesIn(Int32Array.from(values));
    case "float64":
      return bytesIn(Float64Array.from(values));
    case "bool":
      return Uint8Array.from(values);
    default:
      return bytesIn(Float32Array.from(values));
  }
}

/** The bytes of a typed array. Every host that runs Saccade is little-endian. */
export function bytesIn({ buffer, byteOffset, byteLength }: TypedArray | BigInt64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
