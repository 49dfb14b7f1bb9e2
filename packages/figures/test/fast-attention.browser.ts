import { expect, test } from "vitest";
import { blocks, defined, size, stagesOf, tilesOf } from "../src/fast-attention/tiles.ts";
import { click, find, set, shown, textOf } from "./shown.ts";

const says = (figure: Element): string => textOf(figure, ".says");
const bodyOf = (figure: Element, table: string): string[][] =>
  [...figure.querySelectorAll(`${table} tbody tr`)].map((row) =>
    [...row.querySelectorAll("td")].map((cell) => cell.textContent ?? ""),
  );
const numberOf = (text: string): number => Number(text.replace("−", "-").replace("∞", "Infinity"));

test("tile after tile gives the definition's output, with the causal mask too, and skips tiles", () => {
  for (const causal of [false, true]) {
    for (let block = 0; block < blocks; block++) {
      const stages = stagesOf(block, causal);
      expect(stages).toHaveLength(tilesOf(block, causal));
      const expected = defined(block, causal);
      for (const [i, { l, o }] of stages.at(-1)!.after.entries())
        for (const [c, value] of o.entries()) expect(value / l).toBeCloseTo(expected[i]![c]!, 12);
    }
  }
  const computed = Array.from({ length: blocks }, (_, block) => tilesOf(block, true));
  expect(computed.reduce((a, b) => a + b, 0)).toBe((blocks * (blocks + 1)) / 2);
});

test("opens where a larger score shrinks the sum, and the sentence has the tables' numbers", async () => {
  const figure = await shown("fast-attention");
  const [, to, from, factor] = /larger score, (\S+) instead of (\S+): .* shrink to (0\.\d+)/.exec(
    says(figure),
  )!;
  const [scores, kept] = [bodyOf(figure, ".scores")[0]!, bodyOf(figure, ".kept")[0]!];
  expect(Math.max(...scores.map(numberOf))).toBe(numberOf(to!));
  expect(kept[0]).toBe(to);
  expect(Number(factor)).toBeCloseTo(Math.exp(numberOf(from!) - numberOf(to!)), 3);
  expect(textOf(figure, ".update")).toContain(`= ${factor}`);
});

test("the update's numbers add up to the sum and the outputs that are kept", async () => {
  const figure = await shown("fast-attention");
  const lines = [...figure.querySelectorAll(".update dd")].map((line) =>
    (line.textContent ?? "").replaceAll("−", "-").replaceAll("×", "*"),
  );
  for (const line of lines.slice(3)) {
    const [, left, right] = /^.′ = (.*) = (\S+)$/.exec(line)!;
    const terms = left!.split(" + ").map((term) =>
      term
        .split(" * ")
        .map((part) => Number(part.replace(/[()]/g, "")))
        .reduce((a, b) => a * b, 1),
    );
    expect(terms.length).toBe(1 + size);
    expect(terms.reduce((a, b) => a + b, 0)).toBeCloseTo(Number(right), 1);
  }
  const l = bodyOf(figure, ".kept")[0]![1];
  expect(lines[3]!.endsWith(`= ${l}`)).toBe(true);
});

test("the last tile agrees with the definition; slider, buttons, queries and the causal mask", async () => {
  const figure = await shown("fast-attention");
  const slider = find<HTMLInputElement>(figure, "input[type=range]");
  await set(slider, 4);
  expect(says(figure)).toContain("the same as the definition’s output");
  expect(find<HTMLButtonElement>(figure, "button.primary").disabled).toBe(true);
  await click(figure, ".buttons button");
  expect(slider.getAttribute("aria-valuetext")).toBe("3 of 4");
  await click(figure, ".choices .choice:nth-of-type(2) input[value='2']");
  expect(says(figure)).toMatch(/^Query 7 /);
  expect(figure.querySelectorAll(".tile-map .skipped")).toHaveLength(0);
  await click(figure, "input[type=checkbox]");
  expect(slider.getAttribute("aria-valuetext")).toBe("2 of 2");
  expect(figure.querySelectorAll(".tile-map .skipped")).toHaveLength(6);
  expect(figure.querySelectorAll(".scores .masked")).toHaveLength((size * (size - 1)) / 2);
  expect(says(figure)).toContain("the same as the definition’s output");
  await click(figure, ".choices .choice input[value='0']");
  expect(slider.disabled).toBe(true);
  expect(says(figure)).toMatch(/^The first tile: query 3 starts/);
});
