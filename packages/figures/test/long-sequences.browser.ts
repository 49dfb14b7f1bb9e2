import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Kind, patternOf, scoresOf } from "../src/long-sequences/patterns.ts";
import { click, find, set, shown, textOf, touch } from "./shown.ts";

beforeEach(() => page.viewport(1000, 800));

const count = (kind: Kind, n: number, window: number): number => scoresOf(kind, patternOf(kind, n, window));

test("each pattern computes as many scores as arithmetic says", () => {
  expect(count("full", 48, 8)).toBe((48 * 49) / 2);
  expect(count("window", 48, 8)).toBe(48 * 8 - (8 * 7) / 2); // the first 7 rows are shorter
  expect(count("dilated", 48, 8)).toBe(48 * 8 - 3 * ((8 * 7) / 2)); // the first 3 · 7 rows are
  expect(count("segments", 48, 8)).toBe(36 + 5 * (64 + 36)); // 36 in a segment, 64 with the one before
  expect(count("linear", 48, 8)).toBe(0);
  // Blocks of 4 on one row of blocks: a key is read with its whole block, up to the query.
  const row = patternOf("blocks", 48, 8)[41]!;
  expect(row.slice(0, 4)).toEqual([true, true, true, true]);
  expect(row.slice(36, 48)).toEqual(Array.from({ length: 12 }, (_, j) => j < 6));
});

test("the drawn squares are as many as the words say, and follow the pattern and the length", async () => {
  const figure = await shown("long-sequences");
  const matrix = find(figure, ".matrix-of-pairs");
  const squares = (n: number): number =>
    [...matrix.querySelectorAll<SVGRectElement>(".scored")]
      .map(({ width }) => width.baseVal.value / (320 / n))
      .reduce((a, b) => a + b, 0);
  expect(squares(48)).toBeCloseTo(356, 2);
  expect(matrix.getAttribute("aria-label")).toBe("Who attends to whom, window, 48 positions: 356 scores.");
  expect(textOf(figure, ".controls strong")).toBe("356 scores of 1,176 (30 %)");
  await set(find<HTMLInputElement>(figure, "input[type=range]"), 24); // the length
  expect(squares(24)).toBeCloseTo(24 * 8 - 28, 2);
  expect(textOf(figure, ".controls .number")).toContain("Query 24 attends to 8 keys."); // it was 40
  await click(figure, "input[value=full]");
  expect(textOf(figure, ".controls strong")).toBe("300 scores of 300 (100 %)");
  expect(squares(24)).toBeCloseTo(300, 2);
});

test("the curve of full attention ends at n(n + 1)/2, that of the window far below", async () => {
  const figure = await shown("long-sequences");
  const end = (path: string): number =>
    Number(find(figure, `.curves path.${path}`).getAttribute("d")?.split(" ").at(-1));
  const y = (scores: number): number => 150 - (scores / ((64 * 65) / 2)) * (150 - 12);
  expect(end("most")).toBeCloseTo(12, 1);
  expect(end("this")).toBeCloseTo(y(64 * 8 - 28), 1);
});

test("a finger on the matrix chooses the query of its row", async () => {
  const figure = await shown("long-sequences", "zh");
  const catching = find(figure, ".ground");
  const { left, top, height } = catching.getBoundingClientRect();
  await touch(catching, left + 5, top + (2.5 / 48) * height);
  expect(textOf(figure, ".controls .number")).toContain("查询 3 关注 3 个键。");
  expect(find<SVGRectElement>(figure, ".row").y.baseVal.value).toBeCloseTo(2 * (320 / 48), 2);
});
