// The older names of `interpolate`.
import type { Tensor } from "@saccade/tensor";
import { type Given, required, type Settings, signature, tensorRule } from "@saccade/tensor/contract";
import { type InterpolateSettings, interpolateRules, resized, scaleRules } from "./interpolate.ts";

/** The options of `upsample`. */
export const upsampleRules = {
  ...scaleRules,
  /** How elements between those of x are computed. Default "nearest". */
  mode: interpolateRules.mode,
  /** Whether the centers of the corner elements lie on each other. Default false. */
  alignCorners: interpolateRules.alignCorners,
} as const;

/** Options of {@link upsample}. */
export interface UpsampleOptions extends ScaleOptions, Given<typeof upsampleRules> {}
/** Options of {@link upsampleNearest} and {@link upsampleBilinear}: one of both. */
export interface ScaleOptions extends Given<typeof scaleRules> {}

const x = /* @__PURE__ */ required(tensorRule());
const example = "(x, { scaleFactor: 2 })";
const upsampleCall = /* @__PURE__ */ signature("upsample", { x }, upsampleRules, {
  example: `upsample${example}`,
});
const nearestCall = /* @__PURE__ */ signature("upsampleNearest", { x }, scaleRules, {
  example: `upsampleNearest${example}`,
});
const bilinearCall = /* @__PURE__ */ signature("upsampleBilinear", { x }, scaleRules, {
  example: `upsampleBilinear${example}`,
});

/** The settings of `interpolate` for those of an older name. */
export function asInterpolation(settings: Settings<typeof upsampleRules>): InterpolateSettings {
  return { ...settings, recomputeScaleFactor: null, antialias: false };
}

/**
 * `interpolate` under its older name: see there.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsample(tensor([[[1, 2]]]), { scaleFactor: 2 }) // tensor([[[1, 1, 2, 2]]])
 */
export function upsample(x: Tensor, options: UpsampleOptions): Tensor {
  const settings = upsampleCall([x, options]);
  return resized("upsample", x, asInterpolation(settings));
}

/**
 * `interpolate` with mode "nearest": elements are repeated.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsampleNearest(tensor([[[1, 2]]]), { size: 4 }) // tensor([[[1, 1, 2, 2]]])
 */
export function upsampleNearest(x: Tensor, options: ScaleOptions): Tensor {
  const scale = nearestCall([x, options]);
  return resized("upsampleNearest", x, asInterpolation({ ...scale, mode: "nearest", alignCorners: null }));
}

/**
 * `interpolate` of images with mode "bilinear" and alignCorners.
 *
 * @throws ShapeError as `interpolate`.
 * @example functional.upsampleBilinear(tensor([[[[1, 3]]]]), { size: [1, 3] }) // tensor([[[[1, 2, 3]]]])
 */
export function upsampleBilinear(x: Tensor, options: ScaleOptions): Tensor {
  const scale = bilinearCall([x, options]);
  return resized("upsampleBilinear", x, asInterpolation({ ...scale, mode: "bilinear", alignCorners: true }));
}
