// Stacks of tensors by direction, and the dims that they need.

import { badArgument, type OptionsOf, oneOf, options, ShapeError } from "@saccade/contract";
import {
  broadcastShapes as broadcastTwo,
  checkAddressable,
  checkListCall,
  checkNumbers,
  checkSameBackend,
  checkShape,
  checkTensor,
  checkTensors,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { atLeast1d } from "../indexing/gather.ts";
import { join, stack } from "../indexing/join.ts";
import { expandTo } from "./view.ts";

/**
 * x with at least one dim: a scalar becomes a vector of one element. For several tensors, write
 * `xs.map((x) => atleast1d(x))`.
 *
 * @example atleast1d(tensor(3)) // tensor([3])
 */
export function atleast1d(x: Tensor): Tensor {
  checkTensor("atleast1d", "x", x);
  return atLeast1d(x);
}

/**
 * x with at least two dims: a vector becomes a row.
 *
 * @example atleast2d(tensor([1, 2])).shape // [1, 2]
 */
export function atleast2d(x: Tensor): Tensor {
  checkTensor("atleast2d", "x", x);
  return atLeast2d(x);
}

function atLeast2d(x: Tensor): Tensor {
  return x.ndim >= 2 ? x : atLeast1d(x).unsqueeze(0);
}

/**
 * x with at least three dims: a vector (n) becomes (1, n, 1), a matrix (n, m) becomes (n, m, 1).
 *
 * @example atleast3d(ones([2, 3])).shape // [2, 3, 1]
 */
export function atleast3d(x: Tensor): Tensor {
  checkTensor("atleast3d", "x", x);
  return atLeast3d(x);
}

function atLeast3d(x: Tensor): Tensor {
  return x.ndim >= 3 ? x : atLeast2d(x).unsqueeze(-1);
}

/**
 * Stacks tensors horizontally: along dim 0 if they are vectors or scalars, else along dim 1. dtypes are promoted.
 *
 * @throws ShapeError if the list is empty, or sizes differ in another dim.
 * @example hstack([tensor([1, 2]), tensor([3])]) // tensor([1, 2, 3])
 */
export function hstack(tensors: readonly Tensor[]): Tensor {
  checkList("hstack", tensors);
  const all = tensors.map(atLeast1d);
  return join("hstack", all, all[0]?.ndim === 1 ? 0 : 1);
}

/**
 * Puts tensors below each other, along dim 0; vectors are rows. dtypes are promoted.
 *
 * @throws ShapeError if the list is empty, or sizes differ in another dim.
 * @example vstack([tensor([1, 2]), tensor([3, 4])]) // tensor([[1, 2], [3, 4]])
 */
export function vstack(tensors: readonly Tensor[]): Tensor {
  checkList("vstack", tensors);
  return join("vstack", tensors.map(atLeast2d), 0);
}

/**
 * Stacks tensors along dim 2, each as {@link atleast3d} shapes it. dtypes are promoted.
 *
 * @throws ShapeError if the list is empty, or sizes differ in another dim.
 * @example dstack([tensor([1, 2]), tensor([3, 4])]) // tensor([[[1, 3], [2, 4]]])
 */
export function dstack(tensors: readonly Tensor[]): Tensor {
  checkList("dstack", tensors);
  return join("dstack", tensors.map(atLeast3d), 2);
}

/**
 * Stacks tensors as columns, along dim 1; vectors are columns. dtypes are promoted.
 *
 * @throws ShapeError if the list is empty, or sizes differ in another dim.
 * @example columnStack([tensor([1, 2]), tensor([3, 4])]) // tensor([[1, 3], [2, 4]])
 */
export function columnStack(tensors: readonly Tensor[]): Tensor {
  checkList("columnStack", tensors);
  const columns = tensors.map((x) => (x.ndim < 2 ? x.reshape([x.numel, 1]) : x));
  return join("columnStack", columns, 1);
}

function checkList(what: string, tensors: readonly Tensor[]): void {
  checkTensors(what, "tensors", tensors, `write ${what}([a, b])`);
  if (tensors.length === 0) throw new ShapeError(`${what}: the list of tensors is empty; give at least one.`);
  checkSameBackend(what, tensors);
}

/**
 * The shape to which all shapes broadcast: aligned at the right, sizes equal or 1.
 *
 * @throws ShapeError for shapes that do not broadcast.
 * @example broadcastShapes([2, 1], [3], [1, 1]) // [2, 3]
 */
export function broadcastShapes(...shapes: Shape[]): Shape {
  shapes.forEach((shape, i) => {
    checkNumbers("broadcastShapes", `shape ${i}`, shape, "write broadcastShapes([2, 1], [3])");
    checkShape("broadcastShapes", shape);
  });
  return shapes.reduce((a, b) => broadcastTwo("broadcastShapes", a, b), []);
}

/**
 * A view broadcast to `shape`, as `x.expand(shape)` gives it.
 *
 * @throws ShapeError if the shape of x does not broadcast to it.
 * @example broadcastTo(tensor([1, 2]), [2, 2]) // tensor([[1, 2], [1, 2]])
 */
export function broadcastTo(x: Tensor, shape: Shape): Tensor {
  checkListCall("broadcastTo", arguments, "shape", "write broadcastTo(x, [2, 3])");
  return expandTo("broadcastTo", x, shape);
}

/**
 * Views of all tensors in their common shape.
 *
 * @throws ShapeError for shapes that do not broadcast.
 * @example broadcastTensors(tensor([1, 2]), tensor([[3], [4]]))[1] // tensor([[3, 3], [4, 4]])
 */
export function broadcastTensors(...tensors: Tensor[]): Tensor[] {
  tensors.forEach((x, i) => {
    checkTensor("broadcastTensors", `tensor ${i}`, x);
  });
  if (tensors.length === 0) return [];
  checkSameBackend("broadcastTensors", tensors);
  const shape = tensors.reduce<Shape>((a, b) => broadcastTwo("broadcastTensors", a, b.shape), []);
  return tensors.map((x) => expandTo("broadcastTensors", x, shape));
}

const meshgridOptions = options('meshgrid([x, y], { indexing: "xy" })', {
  /** "ij": dim i of the grids runs over the i-th tensor. "xy": the first two dims are swapped. Default "ij". */
  indexing: oneOf(["ij", "xy"], "ij"),
});

/** Options of {@link meshgrid}. */
export interface MeshgridOptions extends OptionsOf<typeof meshgridOptions> {}

/**
 * The coordinates of a grid: for vectors of n, m, … elements one tensor each of shape (n, m, …), which repeats its vector
 * along the other dims. Scalars are vectors of one element. The results are views.
 *
 * @throws ShapeError for tensors of more than one dim, and for an empty list.
 * @example meshgrid([tensor([1, 2]), tensor([3, 4])])[0] // tensor([[1, 1], [2, 2]])
 */
export function meshgrid(tensors: readonly Tensor[], given?: MeshgridOptions): Tensor[] {
  checkTensors("meshgrid", "tensors", tensors, `write ${meshgridOptions.example}`);
  const { indexing } = meshgridOptions(given);
  return grid("meshgrid", tensors, indexing === "xy");
}

/**
 * All combinations of one element of each vector, as rows, in order: vectors of n, m, … elements → (n · m · …, number of
 * vectors). One vector is returned as it is.
 *
 * @throws ArgumentError unless all are vectors; ShapeError for none.
 * @example cartesianProd(tensor([1, 2]), tensor([3, 4])) // tensor([[1, 3], [1, 4], [2, 3], [2, 4]])
 */
export function cartesianProd(...vectors: Tensor[]): Tensor {
  vectors.forEach((x, i) => {
    checkTensor("cartesianProd", `vector ${i}`, x);
    if (x.ndim !== 1) throw badArgument("cartesianProd", `vector ${i}`, "a vector", x, "flatten() it");
  });
  const columns = grid("cartesianProd", vectors);
  return columns.length === 1 ? vectors[0]! : stack(columns, -1).reshape([-1, columns.length]);
}

/** {@link meshgrid} for a list of tensors; `what` is the function for messages. */
function grid(what: string, tensors: readonly Tensor[], swapped: boolean = false): Tensor[] {
  if (tensors.length === 0) throw new ShapeError(`${what}: the list of tensors is empty; give at least one.`);
  checkSameBackend(what, tensors);
  tensors.forEach((x, i) => {
    if (x.ndim > 1) throw badArgument(what, `tensors[${i}]`, "a vector or a scalar", x, "flatten() it");
  });
  const shape = tensors.map((x) => x.numel);
  checkAddressable(what, shape);
  return tensors.map((x, dim) => {
    const along = x.reshape(shape.map((size, i) => (i === dim ? size : 1))).expand(shape);
    return swapped && tensors.length > 1 ? along.transpose(0, 1) : along;
  });
}
