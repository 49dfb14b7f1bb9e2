/** Element types that tensors have. bool is stored as bytes 0 and 1. */
export type DType = "float32" | "float64" | "int32" | "bool";

/** The typed arrays that hold elements, one per dtype; Uint8Array for bool. */
export type TypedArray = Float32Array | Float64Array | Int32Array | Uint8Array;

/** How many bytes an element of each dtype takes. */
export const bytesPerElement: Readonly<Record<DType, number>> = { float32: 4, float64: 8, int32: 4, bool: 1 };

/**
 * Whether a dtype holds floating-point numbers.
 *
 * @example isFloat("int32") // false
 */
export function isFloat(dtype: DType): boolean {
  return dtype === "float32" || dtype === "float64";
}

export function typedArray(dtype: DType, length: number): TypedArray {
  switch (dtype) {
    case "float32":
      return new Float32Array(length);
    case "float64":
      return new Float64Array(length);
    case "int32":
      return new Int32Array(length);
    case "bool":
      return new Uint8Array(length);
  }
}

const rank: Readonly<Record<DType, number>> = { bool: 0, int32: 1, float32: 2, float64: 3 };

/**
 * PyTorch's promotion of two tensors: bool < int32 < float32 < float64.
 *
 * @example promote("int32", "float32") // "float32"
 */
export function promote(a: DType, b: DType): DType {
  return a === b || rank[a] >= rank[b] ? a : b;
}

/**
 * PyTorch's promotion of two tensors. A 0-dim tensor does not widen a tensor with dims: float64 [] and float32 [2] give
 * float32.
 */
export function promoteTensors(a: Typed, b: Typed): DType {
  if (a.dtype === b.dtype) return a.dtype;
  if (a.shape.length > 0 !== b.shape.length > 0 && isFloat(a.dtype) && isFloat(b.dtype)) {
    return a.shape.length > 0 ? a.dtype : b.dtype;
  }
  return promote(a.dtype, b.dtype);
}

export interface Typed {
  readonly dtype: DType;
  readonly shape: readonly number[];
}

/** The dtype of a JavaScript number used with a tensor: the tensor's dtype, unless the number is of a higher kind. */
export function scalarDType(value: number | boolean, beside: DType): DType {
  if (isFloat(beside) || typeof value === "boolean") return beside;
  if (Number.isInteger(value)) return beside === "bool" ? "int32" : beside;
  return "float32";
}

/** float64 where a backend has it, else float32. */
export function widestFloat({ dtypes }: { readonly dtypes: readonly DType[] }): DType {
  return dtypes.includes("float64") ? "float64" : "float32";
}
