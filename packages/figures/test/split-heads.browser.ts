import { expect, test } from "vitest";
import { type Matrix, pass } from "../src/split-heads/heads.ts";
import { drawn, find, shown } from "./shown.ts";

/** Attention of one head, which has the columns from `from` to `to`. */
function headOf({ q, k, v }: { q: Matrix; k: Matrix; v: Matrix }, from: number, to: number) {
  const own = (x: Matrix): Matrix => x.map((row) => row.slice(from, to));
  const [a, b, c] = [own(q), own(k), own(v)] as const;
  const weights = a.map((query) => {
    const raw = b.map((key) =>
      Math.exp(key.reduce((sum, x, i) => sum + x * query[i]!, 0) / Math.sqrt(to - from)),
    );
    return raw.map((x) => x / raw.reduce((sum, y) => sum + y, 0));
  });
  const output = weights.map((row) =>
    c[0]!.map((_, i) => row.reduce((sum, weight, j) => sum + weight * c[j]![i]!, 0)),
  );
  return { weights, output };
}

const cells = (figure: Element): SVGRectElement[] => [...figure.querySelectorAll<SVGRectElement>("svg rect")];
const inks = (figure: Element, hue: string): SVGRectElement[] =>
  cells(figure).filter((cell) => cell.style.fill.includes(`--${hue}`));

test.each([1, 2, 4])(
  "with %i heads, each attends with its own columns and writes its own columns",
  (heads) => {
    const passed = pass(heads);
    const each = 8 / heads;
    for (let h = 0; h < heads; h++) {
      const { weights, output } = headOf(passed, h * each, (h + 1) * each);
      for (const [i, row] of weights.entries()) {
        for (const [j, weight] of row.entries()) expect(passed.weights[h]![i]![j]).toBeCloseTo(weight, 4);
        for (const [c, x] of output[i]!.entries()) expect(passed.joined[i]![h * each + c]).toBeCloseTo(x, 4);
      }
    }
  },
);

test("the darker a cell, the larger its number: 12 % and 55 % for each 1", async () => {
  const figure = await shown("split-heads");
  const { weights } = pass(2);
  const drawnHeads = [...figure.querySelectorAll("svg > g")];
  expect(drawnHeads).toHaveLength(2);
  for (const [h, head] of drawnHeads.entries())
    expect(cells(head).map((cell) => Number(/([\d.]+)%/.exec(cell.style.fill)?.[1]))).toEqual(
      weights[h]!.flat().map((weight) => Number((12 + 55 * weight).toFixed(0))),
    );
  // X and the output are nobody's; a head has half of Q, K, V and the result, and its weights.
  expect(inks(figure, "ink")).toHaveLength(2 * 40);
  expect(inks(figure, "orange")).toHaveLength((4 * 40) / 2 + 25);
});

test("a head that is followed stays strong, the others fade, until it is pressed again", async () => {
  const figure = await shown("split-heads", "zh");
  const button = find(figure, ".buttons button.orange");
  expect(button.textContent).toBe("头 1");
  const opacities = (hue: string): Set<string | null> =>
    new Set(inks(figure, hue).map((cell) => cell.getAttribute("opacity")));
  button.click();
  await drawn();
  expect(button.getAttribute("aria-pressed")).toBe("true");
  expect(opacities("orange")).toEqual(new Set(["1"]));
  expect(opacities("blue")).toEqual(new Set(["0.15"]));
  button.click();
  await drawn();
  expect(opacities("blue")).toEqual(new Set(["1"]));
});
