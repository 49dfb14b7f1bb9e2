import { memory } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { xRange } from "../../../../packages/figures/src/kernel-regression/data.ts";
import { drawPoints, look, rowsAt, step, untrainedW } from "../../src/pages/kernel-regression/compute.ts";
import { makeStart } from "../../src/pages/kernel-regression/make-start.ts";
import { start } from "../../src/pages/kernel-regression/model.ts";
import { farthest, kernelNames } from "../../src/pages/kernel-regression/settings.ts";

const points = drawPoints({ seed: 3, n: 20, noise: 0.5 });

describe("the page's regression", () => {
  it("learns: the loss falls and queries attend to fewer points", () => {
    const first = untrainedW(3);
    let w = first;
    const losses = Array.from({ length: 100 }, () => {
      const made = step({ points, w, lr: 0.02 });
      w = made.w;
      return made.loss;
    });
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) * 0.7);
    const effective = (at: number): number =>
      look({ points, kernel: "gaussian", bandwidth: 1, w: at }).heats.learned.effective;
    expect(effective(w)).toBeLessThan(effective(first));
  });

  it("leaves no tensor behind", () => {
    const before = memory().tensors;
    const ask = { points, kernel: "boxcar", bandwidth: 0.5, w: 2 } as const;
    look(ask);
    rowsAt({ ...ask, query: 1 });
    step({ points, w: 2, lr: 0.1 });
    expect(memory().tensors).toBe(before);
  });
});

describe("what the page opens with", () => {
  it("is what the program in scripts makes", () => {
    const made = makeStart();
    const near = (a: readonly number[], b: readonly number[]): void => {
      expect(a.length).toBe(b.length);
      for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i] ?? Number.NaN, 3);
    };
    near(start.points.y, made.points.y);
    const learned = ({ lines }: typeof start): readonly number[] => lines.at(-1)?.curve[0]?.y ?? [];
    near(learned(start), learned(made));
    near(start.rows.fixed.weights, made.rows.fixed.weights);
    near(start.cues.read, made.cues.read);
    near(start.losses, made.losses);
    expect(start.w).toBeCloseTo(made.w, 3);
  });
});

it("what is said of the fixed kernel's weights does not change with what is learned", () => {
  const bandwidth = fc.double({ min: 0.05, max: 5, noNaN: true });
  const w = fc.double({ min: -8, max: 8, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...kernelNames), bandwidth, w, w, (kernel, h, one, other) => {
      const at = (w: number) => look({ points: start.points, kernel, bandwidth: h, w }).heats;
      const [a, b] = [at(one), at(other)];
      expect(a.fixed).toEqual(b.fixed);
      for (const heat of [a.fixed, a.learned, b.learned])
        expect(heat.greatest).toBe(Math.max(0, ...heat.data));
    }),
    { numRuns: 15 },
  );
});

it("the place that shows a gap has no key within the window, for any points that leave one", () => {
  const keys = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(keys, (hundredths) => {
      const x = hundredths.map((key) => key / 100).sort((a, b) => a - b);
      const { at, distance } = farthest(x, xRange);
      for (let place = 0; place <= 5; place += 0.01) {
        expect(Math.min(...x.map((key) => Math.abs(key - place)))).toBeLessThanOrEqual(distance + 0.01);
      }
      if (distance <= 0.1) return;
      const points = { x, y: x.map(() => 1) };
      const rows = rowsAt({ points, kernel: "boxcar", bandwidth: 0.1, w: 1, query: at });
      expect(rows.fixed.prediction).toBeNull();
    }),
    { numRuns: 40 },
  );
  expect(farthest(start.points.x, xRange).distance).toBeGreaterThan(0.1);
});
