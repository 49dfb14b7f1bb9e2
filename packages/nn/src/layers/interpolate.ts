// Resizing of sequences, images and volumes: functions and layers.
import { DTypeError, ShapeError, type Tensor } from "@saccade/tensor";
import { isFloat } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { resample, tapsOf } from "../functional/resample.ts";
import { inEachDim, lastSizes, type SizeOrList } from "../functional/windows.ts";
import { functionOf, layerOf } from "../operation.ts";
import { adaptiveAverage } from "./adaptive-pool.ts";

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
function oneOrList(of: c.Rule<number, unknown>): c.Rule<SizeOrList | null, null> {
  const list = c.listOf(of);
  const holds = (value: unknown): value is SizeOrList =>
    of.holds(value) || (list.holds(value) && value.length > 0 && value.length <= 3);
  return c.nullable(c.rule(`${of.must}, or an array of one for each dim`, holds), null) as c.Rule<
    SizeOrList | null,
    null
  >;
}

/** The options that determine a result's size. */
const scaleRules = {
  /** The size of the result: this or scaleFactor is given. */
  size: /* @__PURE__ */ oneOrList(c.size()),
  /** How many times as large the result is, rounded down. */
  scaleFactor: /* @__PURE__ */ oneOrList(c.number(undefined, { above: 0 })),
} as const;

const interpolateRules = {
  ...scaleRules,
  /** How elements between those of x are computed. Default "nearest". */
  mode: /* @__PURE__ */ c.oneOf(
    ["nearest", "nearest-exact", "linear", "bilinear", "bicubic", "trilinear", "area"],
    "nearest",
  ) as c.Rule<InterpolationMode, InterpolationMode>,
  /** Whether the centers of the corner elements lie on each other, instead of the corners of x and of the result. Default false. */
  alignCorners: /* @__PURE__ */ c.nullable(c.flag(), null) as c.Rule<boolean | null, null>,
  /** Whether the scale follows from the rounded size of the result, instead of scaleFactor. Default false. */
  recomputeScaleFactor: /* @__PURE__ */ c.nullable(c.flag(), null) as c.Rule<boolean | null, null>,
  /** Whether "bilinear" and "bicubic" average over more elements where the result is smaller than x. Default false. */
  antialias: /* @__PURE__ */ c.flag(false),
} as const;

/** Options of {@link interpolate}. */
export interface InterpolateOptions extends c.Given<typeof interpolateRules> {}
/** Options of {@link upsample}. */
export interface UpsampleOptions extends ScaleOptions, Pick<InterpolateOptions, "mode" | "alignCorners"> {}
/** Options of {@link upsampleNearest} and {@link upsampleBilinear}: one of both. */
export interface ScaleOptions extends c.Given<typeof scaleRules> {}
/** Options of {@link Upsample}. */
export interface UpsampleLayerOptions extends Omit<InterpolateOptions, "antialias"> {}

/** The settings, checked; those that a function does not take are left out. */
type ResizeSettings = c.Settings<typeof scaleRules> & Partial<c.Settings<typeof interpolateRules>>;

/** The dims that a mode is for; none for any number of them. */
const dimsOf: Readonly<Partial<Record<InterpolationMode, number>>> = {
  linear: 1,
  bilinear: 2,
  bicubic: 2,
  trilinear: 3,
};

/** Resizing x of some dims, by given options and fixed ones. */
const resizing = (
  x: string,
  options: c.Rules,
  fixed?: Partial<ResizeSettings>,
  example = "{ scaleFactor: 2 }",
) => ({
  x,
  options,
  example,
  prepare: (what: string, given: ResizeSettings) => ({
    run: (x: Tensor) => resized(what, x, fixed ? { ...given, ...fixed } : given),
  }),
});
const bilinear = { mode: "bilinear", alignCorners: true } as const;
const byMode = '{ scaleFactor: 2, mode: "bilinear" }';

/**
 * Makes sequences (N, C, L), images (N, C, H, W) or volumes (N, C, D, H, W) larger or smaller. "nearest" repeats elements;
 * "linear", "bilinear" and "trilinear" interpolate between neighbors along each dim, "bicubic" with cubics of four (Keys
 * 1981, a = −0.75); "area" averages.
 *
 * @throws ShapeError for a mode of other dims, and unless one of size and scaleFactor is given.
 * @example functional.interpolate(tensor([[[1, 2]]]), { scaleFactor: 2 }) // tensor([[[1, 1, 2, 2]]])
 */
export const interpolate = /* @__PURE__ */ functionOf<[options: InterpolateOptions]>("interpolate", () =>
  resizing("(…)", interpolateRules, undefined, byMode),
);

/** {@link interpolate} of checked settings. */
function resized(what: string, x: Tensor, settings: ResizeSettings): Tensor {
  const { size, scaleFactor, mode = "nearest", alignCorners = null } = settings;
  const { recomputeScaleFactor = null, antialias = false } = settings;
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

function wrongOptions(settings: ResizeSettings, dims: number): string | undefined {
  const { size, scaleFactor, mode = "nearest", alignCorners = null } = settings;
  const { recomputeScaleFactor, antialias } = settings;
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

/**
 * `interpolate` under its older name: see there.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsample(tensor([[[1, 2]]]), { scaleFactor: 2 }) // tensor([[[1, 1, 2, 2]]])
 */
export const upsample = /* @__PURE__ */ functionOf<[options: UpsampleOptions]>("upsample", () => {
  const { mode, alignCorners } = interpolateRules;
  return resizing("(…)", { ...scaleRules, mode, alignCorners });
});

/**
 * `interpolate` with mode "nearest": elements are repeated.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsampleNearest(tensor([[[1, 2]]]), { size: 4 }) // tensor([[[1, 1, 2, 2]]])
 */
export const upsampleNearest = /* @__PURE__ */ functionOf<[options: ScaleOptions]>("upsampleNearest", () =>
  resizing("(…)", scaleRules),
);

/**
 * `interpolate` of images with mode "bilinear" and alignCorners.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsampleBilinear(tensor([[[[1, 3]]]]), { size: [1, 3] }) // tensor([[[[1, 2, 3]]]])
 */
export const upsampleBilinear = /* @__PURE__ */ functionOf<[options: ScaleOptions]>("upsampleBilinear", () =>
  resizing("(…)", scaleRules, bilinear),
);

/**
 * Makes sequences, images or volumes (N, C, …) larger or smaller, as `functional.interpolate`.
 *
 * @example new Upsample({ scaleFactor: 2 }).forward(tensor([[[1, 2]]])) // tensor([[[1, 1, 2, 2]]])
 */
export class Upsample extends /* @__PURE__ */ layerOf<[options: UpsampleLayerOptions]>("Upsample", () => {
  const { antialias: _, ...options } = interpolateRules;
  return resizing("(n, c, l) | (n, c, h, w) | (n, c, d, h, w)", options, undefined, byMode);
}) {}

/**
 * Makes images (N, C, H, W) larger or smaller: elements are repeated.
 *
 * @example new UpsamplingNearest2d({ scaleFactor: 2 }).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class UpsamplingNearest2d extends /* @__PURE__ */ layerOf<[options: ScaleOptions]>(
  "UpsamplingNearest2d",
  () => resizing("(n, c, h, w)", scaleRules),
) {}

/**
 * Makes images (N, C, H, W) larger or smaller by bilinear interpolation, where the centers of the corner elements lie on
 * each other.
 *
 * @example new UpsamplingBilinear2d({ size: [1, 3] }).forward(tensor([[[[1, 3]]]])) // tensor([[[[1, 2, 3]]]])
 */
export class UpsamplingBilinear2d extends /* @__PURE__ */ layerOf<[options: ScaleOptions]>(
  "UpsamplingBilinear2d",
  () => ({
    ...resizing("(n, c, h, w)", scaleRules, bilinear),
    dtype: "float",
  }),
) {}
