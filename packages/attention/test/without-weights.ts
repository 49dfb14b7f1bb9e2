import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { manualSeed, profile, type Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../vitest.level.ts";
import { causalMask, type MaybeAttended, type WeightsOptions } from "../src/index.ts";
import { expectClose, leaked, noise } from "./helpers.ts";

/** An attention and how it is called: x (b, n, 4), and a mask of that n where it takes one. */
export interface Call {
  readonly module: Module;
  readonly attend: (x: Tensor, mask: Tensor | undefined, options: WeightsOptions) => MaybeAttended;
}

/** What a kind may be made with. */
export interface Settings {
  readonly dropout: number;
  readonly maskFill: number | null;
}

export function kernelsOf(f: () => unknown): string[] {
  return [...profile(f).kernels.keys()];
}

const call = fc.record({
  b: fc.integer({ min: 1, max: 3 }),
  n: fc.integer({ min: 1, max: 6 }),
  masked: fc.constantFrom("none", "causal", "random"),
  // A fill of −∞ makes empty rows NaN, which has no distance; fused.test.ts holds that case.
  maskFill: fc.constantFrom(null, -1e9, -2),
  dropout: fc.constantFrom(0, 0.5),
  seed: fc.nat(1000),
});

/** Tests that each kind computes the same without weights, in one kernel. */
export function testWithoutWeights(kinds: Readonly<Record<string, (settings: Settings) => Call>>): void {
  test.each(Object.entries(kinds))("%s: output and gradients are the same without weights", (_, make) => {
    const property = fc.property(call, ({ b, n, masked, seed, ...settings }) => {
      const { module, attend } = make(settings);
      const x = noise([b, n, 4], seed);
      const random = noise([b, n, n], seed + 1).gt(0); // also rows of nothing
      const mask = { none: undefined, causal: causalMask(n), random }[masked];
      const run = (needWeights: boolean | undefined) => {
        manualSeed(seed);
        const loss = () => {
          const { output, weights } = attend(x, mask, { needWeights });
          return { loss: output.mul(noise(output.shape, 7)).sum(), output, weights };
        };
        return valueAndGrad(loss, { x, ...module.namedParameters() });
      };
      const [without, withThem, asked] = [run(false), run(undefined), run(true)];
      expect(without.value.weights).toBeUndefined();
      expectClose(asked.value.weights!, withThem.value.weights!);
      expectClose(without.value.output, withThem.value.output);
      for (const [name, grad] of Object.entries(withThem.grads)) {
        expectClose(Object(without.grads)[name], grad, 1e-4);
      }
    });
    fc.assert(property, runs(15));
  });

  test.each(Object.entries(kinds))(
    "%s: without weights it is one kernel, and nothing stays behind",
    (_, make) => {
      const { attend } = make({ dropout: 0.5, maskFill: null });
      const x = noise([2, 5, 4]);
      const mask = causalMask(5);
      const run = (): MaybeAttended => attend(x, mask, { needWeights: false });
      const kernels = kernelsOf(run);
      expect(kernels).toContain("scaledDotProduct");
      expect(kernels).not.toContain("softmax");
      expect(leaked(run)).toBe(0);
    },
  );
}
