import { expect, test } from "vitest";
import { makeReviews } from "../src/tasks.ts";
import { seeded } from "./seeded.ts";

const good = ["good", "great", "fine", "excellent", "lovely", "superb"];

test("a sentence praises by a good adjective, or by not a bad one", () => {
  for (const review of makeReviews({ count: 200, sentences: 4, random: seeded(1) })) {
    expect(new Set(review.things).size).toBe(4);
    expect(review.asked).toBeLessThan(4);
    review.sentences.forEach((words, i) => {
      expect(words.slice(0, 2)).toEqual(["the", review.things[i]]);
      expect(words.some((word) => good.includes(word)) !== words.includes("not")).toBe(review.praises[i]);
    });
  }
});

test("the asked sentence of a held-out review joins words that no training review joins", () => {
  const joined = (words: readonly string[]): string =>
    `${words[1]} ${words[2]} ${words.find((word) => good.includes(word) || /bad|poor|awful|terrible|dreadful|weak/.test(word))}`;
  const random = seeded(1);
  const train = makeReviews({ count: 400, sentences: 5, random });
  const known = new Set(train.flatMap(({ sentences }) => sentences.map(joined)));
  const held = makeReviews({ count: 100, sentences: 5, heldOut: true, random });
  for (const { sentences, asked } of held) expect(known).not.toContain(joined(sentences[asked]!));
  const words = new Set(train.flatMap(({ sentences }) => sentences.flat()));
  for (const { sentences } of held) for (const word of sentences.flat()) expect(words).toContain(word);
});

test("negated is the share of sentences with not", () => {
  const share = (negated: number): number => {
    const all = makeReviews({ count: 100, sentences: 2, negated, random: seeded(1) }).flatMap(
      (x) => x.sentences,
    );
    return all.filter((words) => words.includes("not")).length / all.length;
  };
  expect([share(0), share(1)]).toEqual([0, 1]);
  expect(share(0.25)).toBeCloseTo(0.25, 1);
});

test("every review is about one of the things in about, and asks for it; both answers come up", () => {
  const about = ["music", "bar"];
  const reviews = makeReviews({ count: 60, sentences: 3, about, random: seeded(1) });
  for (const { things, asked } of reviews)
    expect(things.filter((x) => about.includes(x))).toEqual([things[asked]]);
  expect(new Set(reviews.map(({ things, asked }) => things[asked])).size).toBe(2);
  expect(new Set(reviews.map(({ praises, asked }) => praises[asked])).size).toBe(2);
});
