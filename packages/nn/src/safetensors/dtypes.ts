import { SafetensorsError } from "./errors.ts";

/** Bits per element, in the order of the format's own dtype list, by increasing alignment. */
const BITS = {
  BOOL: 8,
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
  U8: 8,
  I8: 8,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
  F8_E4M3FNUZ: 8,
  F8_E5M2FNUZ: 8,
  I16: 16,
  U16: 16,
  F16: 16,
  BF16: 16,
  I32: 32,
  U32: 32,
  F32: 32,
  C64: 64,
  F64: 64,
  I64: 64,
  U64: 64,
} as const;

/**
 * Element types of the safetensors format, by their names in the file header.
 * Source: the `Dtype` list of github.com/huggingface/safetensors.
 */
export type SafetensorsDType = keyof typeof BITS;

/** All dtypes of the format, by increasing alignment. */
export const SAFETENSORS_DTYPES: readonly SafetensorsDType[] = Object.keys(BITS).filter(isSafetensorsDType);

/** The maximum number of dimensions. PyTorch and NumPy allow 64. */
export const MAX_RANK = 256;

/**
 * Whether `name` is a dtype of the format. Names are case-sensitive.
 *
 * @example isSafetensorsDType("F32") // true
 */
export function isSafetensorsDType(name: string): name is SafetensorsDType {
  return Object.hasOwn(BITS, name);
}

/** The position of a dtype in the format's list. Files store tensors by decreasing rank. */
export function dtypeRank(dtype: SafetensorsDType): number {
  return SAFETENSORS_DTYPES.indexOf(dtype);
}

/** Bytes of one element; 0.5 and 0.75 for the packed 4-bit and 6-bit types. */
export function bytesPerElement(dtype: SafetensorsDType): number {
  return BITS[dtype] / 8;
}

/**
 * The size in bytes of a tensor of this dtype and shape. A scalar has shape `[]` and one element.
 *
 * @throws {SafetensorsError} if a dimension is not a non-negative safe integer, the product overflows, or
 * packed elements do not fill whole bytes.
 */
export function tensorByteLength(
  tensor: string,
  dtype: SafetensorsDType,
  shape: readonly number[],
  offset?: number,
): number {
  const sizes = `shape [${shape.join(", ")}]`;
  const fault = (problem: string): SafetensorsError =>
    new SafetensorsError(problem, { cure: "Check the shape, or the tool that wrote it.", tensor, offset });
  if (shape.length > MAX_RANK) throw fault(`${shape.length} dimensions, at most ${MAX_RANK} allowed`);
  let bits: number = BITS[dtype];
  for (const size of shape) {
    if (!Number.isSafeInteger(size) || size < 0)
      throw fault(`dimension ${String(size)} of ${sizes} is not a non-negative integer`);
    bits *= size;
    if (bits > Number.MAX_SAFE_INTEGER) throw fault(`${sizes} overflows the byte count`);
  }
  if (bits % 8 !== 0) throw fault(`${sizes} of ${BITS[dtype]}-bit ${dtype} does not fill whole bytes`);
  return bits / 8;
}
