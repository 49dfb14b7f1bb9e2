import { expect, test } from "vitest";
import { keys, queries, values } from "../src/scores-and-masks/numbers.ts";
import { click, drawn, find, labelOf, press, set, shown, softmax, textOf, texts } from "./shown.ts";

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);

const minus = (text: string): string => text.replace("-", "−");
const bars = (figure: Element): (string | null)[] => texts(figure, "[data-number^=bar] text");
const says = (figure: Element): string | null => textOf(figure, ".quiet");

test("cells are q·k, bars are their softmax, and the output is the mean of the values", async () => {
  const figure = await shown("scores-and-masks");
  expect(bars(figure).slice(2)).toEqual(["0.00", "0.00"]); // masked
  await click(figure, "input[value=none]");
  const scores = queries.map((q) => keys.map((k) => dot(q, k)));
  expect(texts(figure, "[data-number^=score] .inside")).toEqual(
    scores.flat().map((score) => minus(String(score))),
  );
  const all = scores.map(softmax);
  const rows = all.flat().map((weight) => weight.toFixed(2));
  await expect.poll(() => texts(figure, "[data-number^=weight] .inside")).toEqual(rows);
  const weights = all[0]!;
  await expect.poll(() => bars(figure)).toEqual(weights.map((weight) => weight.toFixed(2)));
  // They glide from the masked ones.
  const share = (j: number): number => {
    const lengths = [...figure.querySelectorAll("rect.bar")].map((bar) => Number(bar.getAttribute("width")));
    return lengths[j]! / lengths[1]!;
  };
  for (const [j, weight] of weights.entries())
    await expect.poll(() => share(j)).toBeCloseTo(weight / weights[1]!, 3);
  const outputs = all.map((row) =>
    [0, 1].map((i) =>
      dot(
        row,
        values.map((value) => value[i]!),
      ).toFixed(2),
    ),
  );
  await expect
    .poll(() => texts(figure, "[data-number^=output] .inside"))
    .toEqual(outputs.flat().map((output) => minus(String(Number(output)))));
  expect(says(figure)).toBe(
    `Weights of q₁: ${weights.map((weight) => weight.toFixed(2)).join(", ")}. Output (${outputs[0]!.map(minus).join(", ")}).`,
  );
});

test("a causal mask leaves the first query its own key, and scaled scores are divided by √3", async () => {
  const figure = await shown("scores-and-masks");
  find<HTMLInputElement>(figure, "input[value=causal]").click();
  find<HTMLInputElement>(figure, "input[value=scaled]").click();
  await expect.poll(() => says(figure)).toBe("Weights of q₁: 1.00, 0.00, 0.00, 0.00. Output (4.00, 0.00).");
  await expect.poll(() => bars(figure)).toEqual(["1.00", "0.00", "0.00", "0.00"]);
  const open = [...figure.querySelectorAll("[data-number^=score]:not(:has(.masked))")];
  expect(open.map((cell) => cell.getAttribute("data-number"))).toEqual(
    [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].slice(0, i + 1).map((j) => `score ${i} ${j}`)),
  );
  // The chosen pair is q₁, k₂ with q·k = 4.
  expect(textOf(figure, "p.sum")).toContain(
    `q₁, k₂: (1·0 + 2·2 + 0·(−1)) / √3 = ${(4 / Math.sqrt(3)).toFixed(2)}`,
  );
});

test("an arrow key moves to the next pair, Enter masks it, and the button allows it again", async () => {
  const figure = await shown("scores-and-masks");
  await press(find<SVGElement>(figure, '[data-cell="score 0 1"]'), "ArrowDown");
  const cell = find<SVGElement>(figure, '[data-cell="score 1 1"]');
  expect(document.activeElement).toBe(cell);
  expect(cell.getAttribute("aria-label")).toBe("Score of q₂ and k₂: 3.00");
  await press(cell, "Enter");
  expect(cell.getAttribute("aria-label")).toBe("Score of q₂ and k₂: masked");
  expect(cell.getAttribute("aria-pressed")).toBe("true");
  expect(find<HTMLInputElement>(figure, "input[value=own]").checked).toBe(true);
  const button = find(figure, ".buttons button");
  expect(button.textContent).toBe("Allow k₂ for q₂");
  button.click();
  await drawn();
  expect(cell.getAttribute("aria-pressed")).toBe("false");
});

test("the motion masks the row's keys in a separate step", async () => {
  const figure = await shown("scores-and-masks");
  await click(figure, "input[value=none]");
  const time = find<HTMLInputElement>(figure, ".player input");
  const total = Number(time.max);
  await click(figure, "input[value=causal]");
  expect(Number(time.max)).toBeCloseTo(total + 0.9, 5);
  await set(time, 2.4 + 3 + 0.8);
  expect(says(figure)).toBe("Masked for “q₁”: k₂, k₃, k₄, whatever the score.");
  expect(labelOf(figure, '[data-cell="weight 0 0"]')).toBe("Weight of q₁ on k₁: not computed yet");
});

test("a query without any key is said to have none", async () => {
  const figure = await shown("scores-and-masks", "zh");
  await click(figure, "input[value=none]");
  for (const j of [0, 1, 2, 3]) await press(find<SVGElement>(figure, `[data-cell="score 0 ${j}"]`), " ");
  expect(says(figure)).toBe("“q₁”的所有键都被屏蔽：权重和输出都是 0，而不是 NaN。");
  await expect.poll(() => texts(figure, '[data-number^="output 0"] .inside')).toEqual(["0", "0"]);
});
