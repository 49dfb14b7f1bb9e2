import { number, type OptionsOf, options } from "@saccade/tensor/contract";
import { decodeUtf8 } from "./bytes.ts";
import { DAMAGED } from "./cursor.ts";
import { type SafetensorsDType, tensorByteLength } from "./dtypes.ts";
import { quote, SafetensorsError } from "./errors.ts";
import { type HeaderTensor, parseHeader } from "./header.ts";

/** The maximum header length of the reference reader. */
export const MAX_HEADER_BYTES = 100_000_000;

/** One tensor of a file. `bytes` is a view into the file's bytes: little-endian elements in row-major order. */
export interface SafetensorsTensor {
  /** The tensor's name. */
  readonly name: string;
  /** The type of the elements in the file. */
  readonly dtype: SafetensorsDType;
  /** The sizes of the dims. */
  readonly shape: readonly number[];
  /** The elements, little-endian: a view of the file. */
  readonly bytes: Uint8Array;
}

/** A decoded file. `tensors` is in the order of the data; `metadata` is empty when the file has none. */
export interface SafetensorsFile {
  /** Texts by name. */
  readonly metadata: Record<string, string>;
  /** Tensors by name, in the order of the data. */
  readonly tensors: Map<string, SafetensorsTensor>;
}

const decodeOptions = options("decodeSafetensors(bytes, { maxHeaderBytes: 1_000_000 })", {
  /** The maximum header size in bytes. Default 100,000,000, as in the reference reader. */
  maxHeaderBytes: number(MAX_HEADER_BYTES, { min: 0, max: Number.POSITIVE_INFINITY }),
});

/** Settings of {@link decodeSafetensors}. */
export interface DecodeSafetensorsOptions extends OptionsOf<typeof decodeOptions> {}

/**
 * Reads a safetensors file. The file is not trusted: the header is checked against the format and the length of `bytes`
 * first. Tensor data is not copied. Use `readTensorData` to read a tensor's numbers.
 *
 * Source: the format section of github.com/huggingface/safetensors.
 *
 * @throws {SafetensorsError} unless the bytes are a complete, valid safetensors file; ArgumentError for unknown
 * options.
 * @example decodeSafetensors(toSafetensors({ w: tensor([1, 2]) })).tensors.get("w").shape // [2]
 */
export function decodeSafetensors(
  bytes: Uint8Array,
  options: DecodeSafetensorsOptions = {},
): SafetensorsFile {
  if (!ArrayBuffer.isView(bytes))
    throw new SafetensorsError("the file must be given as a Uint8Array", {
      cure: "Wrap an ArrayBuffer as new Uint8Array(buffer).",
    });
  const headerLength = readHeaderLength(bytes, bytes.length, decodeOptions(options).maxHeaderBytes);
  const { metadata, tensors } = readHeader(bytes.subarray(8, 8 + headerLength), bytes.length);
  const views = tensors.map(({ name, dtype, shape, start, end }): [string, SafetensorsTensor] => {
    return [name, { name, dtype, shape, bytes: bytes.subarray(start, end) }];
  });
  return { metadata, tensors: new Map(views) };
}

/** Where a tensor lies in a file. */
export interface SafetensorsPlace extends Omit<SafetensorsTensor, "bytes"> {
  /** The first byte of the data, counted from the start of the file. */
  readonly start: number;
  /** The byte after the last. */
  readonly end: number;
}

/** The header of a file. */
export interface SafetensorsHeader {
  /** Texts by name. */
  readonly metadata: Record<string, string>;
  /** In the order of the data. */
  readonly tensors: readonly SafetensorsPlace[];
}

/**
 * Reads the header of a safetensors file piece by piece, so that the data need not be in memory: asks for the first 8 bytes,
 * then for the header. All that {@link decodeSafetensors} checks is checked.
 *
 * @param read gives the next `length` bytes of the file, from its start on
 * @param fileLength the size of the whole file in bytes; null where it is not known, so that a cut shows when data are read
 * @throws {SafetensorsError} unless header and length are those of a valid file, such as one that is cut short.
 * @example
 * const bytes = toSafetensors({ w: tensor([1, 2]) });
 * let at = 0;
 * const read = async (length) => bytes.subarray(at, (at += length));
 * (await readSafetensorsHeader(read, bytes.length)).tensors[0].name // "w"
 */
export async function readSafetensorsHeader(
  read: (length: number) => Promise<Uint8Array>,
  fileLength: number | null,
): Promise<SafetensorsHeader> {
  const first = await read(Math.min(8, fileLength ?? 8));
  return readHeader(await read(readHeaderLength(first, fileLength, MAX_HEADER_BYTES)), fileLength);
}

function damaged(problem: string, offset: number, cure: string = DAMAGED): SafetensorsError {
  return new SafetensorsError(problem, { cure, offset });
}

// The places of tensors count from the start of the file.
function readHeader(bytes: Uint8Array, fileLength: number | null): SafetensorsHeader {
  const dataStart = 8 + bytes.length;
  if (bytes[0] !== 0x7b) throw damaged('the header does not start with "{"', 8);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw damaged("the header is not UTF-8", 8);
  const { metadata, tensors } = parseHeader(text);
  const placed = [...tensors].sort((a, b) => a.start - b.start || a.end - b.end);
  checkLayout(placed, dataStart, fileLength ?? dataStart + (placed.at(-1)?.end ?? 0));
  const inFile = placed.map((at) => ({ ...at, start: dataStart + at.start, end: dataStart + at.end }));
  return { metadata, tensors: inFile };
}

function readHeaderLength(bytes: Uint8Array, fileLength: number | null, most: number): number {
  if (bytes.length < 8)
    throw damaged(`the file has ${bytes.length} bytes, too few for the 8-byte header length`, 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  const raise = `${DAMAGED} If it is good, raise maxHeaderBytes.`;
  if (length > most)
    throw damaged(`the header length ${length} is above the limit of ${most} bytes`, 0, raise);
  if (fileLength !== null && length > fileLength - 8)
    throw damaged(`the header length is ${length} bytes, but only ${fileLength - 8} follow`, 0);
  if (length === 0) throw damaged("the header is empty", 0);
  return length;
}

/** Checks that the tensors, sorted by position, fill the data from its first to its last byte. */
function checkLayout(placed: readonly HeaderTensor[], dataStart: number, fileLength: number): void {
  const dataLength = fileLength - dataStart;
  let next = 0;
  let previous = "";
  for (const { name, dtype, shape, start, end } of placed) {
    const fault = (problem: string, at: number): SafetensorsError =>
      new SafetensorsError(`data_offsets [${start}, ${end}] ${problem}`, {
        cure: DAMAGED,
        tensor: name,
        offset: dataStart + at,
      });
    if (end < start) throw fault("are reversed", end);
    const expected = tensorByteLength(name, dtype, shape, dataStart + start);
    const wanted = `${dtype} of shape [${shape.join(", ")}] needs ${expected}`;
    if (end - start !== expected) throw fault(`span ${end - start} bytes, but ${wanted}`, start);
    if (start < next) throw fault(`overlap tensor ${quote(previous)}`, start);
    if (start > next) throw fault(`leave a hole: data bytes ${next} to ${start} belong to no tensor`, next);
    if (end > dataLength)
      throw fault(`reach past the data, which ends at ${dataLength}; the file is cut short`, dataLength);
    next = end;
    previous = name;
  }
  if (next < dataLength)
    throw damaged(`${dataLength - next} trailing bytes after the last tensor`, dataStart + next);
}
