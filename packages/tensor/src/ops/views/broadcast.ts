// Common shapes of several tensors, and grids.
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
import { expandTo } from "./view.ts";

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

const meshgridOptions = options(
  "meshgrid",
  {
    /** "ij": dim i of the grids runs over the i-th tensor. "xy": the first two dims are swapped. Default "ij". */
    indexing: oneOf(["ij", "xy"], "ij"),
  },
  { example: 'meshgrid([x, y], { indexing: "xy" })' },
);

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

/** {@link meshgrid} for a list of tensors; `what` is the function for messages. */
export function grid(what: string, tensors: readonly Tensor[], swapped: boolean = false): Tensor[] {
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
