import fc from "fast-check";
import { expect, test } from "vitest";
import { layoutArcs, movedWords } from "../src/arcs/layout.ts";

const rows = (sources: readonly number[]): number[][] =>
  sources.map((source) => sources.map((_, j) => (j === source ? 1 : 0)));

test("an adjective that follows its noun has moved, and nothing else", () => {
  expect(movedWords(rows([0, 2, 1, 3])).size).toBe(1);
  expect(movedWords(rows([0, 1, 2, 3])).size).toBe(0);
  expect(movedWords([[0.3, 0.3, 0.4 - 1e-9]]).size).toBe(0);
});

test("without the words that moved, the others are in order, and no fewer need to move", () => {
  const permutation = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 7, maxLength: 7 });
  fc.assert(
    fc.property(permutation, (sources) => {
      const moved = movedWords(rows(sources));
      const kept = sources.filter((_, i) => !moved.has(i));
      expect(kept).toEqual([...kept].sort((a, b) => a - b));
      expect(kept.length).toBe(longestRun(sources));
    }),
  );
});

test("words are side by side where they fit and in columns where not, and never outside", () => {
  const words = fc.array(fc.constantFrom("a", "the", "grandmother", "鸡蛋", "。"), {
    minLength: 1,
    maxLength: 15,
  });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 320, max: 1280 }), (source, target, width) => {
      const layout = layoutArcs(source, target, width);
      for (const side of [layout.source, layout.target]) {
        for (const place of side) {
          const [left, right] = layout.inLines
            ? [place.x - place.width / 2, place.x + place.width / 2]
            : [place.x, place.x];
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(width);
          expect(place.y).toBeLessThan(layout.height);
        }
        if (!layout.inLines) continue;
        for (let i = 1; i < side.length; i++) {
          const [a, b] = [side[i - 1]!, side[i]!];
          expect(a.x + a.width / 2).toBeLessThan(b.x - b.width / 2);
        }
      }
    }),
  );
});

/** The longest increasing run, by trying all subsets. */
function longestRun(values: readonly number[]): number {
  let longest = 0;
  for (let set = 0; set < 2 ** values.length; set++) {
    const run = values.filter((_, i) => set & (2 ** i));
    if (run.every((value, i) => i === 0 || run[i - 1]! < value)) longest = Math.max(longest, run.length);
  }
  return longest;
}
