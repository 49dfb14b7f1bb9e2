import { readFileSync } from "node:fs";
import { wasmBackend } from "@saccade/kernels-wasm";
import { fromSafetensors } from "@saccade/nn";
import { setBackend } from "@saccade/tensor";
import { expect, it } from "vitest";
import type { LookAsk } from "../../src/pages/transformer/calls.ts";
import { answeringHead, focusOf, rowOf, scoreOf, strongest } from "../../src/pages/transformer/focus.ts";
import { Inspector } from "../../src/pages/transformer/inspector.ts";
import { words } from "../../src/pages/transformer/messages/index.ts";
import { firstSentence } from "../../src/pages/transformer/settings.ts";
import { allHeads, headIndex } from "../../src/pages/transformer/switches.ts";
import { answerOf, cardOf } from "../../src/pages/transformer/texts.ts";

setBackend(await wasmBackend({ threads: 1 }));
const file = new URL("../../src/pages/transformer/free.safetensors", import.meta.url);
const inspector = new Inspector(fromSafetensors(new Uint8Array(readFileSync(file))).tensors);
const nowhere = { at: "all", head: 0, query: 0 } as const;
const look = (sentence: string, more: Partial<LookAsk> = {}): ReturnType<Inspector["look"]> =>
  inspector.look({ sentence: sentence.split(" "), positions: "on", ...more });
const first = firstSentence.join(" ");

it.each([
  first,
  "the street wasn't crossed by the animal because it was too tired .",
  "the goose didn't cross the river because it was very sick .",
])("shows the head that looks at the adjective and without which the pronoun leads least: %s", (sentence) => {
  const { look: found } = look(sentence);
  const { pronoun, source } = found;
  const [place, adjective] = [pronoun!.place, source.length - 3];
  const head = answeringHead(found)!;
  const looking = allHeads.filter(
    (one) =>
      one.attention.endsWith("cross") &&
      strongest(rowOf(found, one.attention, one.head, place)) === adjective,
  );
  for (const one of looking)
    expect(pronoun!.alone[headIndex(head)]).toBeLessThanOrEqual(pronoun!.alone[headIndex(one)]!);
  expect(focusOf(found, nowhere)).toMatchObject({ ...pick(head), query: place });
});

it("says why it looks there with the run’s own scores and leads", () => {
  const { look: found, vectors } = look(first);
  const focus = focusOf(found, nowhere);
  const { scores } = scoreOf(found, vectors, { ...pick(focus), query: focus.query, key: 0 });
  const [most, second] = scores.map(Number).sort((a, b) => b - a);
  const off = allHeads.find((one) => one.attention === focus.attention && one.head === focus.head)!;
  const alone = look(first, { switches: [{ ...off, state: "off" }] }).look.pronoun!.now.lead;
  const { answer, why } = answerOf(words.en, found, focus)!;
  expect(answer).toBe("“il” is the animal: to write it, this head looks at “tired” (56 %).");
  expect(why).toContain(`${(most! - second!).toFixed(1)} in score above the next, “<eos>”`);
  expect(why).toContain(
    `“il” leads by ${alone.toFixed(1)} instead of ${found.pronoun!.untouched.lead.toFixed(1)}`,
  );
});

it("claims nothing of a head where none looks at the adjective, and where heads are broken", () => {
  const { look: wide } = look(first.replace("tired", "wide"));
  expect(answeringHead(wide)).toBeNull();
  expect(answerOf(words.en, wide, focusOf(wide, nowhere))).toEqual({
    answer: expect.stringContaining("“elle” is the street, but no head looks mostly at “wide” here"),
    why: "",
  });
  const { look: broken } = look(first, { switches: [{ attention: "e2.self", head: 1, state: "off" }] });
  expect(answerOf(words.en, broken, focusOf(broken, nowhere))).toBeNull();
  const { look: other } = look("the cat followed the dog .");
  expect(answerOf(words.en, other, focusOf(other, nowhere))).toBeNull();
});

it("a card says the sentence, the translation before and after, and what was changed", () => {
  const { look: found } = look(first, {
    switches: [
      { attention: "e2.self", head: 1, state: "off" },
      { attention: "d1.cross", head: 3, state: "frozen" },
    ],
    patch: { site: "e2", position: 10 },
  });
  const { lines } = cardOf(words.en, found);
  expect(lines.map(({ label }) => label)).toEqual(["Sentence", "Before", "After", "Changed"]);
  expect(lines[0]!.text).toBe("the animal didn't cross the street because it was too tired.");
  expect(lines[1]!.text).toBe("l'animal n'a pas traversé la rue car il était trop fatigué.");
  expect(lines[2]!.text).not.toBe(lines[1]!.text);
  expect(lines[3]!.text).toBe(
    "Encoder layer 1, Self-attention, head 1: off; Decoder layer 0, Cross-attention, head 3: frozen; Encoder, Layer 1: the vector of “tired” comes from “the animal didn't cross the street because it was too wide.”",
  );
  const { look: untouched } = look(first);
  expect(cardOf(words.en, untouched)).toEqual({
    title: words.en.title,
    lines: [
      { label: "Sentence", text: lines[0]!.text },
      { label: "it writes", text: lines[1]!.text },
    ],
  });
});

function pick<T extends Pick<ReturnType<typeof focusOf>, "attention" | "head">>({ attention, head }: T) {
  return { attention, head };
}
