import { ArgumentError, badArgument, DTypeError, OverflowError } from "@saccade/contract";
import { type DType, type TypedArray, typedArray } from "../memory/dtype.ts";

/** Arrays of bytes, which may hold booleans or numbers: a dtype is required. */
export type Bytes = Uint8Array | Uint8ClampedArray;

const lowest = -(2 ** 31);
const highest = 2 ** 31 - 1;

/** The dtype with the same memory layout as `data`. */
export function dtypeOf(data: TypedArray | Bytes): DType {
  if (data instanceof Float32Array) return "float32";
  if (data instanceof Float64Array) return "float64";
  return data instanceof Int32Array ? "int32" : "bool";
}

function isBytes(value: unknown): value is Bytes {
  return value instanceof Uint8Array || value instanceof Uint8ClampedArray;
}

/**
 * Checks that a tensor can be made from a typed array.
 *
 * @throws DTypeError for bytes without a dtype and for array types without a matching dtype; ArgumentError for anything
 * else.
 */
export function checkTypedArray(
  what: string,
  name: string,
  data: unknown,
  dtype: unknown,
): asserts data is TypedArray | Bytes {
  if (data instanceof Float32Array || data instanceof Float64Array || data instanceof Int32Array) return;
  if (isBytes(data)) {
    if (dtype !== undefined) return;
    throw new DTypeError(
      `${what}: ${name} holds bytes; give their dtype: { dtype: "bool" } or { dtype: "int32" }.`,
    );
  }
  const type: string = ArrayBuffer.isView(data) ? data.constructor.name : "";
  const fix = conversions[type];
  if (fix !== undefined) throw new DTypeError(`${what}: ${name} is a ${type}; convert it with ${fix}.`);
  throw badArgument(
    what,
    name,
    "a Float32Array, Float64Array, Int32Array or Uint8Array",
    data,
    Array.isArray(data) ? "make a tensor of numbers with tensor(…)" : undefined,
  );
}

const bigints = "Int32Array.from(values, Number), or Float64Array beyond 2^31";
const conversions: Readonly<Record<string, string>> = {
  Int8Array: "Int32Array.from(values)",
  Int16Array: "Int32Array.from(values)",
  Uint16Array: "Int32Array.from(values)",
  Uint32Array: "Float64Array.from(values)",
  BigInt64Array: bigints,
  BigUint64Array: bigints,
  Float16Array: "Float32Array.from(values)",
};

/**
 * Converts elements to a dtype; returns `data` itself if it already has that dtype. Conversion to bool tests for ≠ 0.
 *
 * @throws ArgumentError for fractions, OverflowError for NaN, ±∞ and numbers beyond int32, if the dtype is int32.
 */
export function convertData(what: string, data: TypedArray | Bytes, dtype: DType): TypedArray {
  if (dtype === "bool") return toBool(data);
  if (dtype === "int32") return toInt32(what, data);
  if (!(data instanceof Uint8ClampedArray) && dtypeOf(data) === dtype) return data;
  const out = typedArray(dtype, data.length);
  out.set(data);
  return out;
}

function toBool(data: TypedArray | Bytes): TypedArray {
  const kept = data instanceof Uint8Array && data.every((value) => value <= 1);
  return kept ? data : Uint8Array.from(data, (value) => Number(value !== 0));
}

function toInt32(what: string, data: TypedArray | Bytes): TypedArray {
  if (data instanceof Int32Array) return data;
  const out = new Int32Array(data.length);
  for (let i = 0; i < out.length; i++) out[i] = checkInt32(what, data[i]!);
  return out;
}

/** Refuses numbers that int32 does not hold. @throws ArgumentError for a fraction, OverflowError beyond int32. */
export function checkInt32(what: string, value: number): number {
  if (value >= lowest && value <= highest) {
    if (Number.isInteger(value)) return value;
    throw new ArgumentError(
      `${what}: int32 does not hold the fraction ${value}; write Math.trunc(${value}), or convert with to("int32").`,
    );
  }
  throw new OverflowError(`${what}: ${value} does not fit int32 (−2147483648 to 2147483647); use "float64".`);
}

/** A number converted to a dtype. @throws as {@link checkInt32} if the dtype is int32. */
export function convertNumber(what: string, value: number, dtype: DType): number {
  return dtype === "int32" ? checkInt32(what, value) : dtype === "bool" ? Number(value !== 0) : value;
}
