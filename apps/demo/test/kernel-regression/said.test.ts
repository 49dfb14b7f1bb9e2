import fc from "fast-check";
import { expect, it } from "vitest";
import { cueNames, thingNames } from "../../src/pages/kernel-regression/cue.ts";
import { cueSaid } from "../../src/pages/kernel-regression/cue-said.ts";
import { heatFacts } from "../../src/pages/kernel-regression/heard.ts";
import { xRange } from "../../src/pages/kernel-regression/range.ts";
import { heats, rowsAt } from "../../src/pages/kernel-regression/regression.ts";
import { kernelNames } from "../../src/pages/kernel-regression/settings.ts";
import { start } from "../../src/pages/kernel-regression/start.gen.ts";
import { farthest } from "../../src/pages/kernel-regression/windows.ts";
import { words } from "../../src/pages/kernel-regression/words.ts";

it("what is said of the fixed kernel's weights does not change with what is learned", () => {
  const bandwidth = fc.double({ min: 0.05, max: 5, noNaN: true });
  const w = fc.double({ min: -8, max: 8, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(...kernelNames), bandwidth, w, w, (kernel, h, one, other) => {
      const at = (w: number) => heats({ points: start.points, kernel, bandwidth: h, w });
      const [a, b] = [at(one), at(other)];
      expect(heatFacts(a.fixed)).toEqual(heatFacts(b.fixed));
      for (const heat of [a.fixed, a.learned, b.learned]) {
        expect(heatFacts(heat).greatest).toBe(Math.max(0, ...heat.data));
      }
    }),
    { numRuns: 15 },
  );
});

it("for each cue, the thing that is named has the largest weight", () => {
  for (const cue of cueNames) {
    const weights = start.cues[cue];
    const [most] = thingNames
      .map((name, i) => ({ name, weight: weights[i]! }))
      .toSorted((a, b) => b.weight - a.weight);
    for (const t of [words.en, words.zh]) {
      const said = cueSaid(t, weights);
      expect(said).toContain(t.things[most!.name]);
      expect(said).toContain(most!.weight.toFixed(2));
    }
  }
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
