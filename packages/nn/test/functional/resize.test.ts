import { readFileSync } from "node:fs";
import { gradCheck } from "@saccade/autograd";
import { arange, ones, randn, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, it, test } from "vitest";
import { functional as F } from "../../src/index.ts";
import { near } from "../helpers.ts";

// PyTorch 2.13's results.
const golden: Readonly<Record<string, readonly number[]>> = JSON.parse(
  readFileSync(new URL("resize.golden.json", import.meta.url), "utf8"),
);

const line = tensor([[[1, 2, 4, 8, 16]]]);
const image = arange(20).pow(1.5).reshape([1, 1, 4, 5]);
const grid = tensor([[[[-1.3, -0.4], [0.2, 0.9], [1.4, -1.9]]]]); // biome-ignore format: one line
const theta = tensor([[[0.5, 0.1, 0.2], [-0.3, 1, 0]]]); // biome-ignore format: one line
const sample =
  (mode: "bilinear" | "nearest" | "bicubic", paddingMode: "zeros" | "border" | "reflection") => () =>
    F.gridSample(image, grid, { mode, paddingMode });

const calls: Readonly<Record<string, () => Tensor>> = {
  "linear,False": () => F.interpolate(line, { size: 7, mode: "linear" }),
  "linear,True": () => F.interpolate(line, { size: 7, mode: "linear", alignCorners: true }),
  "bilinear,antialias": () => F.interpolate(image, { size: [2, 3], mode: "bilinear", antialias: true }),
  "bilinear,scale": () => F.interpolate(image, { scaleFactor: 1.7, mode: "bilinear" }),
  "bilinear,recompute": () =>
    F.interpolate(image, { scaleFactor: 1.7, mode: "bilinear", recomputeScaleFactor: true }),
  "bicubic,antialias": () => F.interpolate(image, { size: [2, 3], mode: "bicubic", antialias: true }),
  "bicubic,scale": () => F.interpolate(image, { scaleFactor: 1.7, mode: "bicubic" }),
  "bicubic,recompute": () =>
    F.interpolate(image, { scaleFactor: 1.7, mode: "bicubic", recomputeScaleFactor: true }),
  "nearest-exact": () => F.interpolate(image, { size: [3, 7], mode: "nearest-exact" }),
  nearest: () => F.interpolate(image, { size: [3, 7] }),
  area: () => F.interpolate(image, { size: [3, 2], mode: "area" }),
  "grid,bilinear,zeros": sample("bilinear", "zeros"),
  "grid,bilinear,border": sample("bilinear", "border"),
  "grid,bilinear,reflection": sample("bilinear", "reflection"),
  "grid,nearest,zeros": sample("nearest", "zeros"),
  "grid,nearest,border": sample("nearest", "border"),
  "grid,nearest,reflection": sample("nearest", "reflection"),
  "grid,bicubic,zeros": sample("bicubic", "zeros"),
  "grid,bicubic,border": sample("bicubic", "border"),
  "grid,bicubic,reflection": sample("bicubic", "reflection"),
  "affine,False": () => F.affineGrid(theta, [1, 1, 2, 3]),
  "affine,True": () => F.affineGrid(theta, [1, 1, 2, 3], { alignCorners: true }),
  affine3: () => F.affineGrid(arange(12).reshape([1, 3, 4]).div(10), [1, 1, 2, 1, 2]),
  fold: () => F.fold(arange(48).reshape([1, 8, 6]), [4, 3], 2),
  fold2: () => F.fold(arange(24).reshape([1, 4, 6]), [4, 5], 2, { stride: 2, padding: [0, 1] }),
};

test.each(Object.keys(golden))("%s is PyTorch's", (name) => {
  const got = calls[name]!().dataSync();
  expect(got.length).toBe(golden[name]!.length);
  got.forEach((value, i) => {
    expect(Math.abs(value - golden[name]![i]!)).toBeLessThan(2e-5 * Math.max(1, Math.abs(value)));
  });
});

const check = (f: (x: Tensor) => Tensor, x: Tensor): void =>
  gradCheck((x) => f(x!).square(), [x], { order: 2 });

describe("gradients of both orders", () => {
  it("go through interpolation and sampling", () => {
    const x = randn([1, 2, 3, 3]);
    check((x) => F.interpolate(x, { size: [4, 2], mode: "bicubic" }), x);
    check((x) => F.interpolate(x, { size: 2, mode: "bilinear", antialias: true }), x);
    check((x) => F.gridSample(x, tensor([[[[-0.3, 0.4], [0.9, -1.2]]]]).to(x.dtype), { paddingMode: "border" }), x); // biome-ignore format: one line
    const places = tensor([[[[-0.31, 0.42], [0.77, -0.55]]]]); // biome-ignore format: one line
    check(
      (at) => F.gridSample(image.div(20).to(at.dtype), at, { mode: "bicubic", paddingMode: "reflection" }),
      places,
    );
  });

  it("go through unfold and fold", () => {
    check((x) => F.unfold(x, [2, 3], { stride: [1, 2], padding: 1, dilation: [2, 1] }), randn([1, 2, 4, 4]));
    check((x) => F.fold(x, [3, 4], 2, { stride: [1, 2] }), randn([1, 8, 4]));
  });
});

test("fold adds up what unfold took apart", () => {
  const x = randn([2, 3, 5, 6]);
  const how = { stride: 2, padding: 1 } as const;
  const there = (x: Tensor): Tensor => F.fold(F.unfold(x, [3, 2], how), [5, 6], [3, 2], how);
  const counted = x.mul(there(ones([2, 3, 5, 6])));
  near(there(x), counted);
});

test("shuffles of pixels are inverses, and elements outside of a window stay out of it", () => {
  const x = randn([2, 8, 3, 3]);
  expect(F.pixelUnshuffle(F.pixelShuffle(x, 2), 2).eq(x).all().toArray()).toBe(true);
  expect(F.channelShuffle(F.channelShuffle(x, 2), 4).eq(x).all().toArray()).toBe(true);
  const far = tensor([[[1, 2, 3, 4, Number.POSITIVE_INFINITY]]]);
  expect([...F.interpolate(far, { size: 3, mode: "area" }).dataSync()]).toEqual([1.5, 3, Number.POSITIVE_INFINITY]); // biome-ignore format: one line
  expect(F.interpolate(far, { scaleFactor: 2, mode: "linear" }).slice(2, { stop: 6 }).isfinite().all().toArray()).toBe(true); // biome-ignore format: one line
});

test("what does not go together is named", () => {
  expect(() => F.interpolate(image, {})).toThrow(/interpolate: give the size of the result/);
  expect(() => F.interpolate(image, { size: 2, scaleFactor: 2 })).toThrow(/both given/);
  expect(() => F.interpolate(image, { size: 2, mode: "linear" })).toThrow(/mode "linear" takes x of 3 dims/);
  expect(() => F.interpolate(image, { size: 2, alignCorners: true })).toThrow(/alignCorners has no meaning/);
  expect(() => F.gridSample(image, ones([1, 1, 1, 3]))).toThrow(/gridSample/);
  expect(() => F.fold(ones([1, 8, 5]), 3, 2)).toThrow(
    /fold: x .* must have a multiple of 4 rows.* and 4 columns/,
  );
  expect(() => F.pixelShuffle(ones([1, 3, 2, 2]), 2)).toThrow(
    /3 channels .* divisible by upscaleFactor² = 4/,
  );
});
