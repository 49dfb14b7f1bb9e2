import { badArgument } from "@saccade/tensor/checks";
import { toHostOrder } from "./bytes.ts";
import type { SafetensorsTensor } from "./decode.ts";
import { isSafetensorsDType, type SafetensorsDType, tensorByteLength } from "./dtypes.ts";
import { SafetensorsError } from "./errors.ts";
import {
  bfloat16ToFloat32Bits,
  float8E4M3FnuzToFloat32Bits,
  float8E4M3ToFloat32Bits,
  float8E5M2FnuzToFloat32Bits,
  float8E5M2ToFloat32Bits,
  float8E8M0ToFloat32Bits,
  float16ToFloat32Bits,
} from "./floats.ts";

/** The elements of a tensor, row-major, in a new array of one of the four dtypes. */
export type TensorData =
  | { readonly dtype: "float32"; readonly data: Float32Array<ArrayBuffer> }
  | { readonly dtype: "float64"; readonly data: Float64Array<ArrayBuffer> }
  | { readonly dtype: "int32"; readonly data: Int32Array<ArrayBuffer> }
  | { readonly dtype: "bool"; readonly data: Uint8Array<ArrayBuffer> };

/** The fields of a {@link SafetensorsTensor} needed to read its data. */
export type TensorSource = Pick<SafetensorsTensor, "dtype" | "shape" | "bytes"> & {
  /** Its name in error messages. */
  readonly name?: string;
};

/**
 * Reads the numbers of a tensor, copied from the file without loss:
 * F32, F16, BF16 and the 8-bit floats give float32; F64 gives float64; 8-bit and 16-bit integers and I32 give
 * int32; U32, I64 and U64 give int32 if every value fits; BOOL gives bool as bytes 0 and 1.
 *
 * @throws {SafetensorsError} for an integer beyond int32, a BOOL byte above 1, `bytes` of the wrong length,
 * and the unsupported dtypes: C64 (complex), F4, F6_E2M3 and F6_E3M2 (packed bits).
 * @example readTensorData(decodeSafetensors(toSafetensors({ w: tensor([1, 2]) })).tensors.get("w")) // { dtype: "float32", data: Float32Array [1, 2] }
 */
export function readTensorData(entry: TensorSource): TensorData {
  const { name, dtype, shape, bytes } = entryOf(entry);
  const expected = tensorByteLength(name ?? "", dtype, shape);
  if (bytes.length !== expected) {
    const problem = `has ${bytes.length} bytes, but ${dtype} of shape [${shape.join(", ")}] needs ${expected}`;
    throw new SafetensorsError(problem, {
      cure: "Pass an entry as decodeSafetensors gives it.",
      tensor: name,
    });
  }
  const reader = readers[dtype];
  if (typeof reader === "function") return reader(entry);
  const cure = "Convert the tensor to F32 with the tool that wrote the file.";
  throw new SafetensorsError(`dtype ${dtype} cannot be read: ${reader}`, { cure, tensor: name });
}

type Reader = (entry: TensorSource) => TensorData;

const packed = "packed floats below 8 bits are not supported";

/** How each dtype is read, or the reason why it is not. */
const readers: Readonly<Record<SafetensorsDType, Reader | string>> = {
  BOOL: (entry) => ({ dtype: "bool", data: readBool(entry) }),
  F32: ({ bytes }) => ({ dtype: "float32", data: new Float32Array(toHostOrder(bytes, 4)) }),
  F64: ({ bytes }) => ({ dtype: "float64", data: new Float64Array(toHostOrder(bytes, 8)) }),
  F16: widened(2, float16ToFloat32Bits),
  BF16: widened(2, bfloat16ToFloat32Bits),
  F8_E5M2: widened(1, float8E5M2ToFloat32Bits),
  F8_E4M3: widened(1, float8E4M3ToFloat32Bits),
  F8_E8M0: widened(1, float8E8M0ToFloat32Bits),
  F8_E4M3FNUZ: widened(1, float8E4M3FnuzToFloat32Bits),
  F8_E5M2FNUZ: widened(1, float8E5M2FnuzToFloat32Bits),
  U8: ({ bytes }) => integers(bytes),
  I8: ({ bytes }) => integers(new Int8Array(toHostOrder(bytes, 1))),
  I16: ({ bytes }) => integers(new Int16Array(toHostOrder(bytes, 2))),
  U16: ({ bytes }) => integers(new Uint16Array(toHostOrder(bytes, 2))),
  I32: ({ bytes }) => ({ dtype: "int32", data: new Int32Array(toHostOrder(bytes, 4)) }),
  U32: (entry) => ({ dtype: "int32", data: readUint32(entry) }),
  I64: (entry) => ({ dtype: "int32", data: readInt64(entry) }),
  U64: (entry) => ({ dtype: "int32", data: readInt64(entry) }),
  C64: "complex numbers are not supported",
  F4: packed,
  F6_E2M3: packed,
  F6_E3M2: packed,
};

/** @throws ArgumentError unless `entry` has the required fields. */
function entryOf(entry: TensorSource): TensorSource {
  const { dtype, shape, bytes }: Partial<Record<string, unknown>> = Object(entry);
  const isEntry = typeof dtype === "string" && Array.isArray(shape) && bytes instanceof Uint8Array;
  if (isEntry && isSafetensorsDType(dtype)) return entry;
  const rule = "{ dtype, shape, bytes }, an entry as decodeSafetensors gives it";
  throw badArgument("readTensorData", "entry", rule, entry);
}

function integers(values: ArrayLike<number>): TensorData {
  return { dtype: "int32", data: Int32Array.from(values) };
}

/** Reads small floats of `width` bytes. */
function widened(width: 1 | 2, widen: (bits: number) => number): Reader {
  return ({ bytes }) => {
    const source = width === 2 ? new Uint16Array(toHostOrder(bytes, 2)) : bytes;
    const bits = new Uint32Array(source.length);
    // A loop, since TypedArray.from takes forty times as long for each element.
    for (let i = 0; i < bits.length; i++) bits[i] = widen(source[i]!);
    return { dtype: "float32", data: new Float32Array(bits.buffer) };
  };
}

function readBool({ name, bytes }: TensorSource): Uint8Array<ArrayBuffer> {
  const bad = bytes.findIndex((value) => value > 1);
  if (bad < 0) return new Uint8Array(toHostOrder(bytes, 1));
  throw new SafetensorsError(`BOOL element ${bad} is ${bytes[bad]}, neither 0 nor 1`, {
    cure: "Save the tensor again, as BOOL with 0 and 1 or as U8.",
    tensor: name,
  });
}

function readUint32(entry: TensorSource): Int32Array<ArrayBuffer> {
  const values = new Uint32Array(toHostOrder(entry.bytes, 4));
  const bad = values.findIndex((value) => value > 0x7fffffff);
  if (bad >= 0) throw tooLarge(entry, bad, String(values[bad]));
  return new Int32Array(values.buffer);
}

function readInt64(entry: TensorSource): Int32Array<ArrayBuffer> {
  const { dtype, bytes } = entry;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const values = new Int32Array(bytes.length / 8);
  for (let i = 0; i < values.length; i++) {
    const low = view.getInt32(i * 8, true);
    const high = view.getInt32(i * 8 + 4, true);
    const fits = dtype === "I64" ? high === low >> 31 : high === 0 && low >= 0;
    if (!fits) {
      const value = dtype === "I64" ? view.getBigInt64(i * 8, true) : view.getBigUint64(i * 8, true);
      throw tooLarge(entry, i, String(value));
    }
    values[i] = low;
  }
  return values;
}

function tooLarge({ name, dtype }: TensorSource, index: number, value: string): SafetensorsError {
  return new SafetensorsError(`${dtype} element ${index} is ${value}, which does not fit in int32`, {
    cure: "Save the tensor with values from -2147483648 to 2147483647, or as F64.",
    tensor: name,
  });
}
