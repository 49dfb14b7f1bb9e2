import { expect, test } from "vitest";
import { placeOf } from "../src/word-map/words.ts";
import { drawn, find, labelOf, set, shown, sliders, textOf } from "./shown.ts";

const product = (figure: Element): number => Number(textOf(figure, ".sum strong").replace("−", "-"));

test("the product is that of the arrows, largest the same way, 0 at a right angle and below 0 the other way", async () => {
  const figure = await shown("two-arrows");
  const [x, y] = placeOf("cat");
  const [direction, length] = sliders(figure);
  const own = (Math.atan2(y, x) * 180) / Math.PI;
  const at = async (degrees: number): Promise<number> => {
    await set(direction!, Math.round((degrees + 360) % 360));
    return product(figure);
  };
  expect(await at(own)).toBeCloseTo(0.8 * Math.hypot(x, y), 2);
  expect(textOf(figure, ".says")).toMatch(/same way/);
  expect(Math.abs(await at(own + 90))).toBeLessThan(0.02);
  expect(textOf(figure, ".says")).toMatch(/right angle/);
  expect(await at(own + 180)).toBeCloseTo(-0.8 * Math.hypot(x, y), 2);
  expect(textOf(figure, ".says")).toMatch(/disagree/);
  await set(length!, 0.4);
  expect(product(figure)).toBeCloseTo(-0.4 * Math.hypot(x, y), 2);
});

test("the arrow follows the pointer, in Chinese too", async () => {
  const figure = await shown("two-arrows", "zh");
  const ground = find<SVGRectElement>(figure, ".ground");
  const { left, top, width, height } = ground.getBoundingClientRect();
  ground.setPointerCapture = () => {};
  ground.dispatchEvent(
    new PointerEvent("pointerdown", {
      clientX: left + width / 2,
      clientY: top + height * 0.25,
      button: 0,
      bubbles: true,
    }),
  );
  await drawn();
  expect(sliders(figure).map(({ value }) => Number(value))).toEqual([90, 0.6]);
  expect(labelOf(figure, "svg.chart")).toContain("你的是 (0.00, 0.60)");
});
