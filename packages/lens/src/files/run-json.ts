// A run as JSON, for pages and notebooks that read no safetensors; what is wrong with a file of a run.

import { type Backend, type DType, fromData, type Tensor } from "@saccade/tensor";

/**
 * A run's file cannot be read. The message explains why.
 *
 * @example decodeRun(new Uint8Array(3), new Linear(2, 1)); // throws RunFileError
 */
export class RunFileError extends Error {
  override readonly name: string = "RunFileError";

  constructor(problem: string, cause?: unknown) {
    super(`decodeRun: the file cannot be read: ${problem}`, cause === undefined ? undefined : { cause });
  }
}

// { "saccade.run": { metadata: { name: text }, tensors: { name: { dtype, shape, data } } } }, where data are the numbers in
// row-major order, and NaN, Infinity and -Infinity are strings.

/** The contents of a run's file. */
export interface RunContents {
  readonly tensors: Readonly<Record<string, Tensor>>;
  readonly metadata: Readonly<Record<string, string>>;
}

const KEY = "saccade.run";
const start = `{"${KEY}":`;
const arrays = {
  float32: Float32Array,
  float64: Float64Array,
  int32: Int32Array,
  bool: Uint8Array,
};

/** Writes tensors and texts as JSON. */
export function writeRun({ tensors, metadata }: RunContents): Uint8Array<ArrayBuffer> {
  const stored = Object.entries(tensors).map(([name, x]) => {
    const data = Array.from(x.dataSync(), (value) => (Number.isFinite(value) ? value : String(value)));
    return [name, { dtype: x.dtype, shape: x.shape, data }];
  });
  const run = { metadata, tensors: Object.fromEntries(stored) };
  return new TextEncoder().encode(JSON.stringify({ [KEY]: run }));
}

/** The contents of a JSON file; null for a file of another kind. @throws RunFileError for a damaged one. */
export function parseRun(bytes: Uint8Array, backend: Backend | undefined): RunContents | null {
  const head = new TextDecoder().decode(bytes.subarray(0, start.length));
  if (head !== start) return null;
  let file: unknown;
  try {
    file = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    throw new RunFileError("it is cut short or damaged: it is not JSON.", error);
  }
  const { metadata, tensors } = fieldsOf(fieldsOf(file)[KEY]);
  const texts = Object.entries(fieldsOf(metadata));
  if (!texts.every((pair): pair is [string, string] => typeof pair[1] === "string"))
    throw new RunFileError("its metadata is not texts by name.");
  const read = Object.entries(fieldsOf(tensors)).map(
    ([name, x]) => [name, tensorIn(name, x, backend)] as const,
  );
  return { metadata: Object.fromEntries(texts), tensors: Object.fromEntries(read) };
}

function tensorIn(name: string, value: unknown, backend: Backend | undefined): Tensor {
  const { dtype, shape, data } = fieldsOf(value);
  const isSize = (size: unknown): size is number => Number.isSafeInteger(size) && Number(size) >= 0;
  const known = (kind: unknown): kind is DType => typeof kind === "string" && Object.hasOwn(arrays, kind);
  if (!known(dtype) || !Array.isArray(shape) || !shape.every(isSize) || !Array.isArray(data))
    throw new RunFileError(`its tensor "${name}" is not { dtype, shape, data }.`);
  const numel = shape.reduce((product, size) => product * size, 1);
  if (data.length !== numel)
    throw new RunFileError(
      `its tensor "${name}" has ${data.length} numbers, but the shape [${shape.join(", ")}].`,
    );
  const numbers = data.map((one: unknown) => (typeof one === "string" ? special.get(one) : one));
  if (!numbers.every((one): one is number => typeof one === "number"))
    throw new RunFileError(`its tensor "${name}" has data that are not numbers.`);
  const fits = { int32: (x: number) => (x | 0) === x, bool: (x: number) => x === 0 || x === 1 };
  if ((dtype === "int32" || dtype === "bool") && !numbers.every(fits[dtype]))
    throw new RunFileError(`its tensor "${name}" has numbers that ${dtype} does not hold.`);
  return fromData(arrays[dtype].from(numbers), shape, { dtype, ...(backend && { backend }) });
}

const special = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

function fieldsOf(value: unknown): Partial<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new RunFileError("it lacks its metadata or its tensors.");
}
