import { expect, test } from "vitest";
import { best, descend, levelLine, limit, lossAt, start } from "../src/descent/descend.ts";
import { click, set, shown, sliders, textOf } from "./shown.ts";

const caption = (figure: Element): string | null => textOf(figure, "figcaption");

test("all points of a level line have the same loss, and the lowest point is inside", () => {
  const least = lossAt(best.w, best.b);
  for (const level of [0.1, 2.2])
    for (const { w, b } of levelLine(level)) expect(lossAt(w, b) - least).toBeCloseTo(level, 6);
  for (const off of [-0.01, 0.01]) {
    expect(lossAt(best.w + off, best.b)).toBeGreaterThan(least);
    expect(lossAt(best.w, best.b + off)).toBeGreaterThan(least);
  }
});

test("below the limit the loss falls, above it explodes", () => {
  expect(descend(0.97 * limit, 16).at(-1)!.loss).toBeLessThan(lossAt(start.w, start.b));
  expect(descend(1.1 * limit, 16).at(-1)!.loss).toBeGreaterThan(lossAt(start.w, start.b));
});

test("the rate changes the way and what is said of it, in both languages", async () => {
  const figure = await shown("descent");
  expect(caption(figure)).toMatch(/^The steps go down/);
  expect(figure.querySelectorAll(".step")).toHaveLength(41);
  const [rate, steps] = sliders(figure);
  await set(rate!, 0);
  expect(rate!.getAttribute("aria-valuetext")).toBe("0.002");
  expect(caption(figure)).toMatch(/^Too small/);
  await set(rate!, 200);
  expect(caption(figure)).toMatch(/^Too large/);
  await set(steps!, 3);
  expect(textOf(figure, ".now")).toMatch(/^step 3: loss/);
  const chinese = await shown("descent", "zh");
  await click(chinese, "input[value='1']");
  expect(caption(chinese)).toMatch(/^每一步只用几个点/);
});
