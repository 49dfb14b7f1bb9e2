import { expect, test } from "vitest";
import recorded from "../../../apps/docs/code/book/recurrence/outputs.txt?raw";
import { kinds, normsOf } from "../src/gradient-over-distance/norms.ts";
import { find, labelOf, set, shown, textOf } from "./shown.ts";

/** The numbers of a recorded table, row by row. */
function rowsOf(region: string): number[][] {
  const [, text = ""] = recorded.split(`#region ${region}\n`);
  const lines = text.split("#endregion")[0]!.trim().split("\n").slice(1);
  return lines.map((line) => line.trim().split(/\s+/).map(Number));
}

const rounded = (norm: number): number => Number(norm.toExponential(1));

test("the lines are those of the recorded programs", () => {
  for (const [back, ...norms] of rowsOf("distance"))
    expect(kinds.map((kind) => rounded(normsOf(kind, 0)[back!]!))).toEqual(norms);
  for (const [bias, ...norms] of rowsOf("bias")) {
    const found = (["GRU", "LSTM"] as const).flatMap((kind) => [1, 50].map((i) => normsOf(kind, bias!)[i]!));
    expect(found.map(rounded)).toEqual(norms);
  }
});

test("three lines fall and attention's does not, before anything is touched", async () => {
  const figure = await shown("gradient-over-distance");
  const ends = kinds.map((kind) => {
    const numbers = [
      ...find(figure, `.${kind} path`)
        .getAttribute("d")!
        .matchAll(/[\d.]+ ([\d.]+)/g),
    ];
    return Number(numbers.at(-1)![1]) - Number(numbers[1]![1]);
  });
  expect(ends.map((fall) => fall > 100)).toEqual([true, true, true, false]);
  expect(Math.abs(ends[3]!)).toBeLessThan(10);
  expect(labelOf(figure, "svg")).toContain("5.1·10⁻¹² for the LSTM");
});

test("the slider raises the gated lines, and the text follows", async () => {
  const figure = await shown("gradient-over-distance", "zh");
  const pathOf = (kind: string): string | null => find(figure, `.${kind} path`).getAttribute("d");
  const before = kinds.map(pathOf);
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 6);
  expect(slider.getAttribute("aria-valuetext")).toBe("6");
  expect(kinds.map((kind, i) => pathOf(kind) !== before[i])).toEqual([false, true, true, false]);
  expect(textOf(figure, "p .LSTM strong")).toBe("0.17");
  expect(textOf(figure, "figcaption")).toContain("LSTM 的曲线不再下降");
});
