import { grad, noGrad } from "@saccade/autograd";
import { manualSeed, type Tensor, tensor, where } from "@saccade/tensor";
import fc from "fast-check";
import { beforeEach, describe, expect, it, test } from "vitest";
import * as definitions from "../../src/definitions/ladder/softmax.ts";
import { AlibiPositions, RotaryPositions } from "../../src/index.ts";
import * as ladder from "../../src/ladder/index.ts";
import { bools, expectClose, gradCheckModule, kernelsOf, noise } from "../helpers.ts";

beforeEach(() => manualSeed(3));

const x = noise([2, 7, 8]);
const options = fc.record<ladder.SoftmaxAttentionOptions>({
  qkNorm: fc.constantFrom(null, "rms", "rmsOfAllHeads", "layerNorm", "l2"),
  sinks: fc.constantFrom(null, "learned", "zero"),
  softcap: fc.constantFrom(null, 2),
  outputGate: fc.constantFrom(null, "elementwise", "headwise"),
  forgets: fc.boolean(),
  window: fc.constantFrom(undefined, 1, 3),
  positions: fc.constantFrom(null, new RotaryPositions(4), new AlibiPositions(2)),
});

describe("softmax attention with any options", () => {
  it("gives the same with weights, from a cache, and with padding before it", () => {
    fc.assert(
      fc.property(options, fc.integer({ min: 1, max: 6 }), (given, cut) => {
        const layer = new ladder.SoftmaxAttention(8, 2, given).eval();
        noGrad(() => {
          const whole = layer.forward(x).output;
          const { output, weights } = layer.forward(x, { needWeights: true });
          expectClose(output, whole, 2e-5);
          expect(weights!.shape).toEqual([2, 2, 7, 7]);
          const cache = layer.newCache();
          for (const [start, n] of [
            [0, cut],
            [cut, 7 - cut],
          ] as const) {
            const part = layer.forward(x.narrow(1, start, n), { cache }).output;
            expectClose(part, whole.narrow(1, start, n), 2e-5);
          }
          // A padded token may hold anything.
          const keyMask = bools("0011111 1111101");
          const junk = where(keyMask.unsqueeze(-1), x, Number.NaN);
          const [a, b] = [layer.forward(junk, { keyMask }).output, layer.forward(x, { keyMask }).output];
          const seen = (y: Tensor): Tensor => where(keyMask.unsqueeze(-1), y, 0);
          expectClose(seen(a), seen(b), 0);
        });
      }),
      { numRuns: 60 },
    );
  });

  it("sees only its past", () => {
    fc.assert(
      fc.property(options, (given) => {
        const layer = new ladder.SoftmaxAttention(8, 2, given).eval();
        const slopes = grad((y: Tensor) => layer.forward(y).output.select(1, 3).square().sum())(x);
        expect(slopes.narrow(1, 4, 3).abs().max().item()).toBe(0);
        expect(slopes.select(1, 3).abs().max().item()).toBeGreaterThan(0);
        if (given.window === 1) expect(slopes.select(1, 2).abs().max().item()).toBe(0);
      }),
      { numRuns: 30 },
    );
  });
});

test("the gradients of inputs and parameters are right", () => {
  const layers = [
    new ladder.SoftmaxAttention(4, 2, { qkNorm: "rms", sinks: "learned", outputGate: "headwise" }),
    new ladder.SoftmaxAttention(4, 2, { qkNorm: "l2", softcap: 3, forgets: true }),
    new ladder.SoftmaxAttention(4, 2, { forgets: true, outputGate: "elementwise" }),
    new ladder.SoftmaxAttention(4, 2, { simplex: "entmax15" }),
    new ladder.DifferentialAttention(4, 1),
    new ladder.MultiheadLatentAttention(4, 2),
    new ladder.KimiDeltaAttention(4, 2, { chunkSize: 3 }),
  ];
  for (const layer of layers) gradCheckModule(layer, (y) => layer.forward(y).output, [noise([1, 5, 4])]);
});

test("forgetting is one fused product, of the definition's numbers", () => {
  const layer = new ladder.SoftmaxAttention(8, 2, { forgets: true });
  expect(kernelsOf(() => layer.forward(x))).toContain("scaledDotProduct");
  const split = (y: Tensor, heads: number): Tensor =>
    y.reshape([2, 7, heads, y.size(-1) / heads]).transpose(1, 2);
  const [q, k, v] = layer.qkv.forward(x).chunk(3, -1) as [Tensor, Tensor, Tensor];
  const gates = layer.f!.forward(x).logSigmoid().transpose(1, 2);
  const { output } = definitions.forgettingAttention(split(q, 2), split(k, 2), split(v, 2), gates);
  expectClose(layer.forward(x).output, layer.out.forward(output.transpose(1, 2).flatten(2)), 2e-6);
});

test("a row of sparse weights has zeros, and queries without keys give 0", () => {
  const layer = new ladder.SoftmaxAttention(8, 2, { simplex: "sparsemax" });
  const keyMask = bools("0011111 1111111");
  const { output, weights } = layer.forward(x.mul(20), { keyMask, needWeights: true });
  expect(weights!.eq(0).to("float32").sum().item()).toBeGreaterThan(2 * 2 * 21);
  expect(output.select(0, 0).narrow(0, 0, 2).abs().max().item()).toBe(0);
});

test("latent attention computes the same with its maps absorbed, and keeps few numbers", () => {
  for (const given of [{}, { qLoraRank: 3, kvLoraRank: 5, ropeDim: 2, headDim: 6, window: 3 }]) {
    const layer = new ladder.MultiheadLatentAttention(8, 2, given).eval();
    noGrad(() => {
      const whole = layer.forward(x).output;
      const cache = layer.newCache({ capacity: 7 });
      for (const [start, n] of [
        [0, 3],
        [3, 1],
        [4, 3],
      ] as const)
        expectClose(layer.forward(x.narrow(1, start, n), { cache }).output, whole.narrow(1, start, n), 2e-5);
      expect(cache.read().reduce((sum, rows) => sum + 4 * rows.numel, 0)).toBe(2 * layer.cacheBytes(7));
    });
  }
});

test("options that exclude each other are refused", () => {
  const make = (given: ladder.SoftmaxAttentionOptions) => () => new ladder.SoftmaxAttention(8, 2, given);
  expect(make({ window: 0 })).toThrow(/window must be a whole number ≥ 1/);
  expect(make({ sinks: "zero", simplex: "sparsemax" })).toThrow(/sinks are logits of a softmax/);
  expect(make({ forgets: true, numKvHeads: 1 })).toThrow(/leave out numKvHeads 1/);
  // @ts-expect-error: no such option
  expect(make({ qkNorms: "rms" })).toThrow(/qkNorm/);
  expect(() => new ladder.SoftmaxAttention(8, 2).forward(tensor([[1, 2]]))).toThrow(/x/);
});
