import { listOf, type Rule, readRule, required, rule, withFix } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import { compareUtf8, encodeUtf8, isWellFormed, swapOnBigEndian } from "./bytes.ts";
import { MAX_HEADER_BYTES } from "./decode.ts";
import { dtypeRank, isSafetensorsDType, type SafetensorsDType, tensorByteLength } from "./dtypes.ts";
import { quote, SafetensorsError } from "./errors.ts";
import { isUnsafeKey, METADATA_KEY } from "./header.ts";

/** A tensor to write: row-major elements as a typed array of the dtype, or as little-endian bytes. */
export interface SafetensorsInput {
  /** The type of the elements in the file. */
  readonly dtype: SafetensorsDType;
  /** The sizes of the dims. */
  readonly shape: readonly number[];
  /**
   * A `Uint8Array` or `DataView` is taken as little-endian bytes. Any other typed array must match the dtype (F32:
   * Float32Array, I64: BigInt64Array, F16 and BF16: Uint16Array of bit patterns, …).
   */
  readonly data: ArrayBufferView;
}

const what = "encodeSafetensors";
const example = 'encodeSafetensors([["w", { dtype, shape, data }]])';
const RAW = new Set(["Uint8Array", "Uint8ClampedArray", "DataView"]);

/** The typed arrays, besides raw bytes, that each dtype accepts. */
const ARRAYS: Partial<Record<SafetensorsDType, readonly string[]>> = {
  I8: ["Int8Array"],
  I16: ["Int16Array"],
  U16: ["Uint16Array"],
  F16: ["Uint16Array", "Float16Array"],
  BF16: ["Uint16Array"],
  I32: ["Int32Array"],
  U32: ["Uint32Array"],
  F32: ["Float32Array"],
  C64: ["Float32Array"],
  F64: ["Float64Array"],
  I64: ["BigInt64Array"],
  U64: ["BigUint64Array"],
};

/**
 * Writes a safetensors file: an 8-byte little-endian header length, the JSON header padded with spaces to a
 * multiple of 8, and the data. Tensors are sorted by decreasing dtype alignment, then by name in UTF-8 order, as in the
 * reference writer, and metadata by key, so that equal input gives equal bytes.
 *
 * Source: the format section of github.com/huggingface/safetensors.
 *
 * @throws {SafetensorsError} for a duplicate, reserved or malformed name, a bad shape, data that does not match the
 * dtype or the shape, BOOL values other than 0 and 1, or a file too large to hold.
 * @example
 * const bytes = encodeSafetensors([["w", { dtype: "F32", shape: [1], data: new Float32Array([2]) }]]);
 * fromSafetensors(bytes).tensors.w // tensor([2])
 */
export function encodeSafetensors(
  entries: Iterable<readonly [string, SafetensorsInput]>,
  metadata?: Readonly<Record<string, string>>,
): Uint8Array<ArrayBuffer> {
  readRule(what, "metadata", metadataRule, metadata, example);
  const tensors = new Map<string, SafetensorsInput>();
  const given: unknown = isIterable(entries) ? [...entries] : entries;
  for (const [name, input] of readRule(what, "entries", pairs, given, example)) {
    checkTensor(name, input);
    const cure = "Give each tensor its own name.";
    if (tensors.has(name)) throw new SafetensorsError("the name is given twice", { cure, tensor: name });
    tensors.set(name, input);
  }
  const sorted = [...tensors].sort(
    ([a, left], [b, right]) => dtypeRank(right.dtype) - dtypeRank(left.dtype) || compareUtf8(a, b),
  );
  const members = metadata === undefined ? [] : [metadataMember(metadata)];
  let dataLength = 0;
  for (const [name, { dtype, shape, data }] of sorted) {
    const end = dataLength + data.byteLength;
    const info = { dtype, shape: [...shape], data_offsets: [dataLength, end] };
    members.push(`${JSON.stringify(name)}:${JSON.stringify(info)}`);
    dataLength = end;
  }
  return assemble(encodeUtf8(`{${members.join(",")}}`), sorted, dataLength);
}

/** Texts by name. {@link metadataMember} checks each. */
export const metadataRule: Rule<Readonly<Record<string, unknown>>, undefined> = withFix(
  rule("texts by name", isRecord),
  'write { epoch: "4" }',
);

type Entry = readonly [string, SafetensorsInput];
type Fault = readonly [problem: string, cure: string];

const pair = rule(
  "a pair of a name and { dtype, shape, data }",
  (value): value is Entry => Array.isArray(value) && value.length === 2,
);
/** The parts of each pair are checked one by one. */
const pairs = required({
  ...listOf(pair),
  must: "pairs of a name and { dtype, shape, data }",
  fix: (value) => (Object(value) === value ? "write Object.entries(record)" : undefined),
});
const inputRule = required(
  rule("{ dtype, shape, data } with a list for its shape", (value): value is SafetensorsInput =>
    Array.isArray(Object(value).shape),
  ),
);

function isIterable(value: unknown): value is Iterable<unknown> {
  return Object(value) === value && Symbol.iterator in Object(value);
}

function assemble(header: Uint8Array, sorted: readonly Entry[], dataLength: number): Uint8Array<ArrayBuffer> {
  const headerLength = Math.ceil(header.length / 8) * 8;
  if (headerLength > MAX_HEADER_BYTES)
    throw new SafetensorsError(`the header would take ${headerLength} bytes, above ${MAX_HEADER_BYTES}`, {
      cure: "Write fewer tensors or less metadata to one file.",
    });
  const file = allocate(8 + headerLength + dataLength);
  new DataView(file.buffer).setUint32(0, headerLength, true);
  file.set(header, 8);
  file.fill(0x20, 8 + header.length, 8 + headerLength);
  let at = 8 + headerLength;
  for (const [, { data }] of sorted) {
    const place = file.subarray(at, at + data.byteLength);
    place.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    swapOnBigEndian(place, elementWidth(data));
    at += data.byteLength;
  }
  return file;
}

function allocate(length: number): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(length);
  } catch {
    throw new SafetensorsError(`a file of ${length} bytes does not fit in memory`, {
      cure: "Split the tensors over several files.",
    });
  }
}

function checkTensor(tensor: string, given: SafetensorsInput): void {
  checkText(tensor, "tensor name");
  const input = readRule(what, `the input of ${quote(tensor)}`, inputRule, given, example);
  const fault = faultOf(tensor, input);
  if (fault) throw new SafetensorsError(fault[0], { cure: fault[1], tensor });
}

/** Why a tensor cannot be written, and the cure; undefined where it can. */
function faultOf(tensor: string, { dtype, shape, data }: SafetensorsInput): Fault | undefined {
  if (tensor === METADATA_KEY) return [`the name ${METADATA_KEY} is reserved`, "Rename the tensor."];
  if (!isSafetensorsDType(dtype)) return [`unknown dtype ${quote(String(dtype))}`, "See SafetensorsDType."];
  const [kind, kinds] = [viewName(data), ARRAYS[dtype] ?? []];
  if (!RAW.has(kind) && !kinds.includes(kind))
    return [
      `data is a ${kind}, which does not hold ${dtype}`,
      `Give ${[...kinds, "Uint8Array"].join(" or ")}.`,
    ];
  const expected = tensorByteLength(tensor, dtype, shape);
  const wanted = `${dtype} of shape [${shape.join(", ")}] needs ${expected}`;
  if (data.byteLength !== expected)
    return [`data has ${data.byteLength} bytes, but ${wanted}`, "Make the shape and the data agree."];
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const bad = dtype === "BOOL" ? bytes.findIndex((value) => value > 1) : -1;
  return bad < 0 ? undefined : [`BOOL element ${bad} is neither 0 nor 1`, "Write 0 or 1."];
}

function metadataMember(metadata: Readonly<Record<string, string>>): string {
  const members: string[] = [];
  for (const key of Object.keys(metadata).sort(compareUtf8)) {
    checkText(key, "metadata key");
    const value: unknown = metadata[key];
    if (typeof value !== "string" || !isWellFormed(value)) {
      const cure = "Metadata holds text only; use String or JSON.stringify.";
      throw new SafetensorsError(`metadata ${quote(key)} is not a well-formed string`, { cure });
    }
    members.push(`${JSON.stringify(key)}:${JSON.stringify(value)}`);
  }
  return `"${METADATA_KEY}":{${members.join(",")}}`;
}

function checkText(text: unknown, what: string): void {
  if (typeof text !== "string" || !isWellFormed(text) || isUnsafeKey(text)) {
    throw new SafetensorsError(`${what} ${quote(String(text))} is not allowed`, {
      cure: "Use well-formed text in which no part between dots is __proto__.",
    });
  }
}

/** The class name of a typed array or DataView, including one from another realm. */
function viewName(data: ArrayBufferView): string {
  return Object.prototype.toString.call(data).slice(8, -1);
}

function elementWidth(data: ArrayBufferView): number {
  return "BYTES_PER_ELEMENT" in data && typeof data.BYTES_PER_ELEMENT === "number"
    ? data.BYTES_PER_ELEMENT
    : 1;
}
