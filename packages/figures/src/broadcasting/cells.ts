import { type Shape, scope, type Tensor, tensor } from "@saccade/tensor";

/** The shapes that a reader can choose, by the labels of their buttons. */
export const shapes = {
  "()": [],
  "(4)": [4],
  "(3)": [3],
  "(1, 4)": [1, 4],
  "(3, 1)": [3, 1],
  "(3, 4)": [3, 4],
} as const;

export type ShapeName = keyof typeof shapes;

export const shapeNames: readonly ShapeName[] = ["()", "(4)", "(3)", "(1, 4)", "(3, 1)", "(3, 4)"];

/** One number of a tensor that was broadcast. */
export interface Cell {
  readonly value: number;
  /** Its index in the tensor as it was given, for the text. */
  readonly index: Shape;
  /** Whether the cell is in the tensor as given; the others repeat one of these. */
  readonly own: boolean;
}

export type Table = readonly (readonly Cell[])[];

export interface Sum {
  readonly shape: Shape;
  /** Three tables of the same size: a and b, broadcast, and their sum. */
  readonly a: Table;
  readonly b: Table;
  readonly sum: Table;
}

/** 10, 20, … for a, 1, 2, … for b, so that a sum shows both of its terms. */
function filled(shape: Shape, step: number): Tensor {
  const count = shape.reduce((product, size) => product * size, 1);
  return tensor(Array.from({ length: count }, (_, i) => (i + 1) * step)).reshape(shape);
}

function tableOf(x: Tensor, shape: Shape): Table {
  const [rows, columns] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const numbers = x.expand(shape).reshape([rows, columns]).toArray(2);
  const lead = shape.length - x.ndim;
  return numbers.map((row, i) =>
    row.map((value, j) => {
      const at = [i, j].slice(2 - shape.length);
      const index = x.shape.map((size, dim) => (size === 1 ? 0 : at[lead + dim]!));
      // The dims that the tensor lacks count as 1, too.
      const own = at.every((place, dim) => place === (dim < lead ? 0 : index[dim - lead]));
      return { value, index, own };
    }),
  );
}

/** a + b, cell by cell, and the library's error where the shapes do not fit. */
export function sumOf(aShape: Shape, bShape: Shape): Sum | Error {
  return scope(() => {
    const [a, b] = [filled(aShape, 10), filled(bShape, 1)];
    try {
      const sum = a.add(b);
      const { shape } = sum;
      return { shape, a: tableOf(a, shape), b: tableOf(b, shape), sum: tableOf(sum, shape) };
    } catch (problem) {
      if (problem instanceof Error) return problem;
      throw problem;
    }
  });
}

/** The two as they are, for shapes that do not fit. */
export const alone = (shape: Shape, step: number): Table => scope(() => tableOf(filled(shape, step), shape));

export interface Column {
  readonly a: number | null;
  readonly b: number | null;
  readonly fits: boolean;
  readonly out: number;
}

/** The dims of both, aligned at the right: null where one has none. */
export function alignedDims(a: Shape, b: Shape): Column[] {
  const ndim = Math.max(a.length, b.length);
  return Array.from({ length: ndim }, (_, i) => {
    const [x, y] = [a.at(i - ndim), b.at(i - ndim)].map((size) => size ?? 1) as [number, number];
    return {
      a: i < ndim - a.length ? null : x,
      b: i < ndim - b.length ? null : y,
      fits: x === y || x === 1 || y === 1,
      out: x === 1 ? y : x,
    };
  });
}
