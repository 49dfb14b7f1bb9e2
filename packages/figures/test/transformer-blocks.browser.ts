import { expect, test } from "vitest";
import { look, totalSteps, trainedModel } from "../src/transformer-blocks/model.ts";
import { click, done, drawn, find, shown, textOf } from "./shown.ts";

const opened = look(trainedModel(), totalSteps, null);

const numbers = (root: Element, selector: string): number[] =>
  [...root.querySelectorAll(selector)].map(({ textContent }) => Number(textContent));

test("a causal head has no weight above the diagonal, and each cell and label says its number", async () => {
  const figure = await shown("transformer-blocks");
  const block = find(figure, "[data-place='d1.self'] .block-name");
  block.focus();
  await drawn();
  expect(block.getAttribute("aria-pressed")).toBe("true");
  expect(textOf(figure, ".panel .title")).toBe("causal self-attention");
  const heads = [...figure.querySelectorAll(".panel .heads svg")];
  expect(heads).toHaveLength(2);
  for (const [h, head] of heads.entries()) {
    const weights = opened.blocks["d1.self"].weights![h]!;
    for (const [i, row] of weights.entries()) {
      for (const above of row.slice(i + 1)) expect(above).toBe(0);
      expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
    }
    expect(numbers(head, "title")).toEqual(weights.flat().map((x) => Number(x.toFixed(3))));
    expect(head.getAttribute("aria-label")).toBe(
      `weights, head ${h}: ${weights.map((row) => row.map((x) => x.toFixed(2)).join(" ")).join("; ")}`,
    );
  }
});

test("the overview draws each head's weights, leads from its head to its block, and the memory to the cross-attention", async () => {
  const figure = await shown("transformer-blocks");
  const sides = [...figure.querySelectorAll(".transformer-overview .side")];
  expect(sides.map((side) => side.getAttribute("aria-label"))).toEqual(["Encoder", "Decoder"]);
  const heads = [...figure.querySelectorAll<HTMLElement>(".thumb-button")];
  expect(heads.map((head) => head.dataset["place"])).toEqual(
    ["e1.self", "d1.self", "d1.cross"].flatMap((name) => [`${name} 1`, `${name} 2`]),
  );
  const opacities = [...heads[2]!.querySelectorAll("path")].map((path) =>
    Number(path.getAttribute("opacity")),
  );
  const shades = opened.blocks["d1.self"].weights![0]!.flat().map((x) => Math.round(24 * x) / 24);
  expect(new Set(opacities)).toEqual(new Set(shades.map((x) => Number((0.04 + 0.96 * x).toFixed(3)))));
  heads[0]!.click();
  await drawn();
  expect(find(figure, "[data-place='e1.self'] .block-name").getAttribute("aria-pressed")).toBe("true");
  expect(textOf(figure, ".panel .title")).toBe("self-attention");
  expect(figure.querySelectorAll(".memory-lines path")).toHaveLength(1);
});

test("softmax shows the probabilities of the scores, (1, 4, 9)", async () => {
  const figure = await shown("transformer-blocks", "zh");
  await click(figure, "[data-place=softmax]");
  expect(figure.querySelector(".heads")).toBeNull();
  const map = find(figure, ".panel svg");
  expect(map.getAttribute("aria-label")).toBe("输出 (1, 4, 9)");
  const wanted = opened.blocks.out.values.flatMap((row) => {
    const raw = row.map((score) => Math.exp(score));
    return raw.map((x) => x / raw.reduce((a, b) => a + b, 0));
  });
  const given = numbers(map, "title");
  expect(given).toHaveLength(36);
  for (const [i, x] of wanted.entries()) expect(Math.abs(given[i]! - x)).toBeLessThan(0.0006);
});

test("it opens trained: the answer is backwards, and a cross-attention head reads from right to left", async () => {
  const figure = await shown("transformer-blocks");
  expect(textOf(figure, ".progress")).toMatch(/^Trained, (9\d|100) % of new digits right/);
  expect(textOf(figure, ".progress strong")).toBe("3 1 4 6 → 6 4 1 3");
  const onDiagonal = opened.blocks["d1.cross"].weights!.map((head) =>
    head.map((row, i) => row.indexOf(Math.max(...row)) === row.length - 1 - i),
  );
  expect(onDiagonal.some((rows) => rows.every(Boolean))).toBe(true);
  expect(textOf(figure, ".head .rows")).toBe("6413");
  expect(textOf(figure, ".head .columns")).toBe("3146");
});

test("the button trains another model until it writes the digits backwards", async () => {
  const figure = await shown("transformer-blocks");
  const button = find<HTMLButtonElement>(figure, "[data-run]");
  expect(find(figure, "figure").getAttribute("data-done")).toBeNull();
  button.click();
  await drawn();
  expect(button.disabled).toBe(true);
  await done(figure);
  expect(button.textContent).toBe("Train again from other weights");
  expect(textOf(figure, ".progress")).toMatch(/^step 208: loss 0\.\d+, ([89]\d|100) % of new digits right/);
});
