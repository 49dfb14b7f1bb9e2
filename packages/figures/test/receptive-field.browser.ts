import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { attentionField, convolutionField } from "../src/receptive-field/fields.ts";
import { drawn, find, set, shown, textOf } from "./shown.ts";

/** How many of 16 pixels lie within `reach` of a place, on one axis. */
const within = (place: number, reach: number): number =>
  Math.min(15, place + reach) - Math.max(0, place - reach) + 1;

test("n convolutions of k × k see n(k − 1)/2 pixels each way, attention sees all", () => {
  for (const [layers, kernel, row, column] of [
    [1, 3, 8, 8],
    [3, 5, 0, 7],
    [2, 7, 15, 2],
  ] as const) {
    const reach = (layers * (kernel - 1)) / 2;
    const { seen, gradient } = convolutionField(layers, kernel, row, column);
    expect(seen).toBe(within(row, reach) * within(column, reach));
    expect(Math.max(...gradient)).toBe(1);
  }
  expect(attentionField(0, 15).seen).toBe(16 * 16);
});

test("the orange pixels are as many as the words say, and follow the sliders", async () => {
  const figure = await shown("receptive-field");
  const image = find(figure, "svg.field");
  const [layers, , row] = [...figure.querySelectorAll<HTMLInputElement>("input[type=range]")];
  const says = (seen: number, at: number): void => {
    expect(image.querySelectorAll(".seen")).toHaveLength(seen);
    expect(textOf(figure, ".sides .number")).toBe(`depends on ${seen} of 256 pixels`);
    expect(image.getAttribute("aria-label")).toBe(
      `Convolution: the output at row ${at}, column 9 depends on ${seen} pixels.`,
    );
  };
  says(7 * 7, 9);
  await set(layers!, 2);
  says(5 * 5, 9);
  await set(row!, 1);
  says(3 * 5, 1); // the edge of the image cuts two rows off
});

test("a press on the image moves the ring in both images", async () => {
  const figure = await shown("receptive-field", "zh");
  const [image, other] = [...figure.querySelectorAll<SVGElement>("svg.field")];
  const { width, height } = image!.getBoundingClientRect();
  await userEvent.click(image!, { position: { x: (2.5 / 16) * width, y: (4.5 / 16) * height } });
  await drawn();
  expect(image?.getAttribute("aria-label")).toBe("卷积：第 5 行第 3 列的输出依赖 42 个像素。"); // 7 rows, 6 columns
  const ring = find<SVGCircleElement>(other!, ".ring");
  expect([ring.cy.baseVal.value / 18, ring.cx.baseVal.value / 18]).toEqual([4.5, 2.5]);
});

test("a phone shows the first lines of the caption, and the button the rest", async () => {
  await page.viewport(375, 740);
  const figure = await shown("receptive-field");
  figure.style.width = "343px";
  await drawn();
  const caption = find(figure, "figcaption span");
  const button = find<HTMLButtonElement>(figure, "figcaption button");
  const hidden = (): number => caption.scrollHeight - caption.clientHeight;
  expect(hidden()).toBeGreaterThan(20);
  expect([button.textContent, button.ariaExpanded]).toEqual(["Show all", "false"]);
  button.click();
  await drawn();
  expect(hidden()).toBe(0);
  expect([button.textContent, button.ariaExpanded]).toEqual(["Show less", "true"]);
  await page.viewport(900, 700);
  expect(button.checkVisibility()).toBe(false);
});
