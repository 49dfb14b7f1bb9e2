import { noGrad } from "@saccade/autograd";
import { expect, test } from "vitest";
import printed from "../../../apps/docs/code/book/transformer-by-hand/outputs.txt?raw";
import { follow } from "../src/one-sentence/follow.ts";
import {
  englishOf,
  fedOf,
  frenchOf,
  idsOf,
  makeNet,
  phrases,
  source,
  target,
} from "../src/one-sentence/net.ts";
import trained from "../src/one-sentence/trained.json" with { type: "json" };
import { restore } from "../src/ui/stored.ts";
import { click, shown, textOf, texts } from "./shown.ts";

const stored = () => restore(makeNet().eval(), trained);

// Every fifth: each article, color and noun is among them.
const some = phrases.filter((_, i) => i % 5 === 0);

test("the stored network translates; the matrices are the model's own; a feminine article comes from the noun", () => {
  const net = stored();
  for (const phrase of some) {
    const [english, french] = [englishOf(phrase), frenchOf(phrase)];
    const { written, attentions, chances } = follow(net, english);
    const { weights } = attentions["d1.cross"];
    expect(written).toEqual(french);
    const model = noGrad(() =>
      net.logits(idsOf([english], source), idsOf([fedOf(french)], target)).softmax(-1),
    );
    const rows = model.select(0, 0).toArray() as number[][];
    for (const [i, row] of chances.entries())
      for (const [j, share] of Array.from(row).entries()) expect(share).toBeCloseTo(rows[i]![j]!, 5);
    const atNoun = Math.max(...weights.map((rows) => rows[0]![2] ?? 0));
    if (["la", "une"].includes(written[0]!)) expect(atNoun).toBeGreaterThan(0.9);
    for (const row of weights.flat())
      expect(Array.from(row).reduce<number>((sum, weight) => sum + (weight ?? 0), 0)).toBeCloseTo(1, 5);
  }
});

test("the stored network is the one that the chapter's program trains: its probability of each word is the printed one", () => {
  const { read, written, chances } = follow(stored(), ["the", "green", "house", "<eos>"]);
  const lines = written.map((word, i) => {
    const share = chances[i]![target.indexOf(word)]!;
    return `${read[i]!.padEnd(6)} → ${word.padEnd(6)} ${(100 * share).toFixed(1)} %`;
  });
  for (const line of lines) expect(printed).toContain(line);
});

test("opens at the article, and says where the strongest head looks; words and steps are chosen", async () => {
  const figure = await shown("one-sentence");
  const looks = (): string => textOf(figure, ".looks");
  expect(looks()).toMatch(/^After <bos> it writes la: head \d gives [01]\.\d\d to house\.$/);
  const written = () => texts(figure, ".written button");
  expect(written()).toEqual(["la", "maison", "verte", "<eos>"]);
  await click(figure, ".written button:nth-of-type(3)");
  expect(looks()).toMatch(/^After maison it writes verte: head \d gives [01]\.\d\d to green\.$/);
  expect(textOf(figure, ".chances li")).toMatch(/verte \d\d\.\d %/);
  await click(figure, "input[value=dog]");
  expect(written()).toEqual(["le", "chien", "vert", "<eos>"]);
  expect(looks()).toMatch(/^After chien it writes vert:/);
  // The table of weights has the numbers that the sentence names.
  const weight = /gives (?:0|1)(\.\d\d)/.exec(looks())![1];
  for (const shownAt of [".crossing", "[aria-label=Decoder]"])
    expect(textOf(figure, shownAt)).toContain(weight);
});
