import { Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import { apply, ops } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "../../kernels-wasm/test/contract.ts";
import { backend, gpu, onHost } from "./gpu.ts";

interface Plan {
  readonly x: readonly number[];
  readonly w: readonly number[];
  readonly stride?: readonly [number, number];
  readonly padding?: readonly [number, number];
  readonly dilation?: readonly [number, number];
  readonly groups?: number;
}

const plans: Readonly<Record<string, Plan>> = {
  "of one element": { x: [1, 1, 1, 1], w: [1, 1, 1, 1] },
  "with steps and padding": { x: [3, 4, 13, 9], w: [5, 4, 3, 2], stride: [2, 3], padding: [2, 1] },
  "with holes, of groups": {
    x: [2, 6, 11, 12],
    w: [4, 3, 3, 4],
    dilation: [2, 2],
    padding: [3, 0],
    groups: 2,
  },
  "of a channel each": { x: [1, 34, 7, 7], w: [34, 1, 3, 3], padding: [1, 1], groups: 34 },
  "whose weights' sums are cut into parts": { x: [3, 5, 33, 31], w: [40, 5, 3, 3], padding: [1, 1] },
};

// Sums of up to 3,000 products around 1.
const close = { relative: 2e-5, absolute: 1e-4 };

describe.skipIf(typeof gpu === "string")("convolutions", () => {
  test.each(Object.entries(plans))("%s: values and gradients are the reference's", (_name, plan) => {
    const { x, w, stride = [1, 1], padding = [0, 0], dilation = [1, 1], groups = 1 } = plan;
    const attrs = { stride, padding, dilation, groups };
    const before = onHost();
    const inputs = [x, w, [w[0]!]].map((shape, i) => randn(shape, { generator: new Generator(i) }));
    const f = (image: Tensor, weight: Tensor, bias: Tensor): Tensor =>
      fused.conv2d(image.transpose(1, 3).clone().transpose(1, 3), weight, bias, attrs).mul(0.3).sin();
    holdAgainstReference(backend(), f, inputs, { close });
    expect(onHost()).toBe(before);
  });

  test("the gradients' own gradients", () => {
    const attrs = { stride: [2, 1], padding: [1, 0], dilation: [1, 2], groups: 1 } as const;
    const [g, w, x] = [
      [2, 3, 4, 5],
      [3, 2, 3, 2],
      [2, 2, 8, 7],
    ].map((shape, i) => randn(shape, { generator: new Generator(i) })) as [Tensor, Tensor, Tensor];
    const input = (...given: Tensor[]): Tensor =>
      apply(ops.conv2dInput, given as [Tensor, Tensor], { ...attrs, size: [8, 7] })[0].sin();
    holdAgainstReference(backend(), input, [g, w], { close });
    const weight = (...given: Tensor[]): Tensor =>
      apply(ops.conv2dWeight, given as [Tensor, Tensor], { ...attrs, kernel: [3, 2] })[0]
        .mul(0.1)
        .sin();
    holdAgainstReference(backend(), weight, [g, x], { close });
  });

  test("the places of maxima: equal elements, NaN, infinities", () => {
    const values = [0, 1, 1, 2, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const x = tensor(Array.from({ length: 2 * 7 * 6 }, (_, i) => values[(i * i + 3 * i + (i >> 3)) % 8]!));
    for (const padding of [0, 1] as const) {
      const attrs = {
        kernel: [3, 2],
        stride: [2, 1],
        padding: [padding, padding],
        dilation: [1, 2],
      } as const;
      const places = (y: Tensor): Tensor => fused.maxPoolIndex(y, attrs);
      const images = x.reshape([2, 7, 6]);
      holdAgainstReference(backend(), places, [images], { gradients: false });
      holdAgainstReference(backend(), (y) => places(y.transpose(0, 2)), [images], { gradients: false });
      const whole = images.isfinite().where(images, 3).to("int32");
      holdAgainstReference(backend(), places, [whole], { gradients: false });
    }
  });
});
