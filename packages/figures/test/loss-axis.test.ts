import fc from "fast-check";
import { expect, it } from "vitest";
import { lossAxis } from "../src/learning-curve/learning-curve.tsx";

it("whatever the losses are, they lie within, above the axis, and at least two values are named", () => {
  const loss = fc.double({ min: -6, max: 3, noNaN: true }).map((power) => 10 ** power);
  fc.assert(
    fc.property(fc.array(loss, { minLength: 1, maxLength: 40 }), (losses) => {
      const { low, high, ticks } = lossAxis(losses);
      const part = (value: number): number => Math.log(value / low) / Math.log(high / low);
      for (const value of losses) {
        expect(part(value)).toBeGreaterThan(0.01);
        expect(part(value)).toBeLessThanOrEqual(1 + 1e-9);
      }
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(5);
      for (const tick of ticks) expect(part(tick)).toBeGreaterThanOrEqual(0);
      for (const tick of ticks) expect(String(tick).length).toBeLessThanOrEqual(8);
    }),
  );
});

it("before training there is an axis, too", () => {
  expect(lossAxis([]).ticks.length).toBeGreaterThan(1);
  expect(lossAxis([0]).ticks.length).toBeGreaterThan(1);
});
