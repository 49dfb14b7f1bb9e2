import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { pairOf } from "../src/seq2seq-attention/grammar.ts";
import trained from "../src/seq2seq-attention/trained.json" with { type: "json" };
import { makeTranslator, type Translation, translate } from "../src/seq2seq-attention/translator.ts";
import { restore } from "../src/ui/stored.ts";
import { click, drawn, find, labelOf, shown, textOf, texts } from "./shown.ts";

beforeEach(() => page.viewport(1000, 800));

const first = { who: 2, when: 3, where: 0, did: 2, what: 0 };

function translationOf(choice: typeof first): Translation {
  const net = makeTranslator(0);
  restore(net, trained);
  return translate(net, pairOf(choice));
}

const widths = (figure: Element): (string | null)[] =>
  [...figure.querySelectorAll(".share")].map((line) => line.getAttribute("stroke-width"));

test("lines, circles and cells are the translator's weights", async () => {
  const figure = await shown("seq2seq-attention");
  const { weights, words } = translationOf(first);
  expect(widths(figure)).toEqual(weights[1]!.map((weight) => (10 * weight).toFixed(2)));
  expect(texts(figure, ".drawing text.number")).toEqual(
    weights[1]!.map((weight) => weight.toFixed(2).replace(/^0/, "")),
  );
  for (const row of weights) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  expect(texts(figure, ".alignment-map tbody th")).toEqual(words);
  expect(texts(figure, ".alignment-map tbody td")).toEqual(
    weights.flat().map((weight) => weight.toFixed(2).replace(/^0/, "")),
  );
});

test("a word that is pressed is the one that is drawn and said", async () => {
  const figure = await shown("seq2seq-attention");
  const { source, words, weights } = translationOf(first);
  const at = words.indexOf("week");
  const most = Math.max(...weights[at]!);
  await click(figure, `.word-row button:nth-child(${at + 1})`);
  const says = find(figure, ".says").textContent!;
  expect(says).toContain(`writes “week”. The query is s${"₀₁₂₃₄₅₆₇₈₉"[at]}, the state that wrote “last”.`);
  expect(says).toContain(
    `The largest weight, ${most.toFixed(2)}, is on ${source[weights[at]!.indexOf(most)]}.`,
  );
  expect(labelOf(figure, ".drawing")?.endsWith(says)).toBe(true);
  expect(textOf(figure, ".alignment-map .now th")).toBe("week");
  await expect.poll(() => widths(figure)).toEqual(weights[at]!.map((weight) => (10 * weight).toFixed(2)));
});

test("another time in the sentence gives another translation", async () => {
  const figure = await shown("seq2seq-attention", "zh");
  const select = find<HTMLSelectElement>(figure, ".sentence label:nth-child(2) select");
  select.value = "1";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await drawn();
  expect(texts(figure, ".word-row button")).toEqual("we drew a cat yesterday <eos>".split(" "));
  expect(textOf(figure, ".says")).toMatch(/^第 2 步写出 drew。/);
});

test("the button starts from random weights and trains step by step", async () => {
  const figure = await shown("seq2seq-attention");
  const button = find<HTMLButtonElement>(figure, "[data-run]");
  expect(button.textContent).toBe("Train from random weights");
  const before = texts(figure, ".alignment-map tbody td");
  button.click();
  await drawn();
  expect(button.disabled).toBe(true);
  expect(texts(figure, ".alignment-map tbody td")).not.toEqual(before);
  await expect
    .poll(() => textOf(figure, "p.quiet"), { timeout: 100_000, interval: 100 })
    .toMatch(
      /^step \d+ of 200: loss \d\.\d+\. Words right in unseen sentences: \d+ % after the right words, \d+ %/,
    );
});

test("a phone shows the states or all weights", async () => {
  await page.viewport(375, 740);
  const figure = await shown("seq2seq-attention");
  const seen = (): boolean[] =>
    [".drawing", ".alignment-map"].map((one) => figure.querySelector(one) !== null);
  expect(seen()).toEqual([true, false]);
  await click(figure, "input[value=table]");
  expect(seen()).toEqual([false, true]);
});
