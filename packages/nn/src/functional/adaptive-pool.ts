import { arange, fromData, type Tensor } from "@saccade/tensor";
import { within } from "@saccade/tensor/backend";
import { listOf, nullable, type Rule, required, rule, size, tensorRule } from "@saccade/tensor/contract";
import { averageWindows } from "./avg-pool.ts";
import {
  indicesRule,
  type MaxPoolResult,
  maxWindows,
  type WithIndices,
  type WithoutIndices,
} from "./max-pool.ts";
import { elementsOf, flattened, largestAt, type Places } from "./placed-windows.ts";
import { functionCall, lastSizes, type Windows } from "./windows.ts";

/** The size of a result in each dim; null keeps that of the input. */
export type OutputSize = number | null | readonly (number | null)[];

/** The rule of an {@link OutputSize} in some dims. */
/* @__NO_SIDE_EFFECTS__ */
export function outputSizeRule(dims: number): Rule<OutputSize, undefined> {
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
export function adaptiveLargest(
  what: string,
  x: Tensor,
  dims: number,
  outputSize: OutputSize,
): MaxPoolResult {
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

/** Declares adaptive pooling of some dims as functions. */
/* @__NO_SIDE_EFFECTS__ */
function declareAverage(what: string, dims: number, shapes: string) {
  const positional = { x: required(tensorRule("float")), outputSize: required(outputSizeRule(dims)) };
  const read = functionCall(what, positional, undefined, shapes, `${what}(x, 1)`);
  return (given: readonly unknown[]): Tensor => {
    const { x, outputSize } = read(given);
    return adaptiveAverage(what, x, dims, outputSize);
  };
}
/* @__NO_SIDE_EFFECTS__ */
function declareLargest(what: string, dims: number, shapes: string) {
  const positional = { x: required(tensorRule()), outputSize: required(outputSizeRule(dims)) };
  const read = functionCall(what, positional, indicesRule, shapes, `${what}(x, 1)`);
  return (given: readonly unknown[]): Tensor | MaxPoolResult => {
    const { x, outputSize, returnIndices } = read(given);
    const result = adaptiveLargest(what, x, dims, outputSize);
    return returnIndices ? result : result.values;
  };
}

const average1d = /* @__PURE__ */ declareAverage("adaptiveAvgPool1d", 1, "x (n, c, l) | (c, l)");
const average2d = /* @__PURE__ */ declareAverage("adaptiveAvgPool2d", 2, "x (n, c, h, w) | (c, h, w)");
const average3d = /* @__PURE__ */ declareAverage("adaptiveAvgPool3d", 3, "x (n, c, d, h, w) | (c, d, h, w)");
const largest1d = /* @__PURE__ */ declareLargest("adaptiveMaxPool1d", 1, "x (n, c, l) | (c, l)");
const largest2d = /* @__PURE__ */ declareLargest("adaptiveMaxPool2d", 2, "x (n, c, h, w) | (c, h, w)");
const largest3d = /* @__PURE__ */ declareLargest("adaptiveMaxPool3d", 3, "x (n, c, d, h, w) | (c, d, h, w)");

/**
 * The averages of as many windows as the result has elements, however large x (N, C, L) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool1d(tensor([[[1, 2, 3, 4]]]), 2) // tensor([[[1.5000, 3.5000]]])
 */
export function adaptiveAvgPool1d(x: Tensor, outputSize: OutputSize): Tensor {
  return average1d([x, outputSize]);
}

/**
 * The averages of as many windows as the result has elements, however large x (N, C, H, W) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool2d(ones([1, 2, 5, 7]), [3, null]).shape // [1, 2, 3, 7]
 */
export function adaptiveAvgPool2d(x: Tensor, outputSize: OutputSize): Tensor {
  return average2d([x, outputSize]);
}

/**
 * The averages of as many windows as the result has elements, however large x (N, C, D, H, W) is: window i of n on L elements
 * holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws DTypeError unless x is of floats; ShapeError for other dims.
 * @example functional.adaptiveAvgPool3d(ones([1, 2, 4, 5, 6]), 1).shape // [1, 2, 1, 1, 1]
 */
export function adaptiveAvgPool3d(x: Tensor, outputSize: OutputSize): Tensor {
  return average3d([x, outputSize]);
}

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, L) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool1d(tensor([[[1, 2, 3, 4]]]), 2) // tensor([[[2, 4]]])
 */
export function adaptiveMaxPool1d(x: Tensor, outputSize: OutputSize, options: WithIndices): MaxPoolResult;
export function adaptiveMaxPool1d(x: Tensor, outputSize: OutputSize, options?: WithoutIndices): Tensor;
export function adaptiveMaxPool1d(
  x: Tensor,
  outputSize: OutputSize,
  options?: object,
): Tensor | MaxPoolResult {
  return largest1d([x, outputSize, options]);
}

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, H, W) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool2d(ones([1, 2, 5, 7]), [3, null]).shape // [1, 2, 3, 7]
 */
export function adaptiveMaxPool2d(x: Tensor, outputSize: OutputSize, options: WithIndices): MaxPoolResult;
export function adaptiveMaxPool2d(x: Tensor, outputSize: OutputSize, options?: WithoutIndices): Tensor;
export function adaptiveMaxPool2d(
  x: Tensor,
  outputSize: OutputSize,
  options?: object,
): Tensor | MaxPoolResult {
  return largest2d([x, outputSize, options]);
}

/**
 * The largest elements of as many windows as the result has elements, however large x (N, C, D, H, W) is: window i of n on L
 * elements holds those from ⌊i L / n⌋ to ⌈(i + 1) L / n⌉ − 1, in each spatial dim; the batch dim may be absent.
 *
 * @throws ShapeError for other dims.
 * @example functional.adaptiveMaxPool3d(ones([1, 2, 4, 5, 6]), 1).shape // [1, 2, 1, 1, 1]
 */
export function adaptiveMaxPool3d(x: Tensor, outputSize: OutputSize, options: WithIndices): MaxPoolResult;
export function adaptiveMaxPool3d(x: Tensor, outputSize: OutputSize, options?: WithoutIndices): Tensor;
export function adaptiveMaxPool3d(
  x: Tensor,
  outputSize: OutputSize,
  options?: object,
): Tensor | MaxPoolResult {
  return largest3d([x, outputSize, options]);
}
