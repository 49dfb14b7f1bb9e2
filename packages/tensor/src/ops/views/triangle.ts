import { checkInteger, options, ShapeError } from "@saccade/contract";
import {
  apply1,
  checkAddressable,
  checkTensor,
  contiguousStrides,
  type HostArray,
  inOrder,
  type Op,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type DiagonalOptions, diagonalDims, diagonalRules, embedOp } from "./slice.ts";

type Triangle = Op<readonly [Tensor], readonly [Tensor], { readonly diagonal: number }>;

export const trilOp: Triangle = {
  name: "tril",
  batch: true,
  infer: ([x]) => [x],
  forward: ([x], [out], { diagonal }) => keepColumns(x, out, (row) => [0, row + diagonal + 1]),
  gradient: ([g], _inputs, _outputs, attrs) => [() => apply1(trilOp, [g], attrs)],
};

export const triuOp: Triangle = {
  name: "triu",
  batch: true,
  infer: ([x]) => [x],
  forward: ([x], [out], { diagonal }) => keepColumns(x, out, (row) => [row + diagonal, Infinity]),
  gradient: ([g], _inputs, _outputs, attrs) => [() => apply1(triuOp, [g], attrs)],
};

/** Copies columns `start` (included) to `end` (excluded) of each row of each matrix. The others are 0. */
function keepColumns(x: HostArray, out: HostArray, kept: (row: number) => readonly [number, number]): void {
  const { data, offset } = inOrder(x);
  const [rows, columns] = [x.shape.at(-2)!, x.shape.at(-1)!];
  out.data.fill(0);
  for (let at = 0, row = 0; at < out.data.length; at += columns, row = (row + 1) % rows) {
    const [start, end] = kept(row);
    for (let j = Math.max(0, start); j < Math.min(columns, end); j++)
      out.data[at + j] = data[offset + at + j]!;
  }
}

/**
 * The lower triangles of the matrices in the last two dims: zeros above the given diagonal (0, the default, is the main
 * one; > 0 above it).
 *
 * @example ones([3, 3]).tril() // tensor([[1, 0, 0], [1, 1, 0], [1, 1, 1]])
 */
export function tril(x: Tensor, diagonal?: number): Tensor {
  return apply1(trilOp, [x], triangle("tril", x, diagonal));
}

/**
 * The upper triangles of the matrices in the last two dims: zeros below the given diagonal (0, the default, is the main
 * one; > 0 above it).
 *
 * @example ones([3, 3]).triu(1) // tensor([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
 */
export function triu(x: Tensor, diagonal?: number): Tensor {
  return apply1(triuOp, [x], triangle("triu", x, diagonal));
}

function triangle(what: string, x: Tensor, diagonal: number = 0): { readonly diagonal: number } {
  checkTensor(what, "x", x);
  checkInteger(what, "diagonal", diagonal);
  if (x.ndim < 2) throw new ShapeError(`${what}: ${x.describe()} is not a matrix; it needs 2 dims.`);
  return { diagonal };
}

const diagEmbedOptions = options("x.diagEmbed({ offset: 1 })", diagonalRules(-2, -1));

/**
 * Square matrices with the last dim of x on their `offset`-th diagonal and zeros elsewhere: (..., n) → (..., n +
 * |offset|, n + |offset|), or with the two new dims at dim1 and dim2. The adjoint of diagonal().
 *
 * @throws ShapeError if x is a scalar or dim1 equals dim2.
 * @example tensor([1, 2]).diagEmbed() // tensor([[1, 0], [0, 2]])
 */
export function diagEmbed(x: Tensor, given?: DiagonalOptions): Tensor {
  checkTensor(diagEmbedOptions.what, "x", x);
  const { offset, ...dims } = diagEmbedOptions(given);
  if (x.ndim === 0) throw new ShapeError("diagEmbed: a scalar is not a diagonal; reshape([1]) it.");
  const [a, b] = diagonalDims("diagEmbed", dims, x.ndim + 1);
  const side = x.size(-1) + Math.abs(offset);
  const shape = insertBoth(x.shape.slice(0, -1), a, b, side);
  checkAddressable("diagEmbed", shape);
  const strides = contiguousStrides(shape);
  const rest = strides.filter((_, i) => i !== a && i !== b);
  const start = offset < 0 ? -offset * strides[a]! : offset * strides[b]!;
  const window = { shape: x.shape, strides: [...rest, strides[a]! + strides[b]!], offset: start };
  return apply1(embedOp, [x], { shape, window });
}

function insertBoth(rest: Shape, a: number, b: number, size: number): Shape {
  const shape = [...rest];
  shape.splice(Math.min(a, b), 0, size);
  shape.splice(Math.max(a, b), 0, size);
  return shape;
}
