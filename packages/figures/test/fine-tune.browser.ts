import { expect, test } from "vitest";
import { done, find, labelOf, shown, textOf } from "./shown.ts";

const cells = (figure: Element, row: number): string[] =>
  [...figure.querySelectorAll(`tbody tr:nth-child(${row}) td`)].map(({ textContent }) => textContent ?? "");
const points = (figure: Element, path: string): number =>
  find(figure, `path.${path}`).getAttribute("d")?.match(/[ML]/g)?.length ?? 0;

test("ten steps each way: their losses as curves and in words, and what they trained in the table", async () => {
  const figure = await shown("fine-tune");
  find<HTMLButtonElement>(figure, "[data-run]").click();
  await done(figure);
  expect(textOf(figure, ".buttons .number")).toBe("Done.");
  expect([points(figure, "full"), points(figure, "lora")]).toEqual([10, 10]);
  expect(labelOf(figure, "svg.chart")).toMatch(
    /^The loss while fine-tuning: \d\.\d\d with all weights, \d\.\d\d with LoRA\.$/,
  );
  const [before, full, lora, ratio] = [1, 2, 3, 4].map((row) => cells(figure, row));
  // Rank 8 beside the matrices 32 × 96 and 32 × 128.
  expect(lora?.[0]).toBe((8 * (32 + 96) + 8 * (32 + 128)).toLocaleString("en"));
  const all = Number(full?.[0]?.replace(",", ""));
  expect(ratio?.[0]).toBe(`${((100 * 2304) / all).toFixed(1)} %`);
  for (const column of [1, 2]) {
    expect(Number(full?.[column])).toBeLessThan(Number(before?.[column]));
    expect(Number(lora?.[column])).toBeLessThan(Number(before?.[column]));
    expect(Math.abs(Number(lora?.[column]) / Number(full?.[column]) - Number(ratio?.[column]))).toBeLessThan(
      0.01,
    );
  }
  expect(figure.textContent).toContain("training the adapters changed 0 of the model's own numbers.");
});

test("Stop ends the run before it is done, and another can start, in Chinese too", async () => {
  const figure = await shown("fine-tune", "zh");
  const [whole, short, stop] = [...figure.querySelectorAll<HTMLButtonElement>("button")];
  const state = (): string | null => textOf(figure, ".buttons .number");
  const idle = "训练在 Worker 中进行，页面保持响应。";
  expect(state()).toBe(idle);
  whole?.click();
  await expect.poll(state, { timeout: 60_000 }).toMatch(/^学习旁白语料，第 [1-9]\d* 步$/);
  expect([whole?.disabled, short?.disabled, stop?.disabled]).toEqual([true, true, false]);
  stop?.click();
  await expect.poll(state).toBe(idle);
  expect([whole?.disabled, short?.disabled, stop?.disabled]).toEqual([false, false, true]);
  expect(find(figure, "figure").dataset["done"]).toBe("false");
});
