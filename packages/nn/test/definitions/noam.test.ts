import fc from "fast-check";
import { expect, test } from "vitest";
import { noam } from "../../src/definitions/index.ts";
import { NoamLR } from "../../src/index.ts";
import { size } from "./hold.ts";

test("NoamLR multiplies the rate by its definition, which rises for warmupSteps steps and falls with the root", () => {
  const rate = fc.double({ min: 0.1, max: 2, noNaN: true });
  fc.assert(
    fc.property(rate, size(600), size(7), (lr, dModel, warmupSteps) => {
      const scheduler = new NoamLR({ paramGroups: [{ lr }] }, { dModel, warmupSteps });
      for (let n = 1; n <= 20; n++) {
        expect(scheduler.lastLr[0]).toBe(lr * noam(n, dModel, warmupSteps));
        const shape = n <= warmupSteps ? n / warmupSteps ** 1.5 : 1 / Math.sqrt(n);
        expect(noam(n, dModel, warmupSteps)).toBeCloseTo(shape / Math.sqrt(dModel), 12);
        scheduler.step();
      }
    }),
    { numRuns: 40 },
  );
});
