import { expect, test } from "vitest";
import { measure } from "../src/softmax-scores/scores.ts";
import { click, find, labelOf, press, set, shown, sliders, textOf } from "./shown.ts";

const bars = (figure: Element): number[] =>
  [...figure.querySelectorAll(".bar .number")].map((text) => Number(text.textContent));
const loss = (figure: Element): number => Number(textOf(figure, ".result strong"));

test("the entropy of n equal answers is log₂ n bits, and that of a sure one is 0", () => {
  expect(measure([3, 3, 3, 3], 0, 1, 0).entropy).toBeCloseTo(2, 12);
  expect(measure([0, 0], 0, 5, 0).entropy).toBeCloseTo(1, 12);
  expect(measure([9000, 0, 0], 0, 1, 0).entropy).toBe(0);
});

test("bars show the softmax, and only the right answer's arrow points up", async () => {
  const figure = await shown("softmax-scores");
  expect(bars(figure)).toEqual([0.644, 0.237, 0.087, 0.032]);
  expect(loss(figure)).toBe(1.44);
  expect(figure.querySelectorAll(".push.up")).toHaveLength(1);
  expect(find(figure, ".row.right .push").classList.contains("up")).toBe(true);
  expect(labelOf(figure, ".row.right .shown")).toBe("chair: probability 0.237, gradient −0.763");
});

test("a number added to all scores changes nothing, and a step lowers the loss, in Chinese too", async () => {
  const figure = await shown("softmax-scores", "zh");
  const before = bars(figure);
  const shift = sliders(figure).at(-1)!;
  await set(shift, 1000);
  expect(shift.getAttribute("aria-valuetext")).toBe("1000");
  expect(bars(figure)).toEqual(before);
  const old = loss(figure);
  await click(figure, "button.primary");
  expect(loss(figure)).toBeLessThan(old);
  expect(labelOf(figure, ".row.right .shown")).toMatch(/^椅子：概率 0\.\d+，梯度 −/);
  await click(figure, ".buttons button:last-child");
  expect(loss(figure)).toBe(old);
});

test("temperature flattens the bars, and another answer has another loss", async () => {
  const figure = await shown("softmax-scores");
  const temperature = sliders(figure).at(-2)!;
  await set(temperature, 200);
  expect(temperature.getAttribute("aria-valuetext")).toBe("10.00");
  expect(Math.max(...bars(figure)) - Math.min(...bars(figure))).toBeLessThan(0.1);
  const radio = find<HTMLInputElement>(figure, "input[value='3']");
  radio.click();
  await press(radio, "Tab");
  expect(find(figure, ".row.right").querySelector(".shown")?.getAttribute("aria-label")).toMatch(/^moon/);
});
