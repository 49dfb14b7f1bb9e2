import { expect, test } from "vitest";
import recorded from "../../../apps/docs/code/book/recurrence/outputs.txt?raw";
import { kinds, normsOf } from "../src/gradient-over-distance/norms.ts";
import { drawn, find, set, shown } from "./shown.ts";

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
  expect(find(figure, "svg").getAttribute("aria-label")).toContain("5.1·10⁻¹² for the LSTM");
});

test("the slider raises the gated lines, and the text follows", async () => {
  const figure = await shown("gradient-over-distance", "zh");
  const pathOf = (kind: string): string | null => find(figure, `.${kind} path`).getAttribute("d");
  const before = kinds.map(pathOf);
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 6);
  expect(slider.getAttribute("aria-valuetext")).toBe("6");
  expect(kinds.map((kind, i) => pathOf(kind) !== before[i])).toEqual([false, true, true, false]);
  expect(find(figure, "p .LSTM strong").textContent).toBe("0.17");
  expect(find(figure, "figcaption").textContent).toContain("LSTM 的曲线不再下降");
});

test("names do not lie on each other, at a phone's width too", async () => {
  const figure = await shown("gradient-over-distance");
  for (const width of [640, 327])
    for (const bias of [0, 2, 4, 6, 8]) {
      figure.style.width = `${width}px`;
      await set(find<HTMLInputElement>(figure, "input[type=range]"), bias);
      await drawn();
      const boxes = [...figure.querySelectorAll(".chart .way text")].map((x) => x.getBoundingClientRect());
      boxes.sort((a, b) => a.top - b.top);
      for (const [i, box] of boxes.entries()) {
        expect(box.right).toBeLessThanOrEqual(figure.getBoundingClientRect().right + 1);
        // The box of a line is higher than its letters.
        if (i > 0) expect(box.top - boxes[i - 1]!.top).toBeGreaterThan(12);
      }
    }
});
