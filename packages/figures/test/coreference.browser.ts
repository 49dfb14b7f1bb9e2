import { h, render } from "preact";
import { expect, test } from "vitest";
import { drawSentence, nounsOf, sentenceOf } from "../src/coreference/sentences.ts";
import { figureOf } from "../src/index.ts";
import { seededRandom } from "../src/ui/index.ts";
import { done, find, shown, textOf, texts } from "./shown.ts";

/** The words of a sentence with their drawn weights, and the word of most weight. */
function readSentence(sentence: Element) {
  const words = [...sentence.querySelectorAll(".word")].map((word) => ({
    word: word.textContent,
    weight: Number(word.getAttribute("data-weight")),
  }));
  return { words, most: words.toSorted((a, b) => b.weight - a.weight)[0]! };
}

test("a sentence knows what “it” means, and the shown one is never trained on", () => {
  const passive = sentenceOf("animal", "street", "tired", true);
  expect(passive.words.join(" ")).toBe("the street wasn't crossed by the animal because it was too tired .");
  expect([passive.it, passive.referent]).toEqual([8, 6]);
  expect(sentenceOf("animal", "street", "wide", false).referent).toBe(5);
  const random = seededRandom(3);
  const drawn = Array.from({ length: 500 }, () => drawSentence(random).words);
  expect(drawn.filter((words) => words.includes("animal") && words.includes("street"))).toEqual([]);
  expect(drawn.some((words) => words.includes("animal"))).toBe(true);
});

test("“it” looks at the animal or the street, as the ending wants, in active and passive", async () => {
  const figure = await shown("coreference");
  const check = (ending: string, meant: string, nth: number): void => {
    const sentence = [...figure.querySelectorAll(".word-arcs svg")][nth]!;
    const { words, most } = readSentence(sentence);
    expect(words.at(-2)?.word).toBe(ending);
    expect(most.word).toBe(meant);
    const total = words.reduce((sum, { weight }) => sum + weight, 0);
    expect(Math.abs(total - 1)).toBeLessThan(1e-5);
    const shares = texts(sentence, ".share");
    const seen = words.filter(({ weight }) => weight >= 0.005);
    expect(shares).toEqual(seen.map(({ weight }) => weight.toFixed(2)));
    const says = sentence.getAttribute("aria-label") ?? "";
    expect(says).toContain(`${words.map(({ word }) => word).join(" ")} it = ${meant}, `);
    expect(
      Math.abs(Number(/(\d+) % of the weight$/.exec(says)?.[1]) - 100 * most.weight),
    ).toBeLessThanOrEqual(1);
  };
  check("tired", "animal", 0);
  check("wide", "street", 1);
  find<HTMLInputElement>(figure, "input[type=checkbox]").click();
  await expect.poll(() => textOf(figure, ".word-arcs")).toContain("crossed");
  check("tired", "animal", 0);
  check("wide", "street", 1);
  find<HTMLInputElement>(figure, "input[value='sick muddy']").click();
  await expect.poll(() => textOf(figure, ".word-arcs")).toContain("sick");
  check("sick", "animal", 0);
  check("muddy", "street", 1);
});

test("it takes an animal and a place of a page, and says what is wrong with another text", async () => {
  expect(nounsOf(" cat  river ")).toEqual(["cat", "river"]);
  for (const wrong of ["river cat", "cat", "cat river dog", "lion river"])
    expect(() => nounsOf(wrong)).toThrow(
      /^sentence is ".*"; it must be an animal and a place, such as "cat river"/,
    );
  const Figure = await figureOf("coreference", "en", "cat river");
  const root = document.createElement("div");
  document.body.append(root);
  render(h(Figure, {}), root);
  expect(textOf(root, ".headline")).toBe("One word decides whether “it” is the cat or the river.");
  const most = [...root.querySelectorAll(".word-arcs svg")].map((svg) => readSentence(svg).most.word);
  expect(most).toEqual(["cat", "river"]);
  expect(textOf(root, "figcaption")).not.toContain("never together");
  render(null, root);
});

test("the button trains anew, and the state tells of steps, in Chinese too", async () => {
  const figure = await shown("coreference", "zh");
  const state = (): string => textOf(figure, ".settings .number");
  const button = find<HTMLButtonElement>(figure, "[data-run]");
  button.click();
  await expect.poll(() => button.disabled).toBe(true);
  await expect.poll(() => Number(/\d+/.exec(state())?.[0]), { timeout: 60_000 }).toBeLessThan(150);
  await done(figure);
  expect(button.disabled).toBe(false);
  expect(state()).toMatch(/^第 150 步，损失 \d\.\d{3}$/);
});
