import { expect, test } from "vitest";
import { placeOf } from "../src/word-map/words.ts";
import { click, find, labelOf, set, shown, sliders, texts } from "./shown.ts";

const shares = (figure: Element): (string | null)[] => texts(figure, ".keys span");

test("scores become shares of one whole, and the mix is the mean of the words' places with them", async () => {
  const figure = await shown("weighted-mix");
  expect(shares(figure)).toEqual(["cat 84 %", "river 11 %", "tired 4 %"]);
  const powers = [Math.exp(3), Math.E, 1];
  const sum = powers.reduce((a, b) => a + b);
  const [x, y] = [0, 1].map((axis) =>
    ["cat", "river", "tired"].reduce((all, word, i) => all + (powers[i]! / sum) * placeOf(word)[axis]!, 0),
  );
  expect(labelOf(figure, "svg.chart")).toContain(`(${x!.toFixed(2)}, ${y!.toFixed(2)})`.replace("-", "−"));
  const frame = find(figure, "svg.chart").getBoundingClientRect();
  for (const mark of figure.querySelectorAll("svg.chart text, svg.chart circle")) {
    const { left, right, top, bottom } = mark.getBoundingClientRect();
    expect([left >= frame.left, right <= frame.right, top >= frame.top, bottom <= frame.bottom]).toEqual(
      new Array(4).fill(true),
    );
  }
});

test("a number added to all scores changes no share, and Reset brings the first ones back, in Chinese too", async () => {
  const figure = await shown("weighted-mix", "zh");
  const [cat, river, tired] = sliders(figure);
  const before = shares(figure);
  for (const [slider, score] of [
    [cat, 5],
    [river, 3],
    [tired, 2],
  ] as const)
    await set(slider!, score);
  expect(shares(figure)).toEqual(before);
  await set(river!, 5);
  expect(shares(figure)[0]).not.toBe(before[0]);
  await click(figure, "button");
  expect(sliders(figure).map(({ value }) => Number(value))).toEqual([3, 1, 0]);
  expect(shares(figure)).toEqual(before);
});
