import { ArgumentError } from "@saccade/contract";
import { fromData, type TensorOptions } from "../../create.ts";
import type { Backend } from "../../kernel.ts";
import type { TypedArray } from "../../memory/dtype.ts";
import { formatShape, numelOf, positionOf, type Shape } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { captures, traces, withoutTraces } from "../listeners.ts";
import { duringWork } from "./words.ts";

/**
 * A tensor filled by the host: now, and in a captured step again in every replay. See `fresh`.
 *
 * @example hostData(() => new Float32Array([1, 2]), [2]) // tensor([1, 2])
 */
export function hostData(make: () => TypedArray, shape: Shape, options: TensorOptions = {}): Tensor {
  const made = fromData(duringWork(make), shape, options);
  captures.at(-1)?.refill(made.storage, make);
  return made;
}

/** A run of rows of a table. See {@link hostRows}. */
export interface RowRun {
  /** The size of a row. */
  readonly width: number;
  /** The first row. */
  readonly offset: number;
  /** How many rows. */
  readonly length: number;
  /** Where the tensor lives. */
  readonly backend: Backend;
}

/**
 * Rows of a table that the host holds, (length, width). In a trace, the whole table and a view of it: its graph serves
 * every offset and length.
 *
 * @example hostRows(new Float32Array([1, 2, 3, 4]), { width: 2, offset: 1, length: 1, backend: getBackend() }) // tensor([[3, 4]])
 */
export function hostRows(table: Float32Array, { width, offset, length, backend }: RowRun): Tensor {
  const rows = (from: number, count: number): Tensor =>
    fromData(table.subarray(from * width, (from + count) * width), [count, width], { backend });
  return traces.length === 0 ? rows(offset, length) : rows(0, table.length / width).narrow(0, offset, length);
}

/**
 * Calls `check` with the elements of x in row-major order, if the host can read them: now, and in a captured step in
 * every replay. `check` may throw; it must not keep the array.
 *
 * @example checkElements("oneHot", tensor([1, 2]), (elements) => { if (elements[0] < 0) throw new Error("negative"); }) // undefined
 */
export function checkElements(what: string, x: Tensor, check: (elements: TypedArray) => void): void {
  x.checkLive(what);
  const capture = captures.at(-1);
  if (x.backend.view === undefined && (x.storage.known === null || capture !== undefined)) return;
  let all = x;
  while (all.physical !== all) all = all.physical;
  if (capture === undefined) withoutTraces(() => check(elementsOf(all, all.storage.view(what))));
  else capture.check(what, all, check);
}

/**
 * The elements of x in row-major order, for ops that read them on the host. Do not keep the array. `what` is the op,
 * for errors.
 */
export function readElements(what: string, x: Tensor): TypedArray {
  x.checkLive(what);
  if (x.physical !== x) throw noElements(what, x);
  return elementsOf(x, x.storage.view(what));
}

/**
 * The error for reading the elements of a batched tensor.
 *
 * @example noElements("item", tensor([1, 2])).name // "ArgumentError"
 */
export function noElements(what: string, x: Tensor): ArgumentError {
  return new ArgumentError(
    `${what}: ${x.describe()} is one of many in vmap, so it has no elements to read. Compute with ops, such as where(), and ` +
      "read what vmap returns.",
  );
}

/** The elements of a window on a block in row-major order. */
export function elementsOf(
  x: Pick<Tensor, "shape" | "strides" | "offset" | "dtype">,
  block: TypedArray,
): TypedArray {
  const { shape, strides, offset, dtype } = x;
  const { data, offset: start } = inOrder({ data: block, shape, strides, offset, dtype });
  return data.subarray(start, start + numelOf(shape));
}

/**
 * Refuses a tensor with an element that does not hold, before any work is done, on backends whose elements the host can
 * read.
 *
 * @param error for the first such element, and its indices.
 */
export function refuseElements(
  what: string,
  x: Tensor,
  holds: (element: number) => boolean,
  error: (element: number, position: string) => Error,
): void {
  checkElements(what, x, (elements) => {
    for (let i = 0; i < elements.length; i++)
      if (!holds(elements[i]!)) throw error(elements[i]!, formatShape(positionOf(i, x.shape)));
  });
}
