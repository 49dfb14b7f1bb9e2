import { DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import {
  flag,
  type Given,
  listOf,
  nullable,
  number,
  oneOf,
  type Rule,
  required,
  rule,
  type Settings,
  signature,
  size as sizeRule,
  tensorRule,
} from "@saccade/tensor/contract";
import { adaptiveAverage } from "../layers/adaptive-pool.ts";
import { resample, tapsOf } from "./resample.ts";
import { inEachDim, lastSizes, type SizeOrList } from "./windows.ts";

/** How elements between those of x are computed. */
export type InterpolationMode =
  | "nearest"
  | "nearest-exact"
  | "linear"
  | "bilinear"
  | "bicubic"
  | "trilinear"
  | "area";

/* @__NO_SIDE_EFFECTS__ */
function oneOrList(of: Rule<number, unknown>): Rule<SizeOrList | null, null> {
  const list = listOf(of);
  const holds = (value: unknown): value is SizeOrList =>
    of.holds(value) || (list.holds(value) && value.length > 0 && value.length <= 3);
  return nullable(rule(`${of.must}, or an array of one for each dim`, holds), null) as Rule<
    SizeOrList | null,
    null
  >;
}

/** The options that determine a result's size. */
export const scaleRules = {
  /** The size of the result: this or scaleFactor is given. */
  size: /* @__PURE__ */ oneOrList(sizeRule()),
  /** How many times as large the result is, rounded down. */
  scaleFactor: /* @__PURE__ */ oneOrList(number(undefined, { above: 0 })),
} as const;

export const interpolateRules = {
  ...scaleRules,
  /** How elements between those of x are computed. Default "nearest". */
  mode: /* @__PURE__ */ oneOf(
    ["nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area"],
    "nearest",
  ) as Rule<InterpolationMode, InterpolationMode>,
  /** Whether the centers of the corner elements lie on each other, instead of the corners of x and of the result. Default false. */
  alignCorners: /* @__PURE__ */ nullable(flag(), null) as Rule<boolean | null, null>,
  /** Whether the scale follows from the rounded size of the result, instead of scaleFactor. Default false. */
  recomputeScaleFactor: /* @__PURE__ */ nullable(flag(), null) as Rule<boolean | null, null>,
  /** Whether "bilinear" and "bicubic" average over more elements where the result is smaller than x. Default false. */
  antialias: /* @__PURE__ */ flag(false),
} as const;

/** Options of {@link interpolate}. */
export interface InterpolateOptions extends Given<typeof interpolateRules> {}
/** Its settings, checked. */
export type InterpolateSettings = Settings<typeof interpolateRules>;

/** The dims that a mode is for; none for any number of them. */
const dimsOf: Readonly<Partial<Record<InterpolationMode, number>>> = {
  linear: 1,
  bilinear: 2,
  bicubic: 2,
  trilinear: 3,
};

const call = /* @__PURE__ */ signature("interpolate", { x: required(tensorRule()) }, interpolateRules, {
  example: 'interpolate(x, { scaleFactor: 2, mode: "bilinear" })',
});

/**
 * Makes sequences (N, C, L), images (N, C, H, W) or volumes (N, C, D, H, W) larger or smaller. "nearest" repeats elements;
 * "linear", "bilinear" and "trilinear" interpolate between neighbors along each dim, "bicubic" with cubics of four (Keys
 * 1981, a = −0.75); "area" averages.
 *
 * @throws ShapeError for a mode of other dims, and unless one of size and scaleFactor is given.
 * @example functional.interpolate(tensor([[[1, 2]]]), { scaleFactor: 2 }) // tensor([[[1, 1, 2, 2]]])
 */
export function interpolate(x: Tensor, options: InterpolateOptions): Tensor {
  return resized("interpolate", x, call([x, options]));
}

/** {@link interpolate} of checked settings. */
export function resized(what: string, x: Tensor, settings: InterpolateSettings): Tensor {
  const { size, scaleFactor, mode, alignCorners, recomputeScaleFactor, antialias } = settings;
  const dims = x.ndim - 2;
  const wanted = dimsOf[mode];
  if (dims < 1 || dims > 3 || (wanted !== undefined && wanted !== dims))
    throw new ShapeError(
      `${what}: mode "${mode}" takes x of ${wanted === undefined ? "3, 4 or 5" : wanted + 2} dims, got ${x.describe()}.`,
    );
  const fault = wrongOptions(settings, dims);
  if (fault !== undefined) throw new ShapeError(`${what}: ${fault}.`);
  if (!isFloat(x.dtype) && !mode.startsWith("nearest"))
    throw new DTypeError(
      `${what}: mode "${mode}" takes floats, got ${x.describe()}; convert it with to("float32").`,
    );
  const sizes = lastSizes(x, dims);
  const factors = scaleFactor === null ? null : inEachDim(scaleFactor, dims);
  const counts = factors ? sizes.map((own, i) => Math.floor(own * factors[i]!)) : inEachDim(size!, dims);
  if (counts.includes(0) || sizes.includes(0))
    throw new ShapeError(`${what}: x ${x.describe()} is resized to ${counts}; no dim may be empty.`);
  if (mode === "area") return adaptiveAverage(what, x, dims, counts);
  const scales = recomputeScaleFactor ? null : factors;
  return sizes.reduce((y, own, i) => {
    const taps = tapsOf({ mode, from: own, to: counts[i]!, factor: scales?.[i], alignCorners, antialias });
    return taps ? resample(y, i + 2, taps) : y;
  }, x);
}

function wrongOptions(settings: InterpolateSettings, dims: number): string | undefined {
  const { size, scaleFactor, mode, alignCorners, recomputeScaleFactor, antialias } = settings;
  if (size === null && scaleFactor === null) return "give the size of the result, as in { scaleFactor: 2 }";
  if (size !== null && scaleFactor !== null) return "size and scaleFactor are both given; leave one out";
  const list = size ?? scaleFactor;
  if (Array.isArray(list) && list.length !== dims)
    return `${size ? "size" : "scaleFactor"} [${list}] must have ${dims} numbers, one for each spatial dim`;
  if (alignCorners !== null && !(mode in dimsOf))
    return `alignCorners has no meaning for mode "${mode}"; leave it out`;
  if (antialias && mode !== "bilinear" && mode !== "bicubic")
    return `antialias is for modes "bilinear" and "bicubic", got "${mode}"; leave it out`;
  if (recomputeScaleFactor && scaleFactor === null)
    return "recomputeScaleFactor requires scaleFactor; leave it out with size";
  return undefined;
}
