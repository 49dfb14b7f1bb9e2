import { scaledDotProductAttention } from "@saccade/attention";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attendSmall } from "../src/attention/attend.ts";
import { type AttendAsk, at } from "../src/attention/attended.ts";
import { layoutOf } from "../src/attention/layout.ts";
import { sameMoment, timelineOf } from "../src/attention/motion.ts";
import { arrival, mixedSoFar, powersOf } from "../src/attention/scene-state.ts";
import { divisorOf, sumOf } from "../src/attention/terms.ts";
import { rows, sample, scoreNames } from "./attention-sample.ts";

const [n, d] = [4, 4];
const { q, k, v } = sample;
const plain: AttendAsk = sample;
const stages = (scale: boolean, mask: boolean) => timelineOf({ count: n, scale, mask });
const timeline = stages(true, true);

describe("the numbers in motion", () => {
  it("come to the library's: sums over divisors are scores, shares are weights, what arrives is the output", () => {
    const mask = fc.uniqueArray(fc.integer({ min: 0, max: n * n - 1 }));
    const score = fc.constantFrom(...scoreNames);
    const temperature = fc.constantFrom(0.5, 1, 3);
    fc.assert(
      fc.property(score, temperature, mask, fc.constantFrom(1, 2), (name, t, forbidden, heads) => {
        const attended = attendSmall({ ...plain, score: name, temperature: t, forbidden, heads, seed: 2 });
        const head = attended.heads[0];
        if (head === undefined) throw new Error("there is no head");
        const divisor = divisorOf(name, d / heads, t);
        for (let i = 0; i < n; i++) {
          const powers = powersOf({ attended, head }, i);
          const sum = powers.reduce((all, power) => all + power, 0);
          for (let j = 0; j < n; j++) {
            expect(sumOf(name, head.terms[i]?.[j] ?? []) / divisor).toBeCloseTo(at(head.scores, i, j), 4);
            expect(sum === 0 ? 0 : (powers[j] ?? 0) / sum).toBeCloseTo(at(head.weights, i, j), 5);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("end with what scaledDotProductAttention gives", () => {
    const attended = attendSmall(plain);
    const whole = scaledDotProductAttention(rows(q), rows(k), rows(v));
    const [weights, output] = [whole.weights.dataSync(), whole.output.dataSync()];
    const head = attended.heads[0];
    if (head === undefined) throw new Error("there is no head");
    const state = { attended, head };
    for (let c = 0; c < d; c++) {
      expect(at(head.weights, 2, c)).toBeCloseTo(weights[2 * n + c] ?? Number.NaN, 6);
      const last = [0, 1, 2, 3].find((j) => arrival(j, 0.97) < 0.999);
      expect(last).toBeUndefined(); // all have arrived before the end
      expect(mixedSoFar(state, 2, c, 0.97)).toBeCloseTo(output[2 * d + c] ?? Number.NaN, 5);
      expect(mixedSoFar(state, 2, c, 1)).toBeCloseTo(output[2 * d + c] ?? Number.NaN, 6);
    }
  });
});

describe("the moments of the motion", () => {
  it("are ends of steps for a reader who wants less motion", () => {
    for (let time = 0; time <= timeline.total; time += 0.37) expect(timeline.at(time, true).part).toBe(1);
  });

  it("count a step as done after it, and as not begun before it", () => {
    const { done } = timeline.at((timeline.ends[5] ?? 0) - 1e-3, false);
    expect(done("score", 3)).toBe(1);
    expect(done("scale")).toBe(1);
    expect(done("mask")).toBeCloseTo(1, 2);
    expect(done("softmax")).toBe(0);
  });

  it("are stepped through forwards and back", () => {
    let time = 0;
    const forwards = timeline.steps.map(() => {
      time = timeline.endAfter(time);
      return time;
    });
    expect(forwards).toEqual(timeline.ends);
    expect(timeline.endAfter(timeline.total)).toBe(timeline.total);
    expect(timeline.endBefore(timeline.total)).toBe(timeline.ends.at(-2));
    expect(timeline.endBefore(0)).toBe(timeline.ends[0]);
  });
});

describe("the steps that there are", () => {
  const flags = [false, true];
  const all = flags.flatMap((scale) => flags.map((mask) => stages(scale, mask)));

  it("are those in which something moves", () => {
    for (const scale of flags) {
      for (const mask of flags) {
        const kinds = stages(scale, mask).steps.map(({ kind }) => kind);
        expect(kinds.includes("scale")).toBe(scale);
        expect(kinds.includes("mask")).toBe(mask);
        expect(kinds.filter((kind) => kind === "score")).toHaveLength(n);
      }
    }
  });

  it("come and go without a jump: the same step is seen, or the end of the one before it", () => {
    for (const from of all) {
      for (const to of all) {
        for (let time = 0.01; time <= from.total; time += 0.13) {
          const [before, after] = [from.at(time, false), to.at(sameMoment(time, from, to), false)];
          expect(after.finished).toBe(before.finished);
          if (to.steps.some(({ kind }) => kind === before.step.kind)) {
            expect([after.step.kind, after.step.key]).toEqual([before.step.kind, before.step.key]);
            expect(after.part).toBeCloseTo(before.part, 6);
          } else expect(["score", "scale"]).toContain(after.step.kind);
        }
        expect(to.at(sameMoment(from.total, from, to), false).finished).toBe(true);
      }
    }
  });
});

describe("the layout", () => {
  const sizes = [
    { count: 4, dims: 4, valueDims: 4, isNamed: true },
    { count: 5, dims: 4, valueDims: 4, isNamed: false },
    { count: 4, dims: 3, valueDims: 2, isNamed: false },
  ];
  it.each(sizes)("keeps every box and line within the figure, wide or narrow: $count, $dims", (size) => {
    const { count, dims, valueDims } = size;
    for (const width of [280, 343, 599, 600, 760, 1100]) {
      const { q, k, v, score, weight, output, bar, bench, block, wide, lines } = layoutOf(width, size);
      const ends: readonly (readonly [typeof q, number, number])[] = [
        [q, count, dims],
        [k, count, dims],
        [v, count, valueDims],
        [score, count, count],
        [weight, count, count],
        [output, count, valueDims],
        [bench, 4, dims],
      ];
      for (const [place, rows, columns] of ends) {
        for (const { x, y, w, h } of [place(0, 0), place(rows - 1, columns - 1)]) {
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x + w).toBeLessThanOrEqual(width + 1e-9);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y + h).toBeLessThanOrEqual(wide ? block : 2 * block);
        }
      }
      expect(bar(0).x + bar(0).w).toBeLessThanOrEqual(v(0, 0).x);
      expect(Math.min(lines.bench, lines.keys, lines.values)).toBeGreaterThan(10);
      expect(lines.under).toBeLessThan(block);
      // A score is right of its query and below its key, an output below the values.
      expect(score(1, 2).y).toBe(q(1, 0).y);
      expect(score(1, 2).x).toBe(k(2, 0).x);
      expect(output(1, 1).x).toBe(v(0, 1).x);
      expect(bar(2).y).toBe(v(2, 0).y);
    }
  });
});
