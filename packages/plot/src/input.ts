import { PlotError } from "./rules.ts";

/** Anything that knows its shape and can hand over its numbers row by row; a Tensor fits. */
export interface TensorLike {
  /** Sizes of the dims. */
  readonly shape: readonly number[];
  /** The numbers, row-major. */
  dataSync(): ArrayLike<number>;
}

/** Numbers of shape (n). */
export type Vector = ArrayLike<number> | TensorLike;
/** Numbers of shape (queries, keys). */
export type Matrix = ArrayLike<ArrayLike<number>> | TensorLike;
/** Numbers of shape (rows, cols, queries, keys). */
export type MatrixGrid = ArrayLike<ArrayLike<ArrayLike<ArrayLike<number>>>> | TensorLike;

/** An input's shape and its numbers in row-major order. */
export interface Dense {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

interface NestedList {
  readonly length: number;
  readonly [index: number]: Nested;
}
type Nested = number | NestedList;

/**
 * Reads nested arrays or a tensor-like value.
 * @param input the numbers
 * @param what how error messages name the input
 * @throws PlotError for a cell that is not a number, PlotError for a ragged or empty input
 */
export function readDense(input: Nested | TensorLike, what: string): Dense {
  const dense = isTensorLike(input) ? readTensor(input, what) : readNested(input, what);
  if (dense.data.length === 0) {
    throw new PlotError(
      `${what} is empty: its shape is (${dense.shape.join(", ")}), there is nothing to draw`,
    );
  }
  return dense;
}

/** Reads numbers of shape (n). Errors as {@link readDense}, and for another rank. */
export function readVector(input: Vector, what: string): Float64Array {
  const dense = readDense(input, what);
  if (dense.shape.length !== 1) {
    throw new PlotError(`${what} must have shape (n), got (${dense.shape.join(", ")})`);
  }
  return dense.data;
}

/** Reads numbers of shape (queries, keys). Errors as {@link readDense}, and for another rank. */
export function readMatrix(
  input: Matrix,
  what = "matrix",
): { rows: number; cols: number; data: Float64Array } {
  const { shape, data } = readDense(input, what);
  const [rows, cols] = shape;
  if (shape.length !== 2 || rows === undefined || cols === undefined) {
    throw new PlotError(`${what} must have shape (queries, keys), got (${shape.join(", ")})`);
  }
  return { rows, cols, data };
}

function isTensorLike(input: unknown): input is TensorLike {
  if (typeof input !== "object" || input === null || !("dataSync" in input) || !("shape" in input))
    return false;
  return typeof input.dataSync === "function" && Array.isArray(input.shape);
}

function readTensor(tensor: TensorLike, what: string): Dense {
  const shape = [...tensor.shape];
  const data = Float64Array.from(tensor.dataSync());
  const size = shape.reduce((product, extent) => product * extent, 1);
  if (size !== data.length) {
    throw new PlotError(`${what} says shape (${shape.join(", ")}) but holds ${data.length} numbers`);
  }
  return { shape, data };
}

function readNested(input: Nested, what: string): Dense {
  const shape: number[] = [];
  for (let level: Nested | undefined = input; isList(level); level = level[0]) shape.push(level.length);
  if (shape.length === 0)
    throw new PlotError(`${what} must be nested arrays or a tensor, got ${kind(input)}`);
  const data: number[] = [];
  collect(input, 0, []);
  return { shape, data: Float64Array.from(data) };

  function collect(part: Nested | undefined, depth: number, at: readonly number[]): void {
    const where = `${what}[${at.join("][")}]`;
    if (depth === shape.length) {
      if (typeof part !== "number") throw new PlotError(`${where} must be a number, got ${kind(part)}`);
      data.push(part);
      return;
    }
    if (!isList(part)) throw new PlotError(`${where} must be an array, got ${kind(part)}`);
    if (part.length !== shape[depth]) {
      throw new PlotError(
        `${what} is ragged: ${where.replace(/^\w+: /, "")} has length ${part.length}, expected ${shape[depth]}`,
      );
    }
    for (let i = 0; i < part.length; i++) collect(part[i], depth + 1, [...at, i]);
  }
}

function isList(value: unknown): value is NestedList {
  return typeof value === "object" && value !== null && "length" in value;
}

function kind(value: unknown): string {
  if (value === null) return "null";
  return isList(value) ? "an array" : typeof value === "object" ? "an object" : typeof value;
}
