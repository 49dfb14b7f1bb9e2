import { broadcastShapes, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { alignedDims, shapeNames, shapes, sumOf } from "../src/broadcasting/cells.ts";
import { click, find, press, shown, textOf, texts } from "./shown.ts";

const values = (figure: Element, name: string): number[] =>
  [...figure.querySelectorAll(`.table.${name} .inside`)].map((text) => Number(text.textContent));
const says = (figure: Element): string | null => textOf(figure, ".says");
async function choose(figure: Element, which: number, shape: string): Promise<void> {
  await click(figure, `.choice:nth-of-type(${which}) input[value="${shape}"]`);
}

test("every cell is the sum of the cells that broadcasting reads, for all pairs of shapes", () => {
  for (const a of shapeNames)
    for (const b of shapeNames) {
      const result = sumOf(shapes[a], shapes[b]);
      const fits = alignedDims(shapes[a], shapes[b]).every((dim) => dim.fits);
      expect(result instanceof Error, `${a} ${b}`).toBe(!fits);
      if (result instanceof Error) continue;
      expect(result.shape).toEqual(broadcastShapes(shapes[a], shapes[b]));
      for (const [i, row] of result.sum.entries())
        for (const [j, { value }] of row.entries())
          expect(value).toBe(result.a[i]![j]!.value + result.b[i]![j]!.value);
      // As many cells are drawn as stored as the tensor has elements.
      for (const [table, shape] of [
        [result.a, shapes[a]],
        [result.b, shapes[b]],
      ] as const)
        expect(table.flat().filter(({ own }) => own)).toHaveLength(zeros(shape).numel);
    }
});

test("a (3, 1) and a (1, 4) are repeated to (3, 4), and a chosen cell shows its two terms", async () => {
  const figure = await shown("broadcasting");
  expect(values(figure, "a")).toEqual([10, 10, 10, 10, 20, 20, 20, 20, 30, 30, 30, 30]);
  expect(values(figure, "b")).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4]);
  expect(values(figure, "sum")).toEqual([11, 12, 13, 14, 21, 22, 23, 24, 31, 32, 33, 34]);
  expect(says(figure)).toBe("(a + b)[1, 2] = a[1, 0] + b[0, 2] = 20 + 3 = 23");
  await press(find<SVGRectElement>(figure, '[data-cell="sum 1 2"]'), "ArrowDown");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("33, a[2, 0] + b[0, 2] = 30 + 3");
  expect(says(figure)).toBe("(a + b)[2, 2] = a[2, 0] + b[0, 2] = 30 + 3 = 33");
  expect(figure.querySelectorAll("[data-cell][tabindex='0']")).toHaveLength(1);
});

test("shapes that do not fit show the dim at fault and the library's error, in Chinese too", async () => {
  const figure = await shown("broadcasting", "zh");
  await choose(figure, 1, "(3, 4)");
  expect(figure.querySelectorAll(".clash")).toHaveLength(0);
  await choose(figure, 2, "(3)");
  expect(texts(figure, ".clash")).toEqual(["4", "3", "✗"]);
  expect(says(figure)).toContain("同一位置上的大小必须相等");
  expect(says(figure)).toContain("add: [3, 4] and [3] do not broadcast");
  expect(figure.querySelectorAll(".table.sum")).toHaveLength(0);
});
