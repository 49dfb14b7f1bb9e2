import { readFileSync } from "node:fs";
import { fill, translations } from "@saccade/figures/messages";
import { seededRandom } from "@saccade/figures/ui";
import { wasmBackend } from "@saccade/kernels-wasm";
import { fromSafetensors } from "@saccade/nn";
import { setBackend } from "@saccade/tensor";
import { beforeAll, expect, it } from "vitest";
import { drawPair } from "../../scripts/train/transformer.ts";
import { type Look, type Positioning, positionings } from "../../src/pages/transformer/calls.ts";
import { Inspector } from "../../src/pages/transformer/inspector.ts";
import {
  animals,
  englishWords,
  meetings,
  mostWords,
  ofAnimals,
  ofPlaces,
  outcomeOf,
  parse,
} from "../../src/pages/transformer/language.ts";
import { words } from "../../src/pages/transformer/messages/index.ts";
import { examples, firstSentence } from "../../src/pages/transformer/settings.ts";
import { allHeads, switchField } from "../../src/pages/transformer/switches.ts";
import { leadOf, notesOn, verdictOf } from "../../src/pages/transformer/texts.ts";

const inspectors: Inspector[] = [];
const look = (sentence: readonly string[], positions: Positioning): Look =>
  inspectors[positions === "never" ? 1 : 0]!.look({ sentence, positions }).look;

beforeAll(async () => {
  setBackend(await wasmBackend({ threads: 1 }));
  for (const [file, names] of [["free"], ["unplaced", ["never"]]] as const) {
    const url = new URL(`../../src/pages/transformer/${file}.safetensors`, import.meta.url);
    inspectors.push(new Inspector(fromSafetensors(new Uint8Array(readFileSync(url))).tensors, names));
  }
});

const random = seededRandom(7);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
const anyWords = (): string[] =>
  Array.from({ length: 1 + Math.floor(random() * mostWords) }, () => pick(englishWords));
const drawn = Array.from({ length: 12 }, () => drawPair(random).source);
const met = animals
  .slice(0, 3)
  .flatMap((a) =>
    animals.slice(2, 5).map((b) => `the ${a.en} ${pick(meetings).past} the ${b.en} .`.split(" ")),
  );
const edited = drawn.map((sentence) =>
  sentence.with(Math.floor(random() * sentence.length), pick(englishWords)),
);
const sentences = [
  ...Object.values(examples).map((text) => text.split(" ")),
  ...[...ofAnimals, ...ofPlaces].map(({ en }) => firstSentence.with(-2, en)),
  ...[...drawn, ...met, ...edited],
  ...Array.from({ length: 10 }, anyWords),
];
const spaced = (words: readonly string[]): string => words.filter((word) => word !== "<eos>").join(" ");
const tight = (text: string): string => text.replaceAll("' ", "'").replaceAll(" .", ".");

it("the grammar reads each of its sentences again, and no other", () => {
  for (let i = 0; i < 2000; i++) {
    const pair = drawPair(random);
    expect(parse(pair.source)).toEqual(pair);
    const other = pair.source.with(Math.floor(random() * pair.source.length), pick(englishWords));
    expect(parse(other)?.source ?? other).toEqual(other);
    expect(parse(anyWords())).toBeNull();
  }
});

it("in every setting, for sentences of any form, the page says of the translation what the grammar says", async () => {
  await translations("zh");
  const seen = new Set<string>();
  for (const sentence of sentences) {
    for (const positions of positionings) {
      const shown = look(sentence, positions);
      const wanted = parse(sentence)?.target.join(" ");
      const kind = wanted === undefined ? "unknown" : wanted === spaced(shown.target) ? "right" : "wrong";
      seen.add(`${positions} ${kind}`);
      expect(verdictOf(shown).kind).toBe(kind);
      for (const t of [words.en, words.zh]) {
        const said = notesOn(t, shown);
        expect(said.includes(t.verdicts.right), said).toBe(kind === "right" && positions !== "on");
        expect(said.includes(t.verdicts.unknown), said).toBe(kind === "unknown");
        if (kind === "wrong") expect(said).toContain(fill(t.verdicts.wrong, { wanted: tight(wanted!) }));
        expect(said.includes(t.anyOrder), said).toBe(positions !== "on");
      }
    }
  }
  for (const positions of positionings.slice(1)) {
    for (const kind of ["right", "wrong", "unknown"]) expect(seen).toContain(`${positions} ${kind}`);
  }
  expect(seen).toContain("on right");
  expect(seen).toContain("on unknown");
});

it("without positions, every order of the same words gets the same translation", () => {
  for (const sentence of [...drawn, ...met]) {
    const order = sentence.map((word) => ({ word, at: random() })).sort((a, b) => a.at - b.at);
    for (const positions of ["off", "never"] as const) {
      const other = order.map(({ word }) => word);
      expect(look(other, positions).target, other.join(" ")).toEqual(look(sentence, positions).target);
    }
  }
});

it("the page asks about the nouns of the sentence that is shown", () => {
  const asked = (text: string): string => leadOf(words.en, look(text.split(" "), "on"));
  expect(asked(firstSentence.join(" "))).toContain("the animal (il) or the street (elle)?");
  expect(asked("the cow crossed the garden because it was very noisy .")).toContain(
    "the cow (elle) or the garden (il)?",
  );
  expect(asked("the dog left the bridge because it was too tired .")).toContain("“il” for both");
  for (const text of ["the cat followed the dog .", "it was tired .", "the cat was too tired ."])
    expect(asked(text)).toBe(words.en.lead);
});

it("what the questions answer is what the model does", () => {
  const shown = (switches: string): Look =>
    inspectors[0]!.look({
      sentence: firstSentence,
      positions: "on",
      switches: switchField.parse(switches)!,
    }).look;
  for (const { attention, head } of allHeads) {
    const { untouched, target } = shown(`${attention}.${head + 1}-off`);
    expect(outcomeOf(untouched, target)).not.toBe("flipped");
  }
  const { untouched, target } = shown("e2.self.2-off,d1.cross.2-off");
  expect(outcomeOf(untouched, target)).toBe("flipped");
  const { rows } = inspectors[0]!.patches({ sentence: firstSentence, positions: "on" });
  const memory = rows.find(({ site }) => site === "e2")!.leads;
  const flipping = [...memory.keys()].filter((i) => memory[i]! < 0);
  expect(flipping.map((i) => firstSentence[i])).toEqual(["tired"]);
  const alike = [examples.follows, examples.followed].map((text) => look(text.split(" "), "off").target);
  expect(alike[0]).toEqual(alike[1]);
});
