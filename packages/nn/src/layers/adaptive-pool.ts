// Averages and largest elements of as many windows as a result has elements: functions and layers.
import { arange, fromData, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { listOf, nullable, type Rule, required, rule, size } from "@saccade/tensor/contract";
import { elementsOf, flattened, largestAt, type Places } from "../functional/placed-windows.ts";
import {
  batched,
  lastSizes,
  line,
  plane,
  type SizeOrList,
  type Space,
  volume,
  type Windows,
} from "../functional/windows.ts";
import { functionOf, layerOf, type OperationLayer } from "../operation.ts";
import { averageWindows } from "./average-pool.ts";
import {
  type LargestLayer,
  largestFunction,
  largestLayer,
  type MaxPoolResult,
  maxWindows,
} from "./max-pool.ts";

/** The size of a result in each dim; null keeps that of the input. */
export type OutputSize = number | null | readonly (number | null)[];

/** The rule of an {@link OutputSize} in some dims. */
/* @__NO_SIDE_EFFECTS__ */
function outputSizeRule(dims: number): Rule<OutputSize, undefined> {
  const one = nullable(size());
  const list = listOf(one);
  const must = `a whole number ≥ 1, null for the input's size, or an array of ${dims} of them`;
  const holds = (value: unknown): value is OutputSize =>
    one.holds(value) || (list.holds(value) && value.length === dims);
  return rule(must, holds);
}

/** The size of the result in each of the last dims of x. */
function outputSizes(x: Tensor, dims: number, size: OutputSize): number[] {
  const list = Array.isArray(size) ? size : new Array<number | null>(dims).fill(size as number | null);
  return lastSizes(x, dims).map((own, i) => list[i] ?? own);
}

/** Window i of `count` on `size` elements begins at ⌊i size / count⌋ and ends before ⌈(i + 1) size / count⌉. */
function placesOf(size: number, count: number): Places {
  return Array.from({ length: count }, (_, i) => {
    const start = Math.floor((i * size) / count);
    const length = Math.ceil(((i + 1) * size) / count) - start;
    return Array.from({ length }, (_, j) => start + j);
  });
}

/** The windows, where they are of one size and side by side, as those of a plain pool. */
function evenWindows(what: string, sizes: readonly number[], counts: readonly number[]): Windows | undefined {
  if (sizes.some((size, i) => size === 0 || size % counts[i]! !== 0)) return undefined;
  const kernel = sizes.map((size, i) => size / counts[i]!);
  const [padding, dilation] = [sizes.map(() => 0), sizes.map(() => 1)];
  return { what, kernel, stride: kernel, padding, dilation, ceilMode: false };
}

/** The averages of as many windows as the result has elements. */
export function adaptiveAverage(what: string, x: Tensor, dims: number, outputSize: OutputSize): Tensor {
  const [sizes, counts] = [lastSizes(x, dims), outputSizes(x, dims, outputSize)];
  const even = evenWindows(what, sizes, counts);
  if (even) return averageWindows(x, even, { countIncludePad: true, divisorOverride: null });
  const flat = flattened(
    sizes.map((size, i) => placesOf(size, counts[i]!)),
    sizes,
  );
  const lengths = fromData(flat.lengths, [flat.count, 1], { backend: x.backend });
  const places = arange(flat.size, { dtype: "int32", backend: x.backend });
  const sums = elementsOf(x, dims, flat).maskedFill(places.ge(lengths), 0).sum(-1); // (…, count)
  const averages = sums.div(lengths.squeeze(-1));
  return averages.reshape([...averages.shape.slice(0, -1), ...counts]);
}

/** The largest elements of as many windows as the result has elements. */
function adaptiveLargest(what: string, x: Tensor, dims: number, outputSize: OutputSize): MaxPoolResult {
  const [sizes, counts] = [lastSizes(x, dims), outputSizes(x, dims, outputSize)];
  const even = evenWindows(what, sizes, counts);
  if (even) return within(what, () => maxWindows(x, even));
  const { indices, size } = flattened(
    sizes.map((size, i) => placesOf(size, counts[i]!)),
    sizes,
  );
  const places = fromData(indices, [indices.length], { backend: x.backend });
  return within(what, () => largestAt(x, places, counts, size));
}

const adaptive = <Out>(
  space: Space<SizeOrList>,
  pool: (what: string, x: Tensor, dims: number, outputSize: OutputSize) => Out,
) => ({
  x: batched(space),
  positional: { outputSize: required(outputSizeRule(space.dims)) },
  example: "1",
  prepare: (what: string, { outputSize }: { readonly outputSize: OutputSize }) => ({
    run: (x: Tensor) => pool(what, x, space.dims, outputSize),
    fields: { outputSize },
  }),
});
const average = (space: Space<SizeOrList>) => ({
  ...adaptive(space, adaptiveAverage),
  dtype: "float" as const,
});

const averageFunction = (name: string, space: Space<SizeOrList>) =>
  functionOf<[outputSize: OutputSize]>(name, () => average(space));

const largestOfAll = (name: string, space: Space<SizeOrList>) =>
  largestFunction<[outputSize: OutputSize]>(name, () => adaptive(space, adaptiveLargest));

interface Sized {
  /** The size of the result in each dim; null keeps that of the input. */
  readonly outputSize: OutputSize;
}

const adaptiveAvgLayer = (name: string, space: Space<SizeOrList>) =>
  layerOf<[outputSize: OutputSize], OperationLayer & Sized>(name, () => average(space));

const adaptiveMaxLayer = (name: string, space: Space<SizeOrList>) =>
  largestLayer<[outputSize: OutputSize], LargestLayer & Sized>(name, () => adaptive(space, adaptiveLargest));

/**
 * The averages of as many windows as the result has elements, however large x (N, C, L) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool1d(tensor([[[1, 2, 3, 4]]]), 2) // tensor([[[1.5000, 3.5000]]])
 */
export const adaptiveAvgPool1d = /* @__PURE__ */ averageFunction("adaptiveAvgPool1d", line);

/**
 * The averages of as many windows as the result has elements, however large x (N, C, H, W) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool2d(ones([1, 2, 5, 7]), [3, null]).shape // [1, 2, 3, 7]
 */
export const adaptiveAvgPool2d = /* @__PURE__ */ averageFunction("adaptiveAvgPool2d", plane);

/**
 * The averages of as many windows as the result has elements, however large x (N, C, D, H, W) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool3d(ones([1, 2, 4, 5, 6]), 1).shape // [1, 2, 1, 1, 1]
 */
export const adaptiveAvgPool3d = /* @__PURE__ */ averageFunction("adaptiveAvgPool3d", volume);

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, L) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool1d(tensor([[[1, 2, 3, 4]]]), 2) // tensor([[[2, 4]]])
 */
export const adaptiveMaxPool1d = /* @__PURE__ */ largestOfAll("adaptiveMaxPool1d", line);

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, H, W) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool2d(ones([1, 2, 5, 7]), [3, null]).shape // [1, 2, 3, 7]
 */
export const adaptiveMaxPool2d = /* @__PURE__ */ largestOfAll("adaptiveMaxPool2d", plane);

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, D, H, W) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool3d(ones([1, 2, 4, 5, 6]), 1).shape // [1, 2, 1, 1, 1]
 */
export const adaptiveMaxPool3d = /* @__PURE__ */ largestOfAll("adaptiveMaxPool3d", volume);

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveAvgPool1d extends /* @__PURE__ */ adaptiveAvgLayer("AdaptiveAvgPool1d", line) {}

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveAvgPool2d extends /* @__PURE__ */ adaptiveAvgLayer("AdaptiveAvgPool2d", plane) {}

/**
 * The averages over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveAvgPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveAvgPool3d extends /* @__PURE__ */ adaptiveAvgLayer("AdaptiveAvgPool3d", volume) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, L) → (N, C, OL); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool1d(2).forward(randn([1, 3, 8])).shape // [1, 3, 2]
 */
export class AdaptiveMaxPool1d extends /* @__PURE__ */ adaptiveMaxLayer("AdaptiveMaxPool1d", line) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, H, W) → (N, C, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool2d(2).forward(randn([1, 3, 8, 8])).shape // [1, 3, 2, 2]
 */
export class AdaptiveMaxPool2d extends /* @__PURE__ */ adaptiveMaxLayer("AdaptiveMaxPool2d", plane) {}

/**
 * The largest elements over outputSize windows, whatever the size of the input: (N, C, D, H, W) → (N, C, OD, OH, OW); the batch dim
 * may be absent.
 *
 * @example new AdaptiveMaxPool3d(2).forward(randn([1, 3, 8, 8, 8])).shape // [1, 3, 2, 2, 2]
 */
export class AdaptiveMaxPool3d extends /* @__PURE__ */ adaptiveMaxLayer("AdaptiveMaxPool3d", volume) {}
