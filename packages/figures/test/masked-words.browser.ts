import { kinds } from "@saccade/examples/bert-grammar";
import { expect, test } from "vitest";
import { look, Readers } from "../src/masked-words/readers.ts";
import { sentences } from "../src/masked-words/sentences.ts";
import trained from "../src/masked-words/trained.json" with { type: "json" };
import { restore } from "../src/ui/stored.ts";
import { click, drawn, shown, textOf } from "./shown.ts";

const tokenButtons = (figure: Element): HTMLButtonElement[] => [
  ...figure.querySelectorAll<HTMLButtonElement>("button.token"),
];
const models = (figure: Element): HTMLElement[] => [...figure.querySelectorAll<HTMLElement>(".guesses")];
const firstOf = (model: Element): string => textOf(model, "li");

test("the stored encoder names covered nouns of fresh sentences, the causal model those of its number alone", () => {
  const readers = restore(new Readers(), trained);
  const more = sentences();
  let [right, total] = [0, 0];
  for (let i = 0; i < 40; i++) {
    const { words, masked } = more.next().value;
    const { both, left, weights } = look(readers, words, new Set([masked]), masked);
    const answer = words[masked]!;
    total++;
    if (both[0]!.word === answer) right++;
    for (const guesses of [both, left])
      expect(guesses.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 5);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 4);
    // Six animals are left, and perhaps an adjective before them.
    expect(left.find(({ word }) => word === answer)!.share).toBeLessThan(0.3);
    const number = (word: string): boolean => word.endsWith("s");
    for (const { word } of left.filter(({ word, share }) => share > 0.03 && kinds.noun.includes(word)))
      expect(number(word)).toBe(number(answer));
  }
  expect(right / total).toBeGreaterThan(0.9);
});

test("before anything is touched, both sides know the covered noun, and the left side does not", async () => {
  const figure = await shown("masked-words");
  const [both, left] = models(figure);
  expect(firstOf(both!)).toMatch(/^dogs>?9\d %$/);
  expect(firstOf(left!)).toMatch(/^[a-z]+s1\d %$/);
  expect(textOf(figure, "[role=status]")).toMatch(
    /^dogs: >?9\d % from both sides, 1\d % from the left\. The mask attends to .*bark \(\d+ %\)/,
  );
  const covered = tokenButtons(figure).filter((button) => button.getAttribute("aria-pressed") === "true");
  expect(covered.map((button) => button.getAttribute("aria-label"))).toEqual(["[MASK], covers dogs"]);
});

test("a tap covers a word, one more shows it; of two covered words either can be asked about", async () => {
  const figure = await shown("masked-words");
  const status = (): string => textOf(figure, "[role=status]");
  tokenButtons(figure)[3]!.click(); // bark
  await drawn();
  expect(status()).toMatch(/^bark: \d+ % from both sides, >?9\d % from the left\./);
  expect(tokenButtons(figure)[3]!.getAttribute("aria-current")).toBe("true");
  tokenButtons(figure)[2]!.click(); // dogs, still covered: asked about
  await drawn();
  expect(status()).toMatch(/^dogs: [1-3]?\d % from both sides/);
  expect(tokenButtons(figure)[3]!.getAttribute("aria-pressed")).toBe("true");
  tokenButtons(figure)[2]!.click();
  await drawn();
  expect(tokenButtons(figure)[2]!.textContent).toBe("dogs");
  expect(status()).toMatch(/^bark: >?9\d % from both sides/);
  const height = figure.getBoundingClientRect().height;
  tokenButtons(figure)[3]!.click();
  await drawn();
  expect(status()).toBe("No word is masked. Choose one.");
  expect(Math.abs(figure.getBoundingClientRect().height - height)).toBeLessThan(30);
});

test("other sentences come in turn, in Chinese too", async () => {
  const figure = await shown("masked-words", "zh");
  const before = textOf(figure, ".sentence");
  await click(figure, "[data-another]");
  expect(textOf(figure, ".sentence")).not.toBe(before);
  expect(textOf(figure, "[role=status]")).toMatch(/：看两侧为 >?9\d %，只看左侧为 \d+ %。/);
});
