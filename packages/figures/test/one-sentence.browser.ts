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
import { drawn, find, shown } from "./shown.ts";

const stored = () => {
  const net = makeNet().eval();
  restore(net, trained);
  return net;
};

// Every fifth: each article, color and noun is among them.
const some = phrases.filter((_, i) => i % 5 === 0);

test("the stored network translates; the matrices are the model's own; a feminine article comes from the noun", () => {
  const net = stored();
  for (const phrase of some) {
    const [english, french] = [englishOf(phrase), frenchOf(phrase)];
    const { written, decoder, chances } = follow(net, english);
    expect(written).toEqual(french);
    const model = noGrad(() =>
      net.logits(idsOf([english], source), idsOf([fedOf(french)], target)).softmax(-1),
    );
    const rows = model.select(0, 0).toArray() as number[][];
    for (const [i, row] of chances.entries())
      for (const [j, share] of Array.from(row).entries()) expect(share).toBeCloseTo(rows[i]![j]!, 5);
    const atNoun = Math.max(...decoder.cross.weights.map((rows) => rows[0]![2] ?? 0));
    if (["la", "une"].includes(written[0]!)) expect(atNoun).toBeGreaterThan(0.9);
    for (const row of decoder.cross.weights.flat())
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
  const looks = (): string => find(figure, ".looks").textContent ?? "";
  expect(looks()).toMatch(/^After <bos> it writes la: head \d gives [01]\.\d\d to house\.$/);
  const written = () => [...figure.querySelectorAll(".written button")].map((x) => x.textContent);
  expect(written()).toEqual(["la", "maison", "verte", "<eos>"]);
  find(figure, ".written button:nth-of-type(3)").click();
  await drawn();
  expect(looks()).toMatch(/^After maison it writes verte: head \d gives [01]\.\d\d to green\.$/);
  expect(find(figure, ".chances li").textContent).toMatch(/verte \d\d\.\d %/);
  find(figure, "input[value=dog]").click();
  await drawn();
  expect(written()).toEqual(["le", "chien", "vert", "<eos>"]);
  expect(looks()).toMatch(/^After chien it writes vert:/);
  // The table of weights has the numbers that the sentence names.
  const weight = /gives (?:0|1)(\.\d\d)/.exec(looks())![1];
  for (const shownAt of [".crossing", "[aria-label=Decoder]"])
    expect(find(figure, shownAt).textContent).toContain(weight);
});

test("in Chinese, every matrix has a name", async () => {
  const figure = await shown("one-sentence", "zh");
  expect(find(figure, ".looks").textContent).toMatch(
    /^读到 <bos> 后写出 la：头 \d 给 house 的权重为 [01]\.\d\d。$/,
  );
  const cells = [...figure.querySelectorAll(".color-cells")];
  expect(cells.length).toBeGreaterThan(15);
  for (const one of cells) expect(one.getAttribute("aria-label")).toMatch(/\S/);
});
