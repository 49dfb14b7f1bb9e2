// The largest elements of windows: functions and layers.
import { gather, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { flag, type Given, required } from "@saccade/tensor/contract";
import { maxPoolIndex } from "@saccade/tensor/fused";
import type { ClassOf } from "../declare.ts";
import {
  batched,
  checkFits,
  checkHalf,
  countsOf,
  lastSizes,
  line,
  pairOf,
  plane,
  poolStride,
  renamed,
  type SizeOrList,
  type SizeRule,
  type Space,
  showWindows,
  volume,
  type WindowSettings,
  type Windows,
  windowsFrom,
} from "../functional/windows.ts";
import { functionOf, type Operation, type OperationLayer, preparedBy } from "../operation.ts";

/** The largest elements of windows, and where they are. */
export interface MaxPoolResult {
  /** The largest element of each window. */
  readonly values: Tensor;
  /** Its index in the flattened dims that the windows lie on, int32. */
  readonly indices: Tensor;
}

const maxPoolRules = <Size>(of: SizeRule<Size>) =>
  ({
    /** Steps from one window to the next. Default the kernel size. */
    stride: poolStride(of),
    /** Added on both sides (and never the maximum); at most half of the kernel. Default 0. */
    padding: of(0),
    /** Steps from one element of a window to the next. Default 1. */
    dilation: of(1),
    /** Whether a last window that does not fit counts too. Default false. */
    ceilMode: flag(false),
  }) as const;

/** Options of max pooling; `Size` is a number, or a list of one for each dim. */
export interface MaxPoolOptions<Size> extends Given<ReturnType<typeof maxPoolRules<Size>>> {}

/** The option that makes the result { values, indices }. */
export interface WithIndices {
  /** Whether the result is { values, indices }. */
  readonly returnIndices: true;
}
/** Its absence: the result is a tensor. */
export interface WithoutIndices {
  /** Whether the result is { values, indices }. Default false. */
  readonly returnIndices?: false | undefined;
}
/** The rule of both. */
export const indicesRule = { returnIndices: /* @__PURE__ */ flag(false) } as const;

/**
 * The largest elements of windows over x (…, H, W), or (…, L), or (…, D, H, W). One op finds where they are, a gather takes
 * them: the gradient goes to the first of equal elements, and to the last NaN.
 *
 * @throws ShapeError if no window fits, or one lies in the padding altogether.
 */
export function maxWindows(x: Tensor, windows: Windows): MaxPoolResult {
  checkFits(windows, x);
  checkReach(windows, x);
  return largest(x, windows);
}

function largest(x: Tensor, windows: Windows): MaxPoolResult {
  const dims = windows.kernel.length;
  if (dims === 1) {
    const { values, indices } = largest(x.unsqueeze(-2), inPlane(windows, 0, "row"));
    return { values: values.squeeze(-2), indices: indices.squeeze(-2) };
  }
  if (dims === 2) {
    const { kernel, stride, padding, dilation } = windows;
    const indices = maxPoolIndex(x.detach(), {
      kernel: pairOf(kernel),
      stride: pairOf(stride),
      padding: pairOf(padding),
      dilation: pairOf(dilation),
      ...(windows.ceilMode && { counts: pairOf(countsOf(windows, x)) }),
    });
    return { values: taken(x.flatten(-2), indices), indices };
  }
  // First in each slice, then over the depth: a column of the image (D, OH OW).
  const slices = largest(x, withoutFirst(windows));
  const [height, width] = pairOf(lastSizes(x, 2));
  const [rows, columns] = pairOf(lastSizes(slices.values, 2));
  const deep = largest(slices.values.flatten(-2), inPlane(windows, 0, "column"));
  const shape = [...deep.indices.shape.slice(0, -1), rows, columns];
  const within = taken(slices.indices.flatten(-3), deep.indices);
  const indices = deep.indices
    .floorDivide(rows * columns)
    .mul(height * width)
    .add(within);
  return { values: deep.values.reshape(shape), indices: indices.reshape(shape) };
}

/** The elements of x (…, n) at indices of any two dims more. */
function taken(x: Tensor, indices: Tensor): Tensor {
  return gather(x, -1, indices.flatten(-2)).reshape(indices.shape);
}

/** The windows of one dim as those of an image, along a row or a column. */
function inPlane(windows: Windows, dim: number, along: "row" | "column"): Windows {
  const plane = (sizes: readonly number[], other: number): readonly number[] =>
    along === "row" ? [other, sizes[dim]!] : [sizes[dim]!, other];
  const { kernel, stride, padding, dilation } = windows;
  return {
    ...windows,
    ...{ kernel: plane(kernel, 1), stride: plane(stride, 1) },
    ...{ padding: plane(padding, 0), dilation: plane(dilation, 1) },
  };
}

function withoutFirst(windows: Windows): Windows {
  const { kernel, stride, padding, dilation } = windows;
  const [of, steps, pads, apart] = [kernel, stride, padding, dilation].map((sizes) => sizes.slice(1));
  return { ...windows, kernel: of!, stride: steps!, padding: pads!, dilation: apart! };
}

/** @throws ShapeError if a window lies entirely in the padding, whose elements are never the maximum. */
function checkReach(windows: Windows, x: Tensor): void {
  const { what, kernel, stride, padding, dilation } = windows;
  const counts = countsOf(windows, x);
  for (const [i, size] of lastSizes(x, kernel.length).entries()) {
    for (let window = 0; window < counts[i]!; window++) {
      const start = window * stride[i]! - padding[i]!;
      const steps = start < 0 ? Math.ceil(-start / dilation[i]!) : 0; // to its first element from 0 on
      if (steps < kernel[i]! && start + steps * dilation[i]! < size) continue;
      throw new ShapeError(
        `${what}: a window lies in the padding altogether, for input ${formatShape(x.shape)}; take less padding or ` +
          "a smaller dilation.",
      );
    }
  }
}

/**
 * The function of an operation that finds the largest elements, which takes a size and options. Published types show its
 * overloads, as long as their type has no name.
 */
/* @__NO_SIDE_EFFECTS__ */
export function largestFunction<Sized extends readonly [size: unknown], Options = object>(
  name: string,
  operation: () => Operation<MaxPoolResult>,
): {
  (x: Tensor, ...given: [...Sized, options: Options & WithIndices]): MaxPoolResult;
  (x: Tensor, ...given: [...Sized, options?: Options & WithoutIndices]): Tensor;
};
/* @__NO_SIDE_EFFECTS__ */
export function largestFunction(
  name: string,
  operation: () => Operation<MaxPoolResult>,
): (x: Tensor, ...given: readonly unknown[]) => unknown {
  return functionOf<unknown[], unknown>(name, () => {
    const { options, prepare, ...parts } = operation();
    return {
      ...parts,
      options: { ...options, ...indicesRule },
      prepare(what: string, settings: { readonly returnIndices: boolean }) {
        const { run } = prepare(what, settings as never);
        return { run: (x: Tensor) => (settings.returnIndices ? run(x) : run(x).values) };
      },
    };
  });
}

/** A layer that finds the largest elements of windows. */
export interface LargestLayer extends OperationLayer {
  /** The largest elements and their indices in the flattened spatial dims: the output of `forward` and the inputs of MaxUnpool. */
  withIndices(x: Tensor): MaxPoolResult;
}

/** The layer of an operation that finds the largest elements. */
export function largestLayer<Given extends readonly unknown[], Layer extends LargestLayer = LargestLayer>(
  name: string,
  operation: () => Operation<MaxPoolResult>,
): ClassOf<Given, Layer>;
/* @__NO_SIDE_EFFECTS__ */
export function largestLayer(
  name: string,
  operation: () => Operation<MaxPoolResult>,
): ClassOf<readonly unknown[], LargestLayer> {
  return class extends preparedBy(name, operation) {
    override forward(x: Tensor): Tensor {
      return this.run(x).values;
    }
    withIndices(x: Tensor): MaxPoolResult {
      return this.run(x);
    }
  };
}

const largestOf = <Size extends SizeOrList>(space: Space<Size>) => ({
  x: batched(space),
  positional: { kernelSize: required(space.of(1)) },
  options: maxPoolRules(space.of),
  renamed,
  example: "3, { stride: 2 }",
  prepare(what: string, settings: WindowSettings) {
    const windows = windowsFrom(what, space.dims, settings);
    checkHalf(windows);
    return {
      run: (x: Tensor) => maxWindows(x, windows),
      show: () => showWindows(windows, ["stride", "padding"]),
    };
  },
});

const maxFunction = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  largestFunction<[kernelSize: Size], MaxPoolOptions<Size>>(name, () => largestOf(space));

const maxLayer = <Size extends SizeOrList>(name: string, space: Space<Size>) =>
  largestLayer<[kernelSize: Size, options?: MaxPoolOptions<Size>]>(name, () => largestOf(space));

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding, and if a window lies in the padding altogether or none fits.
 * @example functional.maxPool1d(tensor([[[1, 4, 2, 3]]]), 2) // tensor([[[4, 3]]])
 */
export const maxPool1d = /* @__PURE__ */ maxFunction("maxPool1d", line);

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding, and if a window lies in the padding altogether or none fits.
 * @example functional.maxPool2d(tensor([[[[1, 2], [3, 4]]]]), 2) // tensor([[[[4]]]])
 */
export const maxPool2d = /* @__PURE__ */ maxFunction("maxPool2d", plane);

/**
 * The largest element of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding, and if a window lies in the padding altogether or none fits.
 * @example functional.maxPool3d(tensor([[[[[1, 2], [3, 4]]]]]), [1, 2, 2]) // tensor([[[[[4]]]]])
 */
export const maxPool3d = /* @__PURE__ */ maxFunction("maxPool3d", volume);

/**
 * The largest element of each window: (N, C, L) → (N, C, OL); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool1d(2).forward(tensor([[[1, 4, 2, 3]]])) // tensor([[[4, 3]]])
 */
export class MaxPool1d extends /* @__PURE__ */ maxLayer("MaxPool1d", line) {}

/**
 * The largest element of each window: (N, C, H, W) → (N, C, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 4, 4]
 */
export class MaxPool2d extends /* @__PURE__ */ maxLayer("MaxPool2d", plane) {}

/**
 * The largest element of each window: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim may be absent. The gradient goes to the
 * first of equal elements; a NaN wins, the last one of a window, as in PyTorch.
 *
 * @throws ShapeError for too much padding.
 * @example new MaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 4, 4, 4]
 */
export class MaxPool3d extends /* @__PURE__ */ maxLayer("MaxPool3d", volume) {}
