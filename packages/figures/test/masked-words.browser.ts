import { kinds } from "@saccade/examples/bert-grammar";
import { expect, test } from "vitest";
import { look, Readers } from "../src/masked-words/readers.ts";
import { opening, sentences } from "../src/masked-words/sentences.ts";
import trained from "../src/masked-words/trained.json" with { type: "json" };
import { restore } from "../src/ui/stored.ts";
import { drawn, find, shown } from "./shown.ts";

const restored = (): Readers => {
  const readers = new Readers();
  restore(readers, trained);
  return readers;
};
const tokenButtons = (figure: Element): HTMLButtonElement[] => [
  ...figure.querySelectorAll<HTMLButtonElement>("button.token"),
];
const models = (figure: Element): HTMLElement[] => [...figure.querySelectorAll<HTMLElement>(".guesses")];
const firstOf = (model: Element): string => find(model, "li").textContent ?? "";

test("the stored encoder names covered nouns of fresh sentences, the causal model those of its number alone", () => {
  const readers = restored();
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

test("two covered words are guessed one by one: a noun and its verb alike for all animals", () => {
  const readers = restored();
  const [noun, verb] = [opening.masked, opening.masked + 1];
  const alone = look(readers, opening.words, new Set([noun]), noun).both;
  expect(alone[0]!.word).toBe("dogs");
  expect(alone[0]!.share).toBeGreaterThan(0.9);
  const covered = new Set([noun, verb]);
  expect(look(readers, opening.words, covered, noun).both[0]!.share).toBeLessThan(0.4);
  expect(look(readers, opening.words, covered, verb).both[0]!.share).toBeLessThan(0.4);
});

test("before anything is touched, both sides know the covered noun, and the left side does not", async () => {
  const figure = await shown("masked-words");
  const [both, left] = models(figure);
  expect(firstOf(both!)).toMatch(/^dogs>?9\d %$/);
  expect(firstOf(left!)).toMatch(/^[a-z]+s1\d %$/);
  expect(find(figure, "[role=status]").textContent).toMatch(
    /^dogs: >?9\d % from both sides, 1\d % from the left\. The mask attends to .*bark \(\d+ %\)/,
  );
  const covered = tokenButtons(figure).filter((button) => button.getAttribute("aria-pressed") === "true");
  expect(covered.map((button) => button.getAttribute("aria-label"))).toEqual(["[MASK], covers dogs"]);
});

test("a tap covers a word, one more shows it; of two covered words either can be asked about", async () => {
  const figure = await shown("masked-words");
  const status = (): string => find(figure, "[role=status]").textContent ?? "";
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

test("other sentences come in turn, in Chinese too, and 375 px are enough", async () => {
  const figure = await shown("masked-words", "zh");
  figure.style.width = "343px";
  await drawn();
  const sentence = (): string =>
    tokenButtons(figure)
      .map((button) => button.textContent)
      .join(" ");
  const before = sentence();
  find(figure, "[data-another]").click();
  await drawn();
  expect(sentence()).not.toBe(before);
  expect(find(figure, "[role=status]").textContent).toMatch(/：看两侧为 >?9\d %，只看左侧为 \d+ %。/);
  expect(figure.scrollWidth).toBeLessThanOrEqual(343);
  expect(find(figure, "figure").getBoundingClientRect().height).toBeLessThan(700);
});
