import { readElements } from "../../apply/capture/host-values.ts";
import { badArgument } from "../../contract/arguments.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { number, size } from "../../contract/rules.ts";
import { fromData } from "../../create.ts";
import { ArgumentError } from "../../errors.ts";
import { typedArray } from "../../memory/dtype.ts";
import type { Tensor } from "../../tensor.ts";
import { requireFloat } from "./dims.ts";

const histcOptions = options(
  "histc",
  {
    /** The number of bins. Default 100. */
    bins: size(100),
    /** The lower end of the first bin. Default 0. */
    min: number(0),
    /** The upper end of the last bin. Default 0. With min = max, the bins span the elements. */
    max: number(0),
  },
  { example: "histc(x, { bins: 4, min: 0, max: 3 })" },
);

/** Options of {@link histc}. */
export interface HistcOptions extends OptionsOf<typeof histcOptions> {}

/**
 * How many elements lie in each of `bins` equal intervals from `min` to `max`, in x's dtype. The last interval includes
 * its end; elements outside and NaN do not count.
 *
 * @throws DTypeError for int32 and bool; ArgumentError unless min ≤ max, and for elements that are not finite where they set
 * the range.
 * @example histc(tensor([1, 2, 1]), { bins: 4, min: 0, max: 3 }) // tensor([0, 2, 1, 0])
 */
export function histc(x: Tensor, given?: HistcOptions): Tensor {
  checkTensor(histcOptions.what, "x", x);
  const { bins, min, max } = histcOptions(given);
  requireFloat("histc", x);
  if (min > max) throw badArgument("histc", "max", `at least min, ${min}`, max);
  const elements = readElements("histc", x);
  const [low, high] = min < max ? [min, max] : span("histc", elements, 1);
  const round = x.dtype === "float32" ? Math.fround : (value: number): number => value;
  const width = round(high - low);
  const counts = typedArray(x.dtype, bins);
  for (const value of elements) {
    if (!(value >= low && value <= high)) continue;
    // Rounded as x is, so that elements near a border fall into PyTorch's bin.
    const bin = Math.trunc(round(round(round(value - low) / width) * bins));
    counts[Math.min(bin, bins - 1)]!++;
  }
  return fromData(counts, [bins], { backend: x.backend });
}

/** The smallest and the largest element, `apart` to either side where they are equal; 0 and 1 without elements. */
export function span(
  what: string,
  elements: ArrayLike<number>,
  apart: number,
  from: number = 0,
  step: number = 1,
): readonly [number, number] {
  if (elements.length === 0) return [0, 1];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = from; i < elements.length; i += step) {
    const value = elements[i]!;
    if (!Number.isFinite(value))
      throw new ArgumentError(
        `${what}: x must hold finite numbers where they set the range, got ${value}; give a range.`,
      );
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low < high ? [low, high] : [low - apart, high + apart];
}
