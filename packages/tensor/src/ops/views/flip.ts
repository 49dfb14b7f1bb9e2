import { badArgument, ShapeError } from "@saccade/contract";
import {
  apply1,
  checkArguments,
  checkNumbers,
  checkTensor,
  dimOf,
  dimsOf,
  formatShape,
  gatherElements,
  type HostArray,
  mapSizes,
  type Op,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cat } from "../indexing/join.ts";

export const flipOp: Op<readonly [Tensor], readonly [Tensor], { readonly dims: readonly number[] }> = {
  name: "flip",
  batch: true,
  infer: ([x]) => [x],
  forward: ([x], [out], { dims }) => flipForward(x, out, dims),
  gradient: ([g], _inputs, _outputs, attrs) => [() => apply1(flipOp, [g], attrs)],
};

// A window that starts at the end, with negative strides.
function flipForward(x: HostArray, out: HostArray, dims: readonly number[]): void {
  if (out.data.length === 0) return;
  const strides = mapSizes(x.strides, (step, i) => (dims.includes(i) ? -step : step));
  const offset = dims.reduce((at, d) => at + (x.shape[d]! - 1) * x.strides[d]!, x.offset);
  gatherElements(x.data, { shape: x.shape, strides, offset }, out.data);
}

/**
 * Reverses the order of the elements along each given dim. Makes a copy, as in PyTorch.
 *
 * @throws ArgumentError unless the dim is a whole number or an array of them.
 * @example tensor([1, 2, 3]).flip(0) // tensor([3, 2, 1])
 */
export function flip(x: Tensor, dims: number | readonly number[]): Tensor {
  checkArguments("flip", [x, dims], 2);
  const fix = "write x.flip(0) or x.flip([0, 1])";
  if (dims === undefined) throw badArgument("flip", "dim", "a whole number or an array of them", dims, fix);
  return apply1(flipOp, [x], { dims: dimsOf("flip", dims, x.ndim, fix) });
}

/**
 * Shifts x by `shifts` positions along `dim`. Elements shifted past the end wrap around to the start. Lists give one
 * shift per dim. Without `dim`, x is shifted in row-major order.
 *
 * @throws ShapeError unless there are as many shifts as dims.
 * @example tensor([1, 2, 3]).roll(1, 0) // tensor([3, 1, 2])
 */
export function roll(
  x: Tensor,
  shifts: number | readonly number[],
  dim?: number | readonly number[],
): Tensor {
  checkTensor("roll", "x", x);
  const fix = "write x.roll(1, 0) or x.roll([1, 2], [0, 1])";
  if (dim === undefined) return roll(x.flatten(), shifts, 0).reshape(x.shape);
  const by = typeof shifts === "number" ? [shifts] : shifts;
  checkNumbers("roll", "shifts", by, fix);
  const dims = typeof dim === "number" ? [dim] : dim;
  checkNumbers("roll", "dim", dims, fix);
  if (by.length !== dims.length || !by.every(Number.isInteger))
    throw new ShapeError(`roll: shifts ${formatShape(by)} must be ${dims.length} whole numbers, one a dim.`);
  return dims.reduce((rolled, d, i) => {
    if (x.ndim === 0) throw new ShapeError("roll: a scalar has no dim to roll; leave the dim out.");
    return rollDim(rolled, by[i]!, dimOf("roll", d, x.ndim, fix));
  }, x);
}

function rollDim(x: Tensor, shift: number, dim: number): Tensor {
  const size = x.shape[dim]!;
  // From 1 to the size, so that a small shift is the same at all sizes.
  const by = size && ((Math.abs(shift) + size - 1) % size) + 1;
  const at = shift > 0 ? size - by : by;
  return cat([x.narrow(dim, at, size - at), x.narrow(dim, 0, at)], dim);
}
