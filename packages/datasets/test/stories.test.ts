import { describe, expect, test } from "vitest";
import { type Story, stories, storyWords } from "../src/tasks.ts";
import { seeded } from "./seeded.ts";

/** Answers by reading alone, without the simulation: each sentence by its verb, from the first to the last. */
function reread({ sentences, question }: Pick<Story, "sentences" | "question">): string | undefined {
  const place = new Map<string, string>();
  const holder = new Map<string, string>();
  for (const words of sentences) {
    const [person, verb] = [words[0]!, words[1]!];
    const last = words.at(-1)!;
    if (["went", "walked", "ran"].includes(verb)) {
      place.set(person, last);
      for (const [thing, who] of holder) if (who === person) place.set(thing, last);
    } else if (verb === "gave") {
      expect(holder.get(words[3]!)).toBe(person);
      expect(place.get(last)).toBe(place.get(person));
      holder.set(words[3]!, last);
    } else if (verb === "dropped" || verb === "put") {
      expect(holder.get(last)).toBe(person);
      holder.set(last, "nobody");
    } else {
      const free = holder.get(last) ?? "nobody";
      expect(free).toBe("nobody");
      expect(place.get(last) ?? place.get(person)).toBe(place.get(person));
      holder.set(last, person);
      place.set(last, place.get(person)!);
    }
  }
  const asked = question.at(-1)!;
  return question[0] === "who" ? holder.get(asked) : place.get(asked);
}

const told = stories({ count: 600, length: 10, split: "train", random: seeded(1) });

describe("stories", () => {
  test("have answers that follow from reading them, and no event that cannot happen", () => {
    for (const story of told) expect(reread(story)).toBe(story.answer);
  });

  test("name supporting sentences that hold what is asked for and the answer", () => {
    for (const { sentences, question, supports, answer, kind } of told) {
      const left = supports.map((i) => sentences[i]!);
      expect(supports).toHaveLength(kind === "where is a thing" ? 2 : 1);
      const last = question.at(-1)!;
      const text = left.flat();
      expect(text).toContain(last);
      if (answer !== "nobody") expect(text).toContain(answer);
    }
  });

  test("ask each kind of question, and use every word", () => {
    const kinds = told.map(({ kind }) => kind);
    for (const kind of ["where is a person", "who has a thing", "where is a thing"]) {
      expect(kinds.filter((one) => one === kind).length).toBeGreaterThan(120);
    }
    const used = told.flatMap(({ sentences, question, answer }) => [
      ...sentences.flat(),
      ...question,
      answer,
    ]);
    expect([...new Set(used)].sort()).toEqual(storyWords);
  });

  test("are in one split only, short ones too", () => {
    const text = ({ sentences }: Story): string => sentences.map((words) => words.join(" ")).join(". ");
    const of = (split: "train" | "test"): Set<string> =>
      new Set(stories({ count: 400, length: 2, split, random: seeded(2) }).map(text));
    const train = of("train");
    expect([...of("test")].filter((story) => train.has(story))).toEqual([]);
  });
});
