import { fromData, Generator, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

const pair = (min: number, max: number): fc.Arbitrary<readonly [number, number]> =>
  fc.tuple(fc.integer({ min, max }), fc.integer({ min, max }));

// Sums of up to 2,000 products around 1, in another order than the reference's.
const close = { relative: 2e-5, absolute: 1e-4 };

describe.each(await backends())("%s, windows", (way, backend) => {
  test("convolution and its gradients: any sizes, steps, padding, dilation, groups", () => {
    const plan = fc.record({
      kernel: pair(1, 4),
      stride: pair(1, 3),
      padding: pair(0, 3),
      dilation: pair(1, 2),
      groups: fc.constantFrom(1, 1, 2),
      batch: fc.constantFrom(0, 1, 3, 11),
      channels: fc.integer({ min: 1, max: 5 }),
      outs: fc.integer({ min: 1, max: 7 }),
      size: pair(1, 13),
      seed: fc.nat(999),
    });
    fc.assert(
      fc.property(plan, fc.boolean(), fc.boolean(), (drawn, biased, turned) => {
        const { kernel, groups, batch, channels, outs, size, seed, ...steps } = drawn;
        const { padding, dilation } = steps;
        fc.pre([0, 1].every((i) => dilation[i]! * (kernel[i]! - 1) < size[i]! + 2 * padding[i]!));
        const generator = new Generator(seed);
        const inputs = [
          randn([batch, channels * groups, ...size], { generator }),
          randn([outs * groups, channels, ...kernel], { generator }),
          ...(biased ? [randn([outs * groups], { generator })] : []),
        ];
        const f = (x: Tensor, w: Tensor, b: Tensor | null = null): Tensor => {
          const image = turned ? x.transpose(1, 3).clone().transpose(1, 3) : x;
          return fused
            .conv2d(image, w, b, { ...steps, groups })
            .mul(0.3)
            .sin();
        };
        holdAgainstReference(backend, f, inputs, { close });
      }),
      runsOf(way, 60),
    );
  });

  // A window back to front has the offsets 1, 0, 5, 4: the fourth stands where four in a row would end.
  test("the gradient of a row of two filters over three columns, whose offsets jump back between channels", () => {
    const steps = { stride: [1, 1], padding: [0, 0], dilation: [1, 1], groups: 1 } as const;
    const f = (x: Tensor, w: Tensor): Tensor => fused.conv2d(x, w, null, steps).sin();
    const generator = new Generator(0);
    holdAgainstReference(backend, f, [
      randn([1, 1, 1, 3], { generator }),
      randn([2, 1, 1, 2], { generator }),
    ]);
  });

  test("without channels, elements of a window, or filters", () => {
    const steps = { stride: [1, 1], padding: [0, 0], dilation: [1, 1], groups: 1 } as const;
    const f = (x: Tensor, w: Tensor, b: Tensor): Tensor => fused.conv2d(x, w, b, steps);
    holdAgainstReference(backend, f, [randn([2, 0, 3, 3]), randn([4, 0, 2, 2]), randn([4])]);
    holdAgainstReference(backend, f, [randn([2, 3, 3, 3]), randn([4, 3, 0, 1]), randn([4])]);
    holdAgainstReference(backend, f, [randn([2, 0, 0, 0]), randn([4, 0, 0, 0]), randn([4])]);
    const back = (g: Tensor, w: Tensor): Tensor => fused.conv2dInput(g, w, { ...steps, size: [4, 4] });
    holdAgainstReference(backend, back, [randn([2, 0, 3, 3]), randn([0, 5, 2, 2])]);
    holdAgainstReference(backend, back, [randn([2, 4, 5, 4]), randn([4, 5, 0, 1])]);
  });

  test("windows and filters of more elements than are summed in one block", () => {
    const steps = { stride: [1, 1], padding: [1, 1], dilation: [1, 1], groups: 1 } as const;
    const f = (x: Tensor, w: Tensor): Tensor => fused.conv2d(x, w, null, steps);
    holdAgainstReference(backend, f, [randn([2, 40, 20, 17]), randn([30, 40, 3, 3])], {
      close: { relative: 1e-4, absolute: 1e-4 },
    });
  });

  test("the places of maxima: any windows, equal elements, NaN", () => {
    const values = fc.constantFrom(0, 1, 1, 2, -1, Number.NaN, Number.POSITIVE_INFINITY, -Infinity);
    const plan = fc.record({
      kernel: pair(1, 4),
      stride: pair(1, 3),
      dilation: pair(1, 2),
      size: pair(4, 14),
    });
    fc.assert(
      fc.property(plan, fc.integer({ min: 0, max: 1 }), fc.infiniteStream(values), (drawn, pad, stream) => {
        const { kernel, size, dilation } = drawn;
        fc.pre([0, 1].every((i) => dilation[i]! * (kernel[i]! - 1) < size[i]!));
        const padding = [Math.min(pad, kernel[0] >> 1), Math.min(pad, kernel[1] >> 1)] as const;
        const numbers = Float32Array.from({ length: 3 * size[0] * size[1] }, () => stream.next().value!);
        const x = fromData(numbers, [3, ...size]);
        const attrs = { ...drawn, padding };
        const places = (on: Tensor): Int32Array => fused.maxPoolIndex(on, attrs).dataSync() as Int32Array;
        expect([...places(x.to(backend))]).toEqual([...places(x)]);
      }),
      runsOf(way, 60),
    );
  });
});
