import { HeaderCursor } from "./cursor.ts";
import { isSafetensorsDType, MAX_RANK, SAFETENSORS_DTYPES, type SafetensorsDType } from "./dtypes.ts";
import { quote } from "./errors.ts";

/** The header key of the free-form text metadata; never a tensor name. */
export const METADATA_KEY = "__metadata__";

/** The header entry of one tensor. `start` and `end` count bytes from the end of the header. */
export interface HeaderTensor {
  readonly name: string;
  readonly dtype: SafetensorsDType;
  readonly shape: readonly number[];
  readonly start: number;
  readonly end: number;
}

/** A parsed header, not yet checked against the data. */
export interface Header {
  readonly metadata: Record<string, string>;
  readonly tensors: readonly HeaderTensor[];
}

/**
 * Whether a name, or a part of it between dots, would access an object's prototype if used as a key.
 */
export function isUnsafeKey(name: string): boolean {
  return name.includes("__proto__") && name.split(".").includes("__proto__");
}

/**
 * Parses the header text: an object from tensor names to `{ dtype, shape, data_offsets }`, and `__metadata__`
 * to an object of strings. No other fields are allowed.
 *
 * @throws {SafetensorsError} at the first invalid character.
 */
export function parseHeader(text: string): Header {
  const cursor = new HeaderCursor(text);
  const tensors = new Map<string, HeaderTensor>();
  let metadata: Record<string, string> | undefined;
  readObject(cursor, "the header", (key, at) => {
    if (key === METADATA_KEY) {
      if (metadata !== undefined) throw cursor.fault(`key ${quote(key)} occurs twice in the header`, at);
      metadata = readMetadata(cursor);
      return;
    }
    if (tensors.has(key)) throw cursor.fault(`tensor ${quote(key)} occurs twice in the header`, at);
    cursor.tensor = key;
    tensors.set(key, readTensor(cursor, key));
    cursor.tensor = undefined;
  });
  if (cursor.peek() !== "") throw cursor.fault("header goes on after its closing brace");
  return { metadata: metadata ?? emptyRecord(), tensors: [...tensors.values()] };
}

/** Reads an object. Calls `member` with each key and its position; `member` must read the value. */
function readObject(cursor: HeaderCursor, what: string, member: (key: string, at: number) => void): void {
  cursor.expect("{", `to open ${what}`);
  if (cursor.take("}")) return;
  do {
    cursor.peek();
    const at = cursor.position;
    const key = cursor.string(`a key of ${what}`);
    const cure = "Rename it in the tool that wrote the file.";
    if (isUnsafeKey(key)) throw cursor.fault(`the key ${quote(key)} is not allowed`, at, cure);
    cursor.expect(":", `after the key ${quote(key)}`);
    member(key, at);
  } while (cursor.take(","));
  cursor.expect("}", `to close ${what}`);
}

function readMetadata(cursor: HeaderCursor): Record<string, string> {
  const metadata = emptyRecord();
  readObject(cursor, METADATA_KEY, (key, at) => {
    if (Object.hasOwn(metadata, key)) throw cursor.fault(`metadata key ${quote(key)} occurs twice`, at);
    metadata[key] = cursor.string(`metadata ${quote(key)}`);
  });
  return metadata;
}

function readTensor(cursor: HeaderCursor, name: string): HeaderTensor {
  const seen = new Set<string>();
  let dtype: SafetensorsDType | undefined;
  let shape: number[] = [];
  let [start, end]: (number | undefined)[] = [];
  cursor.peek();
  const at = cursor.position;
  readObject(cursor, "the tensor", (key, keyAt) => {
    if (seen.has(key)) throw cursor.fault(`field ${quote(key)} occurs twice`, keyAt);
    seen.add(key);
    if (key === "dtype") dtype = readDType(cursor);
    else if (key === "shape") shape = cursor.naturals("shape", MAX_RANK);
    else if (key === "data_offsets") [start, end] = cursor.naturals("data_offsets", 2);
    else throw cursor.fault(`unknown field ${quote(key)}; a tensor has dtype, shape and data_offsets`, keyAt);
  });
  const missing = ["dtype", "shape", "data_offsets"].find((field) => !seen.has(field));
  if (missing !== undefined) throw cursor.fault(`field ${missing} is missing`, at);
  if (start === undefined || end === undefined) throw cursor.fault("data_offsets must hold two integers", at);
  return { name, dtype: dtype!, shape, start, end };
}

function readDType(cursor: HeaderCursor): SafetensorsDType {
  cursor.peek();
  const at = cursor.position;
  const dtype = cursor.string("dtype");
  if (isSafetensorsDType(dtype)) return dtype;
  throw cursor.fault(`unknown dtype ${quote(dtype)}`, at, `Known dtypes: ${SAFETENSORS_DTYPES.join(", ")}.`);
}

/** A record without a prototype, so that lookups do not find inherited names. */
function emptyRecord(): Record<string, string> {
  const record: Record<string, string> = {};
  Object.setPrototypeOf(record, null);
  return record;
}
