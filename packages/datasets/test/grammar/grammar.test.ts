import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { type AlignedPair, type GrammarLanguages, grammarPairs, grammarSplit } from "../../src/index.ts";

const directions = ["en-fr", "en-zh", "zh-en"] as const;
const seeds = fc.integer({ min: 0, max: 2 ** 40 });

function forSeeds(languages: GrammarLanguages, check: (pair: AlignedPair) => void): void {
  fc.assert(
    fc.property(seeds, (seed) => {
      for (const pair of grammarPairs({ languages, count: 20, seed })) check(pair);
    }),
    runs(8),
  );
}

const key = (link: readonly [number, number]) => link.join(":");
const words = (line: readonly string[]) => line.join(" ");

describe.each(directions)("grammarPairs %s", (languages) => {
  test("links words that exist, each once, every sure link also a possible one, the full stops none", () => {
    forSeeds(languages, ({ source, target, sure, possible, content }) => {
      const all = new Set(possible.map(key));
      expect(all.size).toBe(possible.length);
      expect(sure.filter((link) => !all.has(key(link)))).toEqual([]);
      expect(possible.filter(([t, s]) => t >= target.length - 1 || s >= source.length - 1)).toEqual([]);
      expect([source.at(-1), target.at(-1)].every((mark) => mark === "." || mark === "。")).toBe(true);
      expect([content.length, content.at(-1)]).toEqual([target.length, false]);
    });
  });

  test("gives every noun, verb and adjective of the target one sure link, other words at most one, and all a possible one", () => {
    forSeeds(languages, ({ target, sure, possible, content }) => {
      const surely = new Set(sure.map(([t]) => t));
      const possibly = new Set(possible.map(([t]) => t));
      const bare = target.filter((_, t) => t < target.length - 1 && !(content[t] ? surely : possibly).has(t));
      expect(bare).toEqual([]);
      expect(surely.size).toBe(sure.length);
    });
  });

  test("draws sentences of 3 to 14 words, no two alike, most of them of 6 to 10", () => {
    const pairs = grammarPairs({ languages, count: 400, seed: 3 });
    const lengths = pairs.map(({ source }) => source.length);
    expect(Math.min(...lengths)).toBe(languages === "zh-en" ? 4 : 3);
    expect(Math.max(...lengths, ...pairs.map(({ target }) => target.length))).toBe(14);
    expect(lengths.filter((length) => length >= 6 && length <= 10).length).toBeGreaterThan(240);
    expect(new Set(pairs.map(({ source }) => words(source))).size).toBe(400);
    expect(new Set(pairs.map(({ target }) => words(target))).size).toBe(400);
  });

  test("follows the seed alone", () => {
    const first = grammarPairs({ languages, count: 20, seed: 7 });
    expect(grammarPairs({ languages, count: 20, seed: 7 })).toEqual(first);
    expect(grammarPairs({ languages, count: 20, seed: 8 })).not.toEqual(first);
  });
});

describe("the relations of an English source", () => {
  test("link the words of a clause and of its noun phrases", () => {
    const told = grammarPairs({ languages: "en-fr", count: 14, seed: 1 }).map(({ source, relations }) => [
      words(source),
      ...relations.map(({ kind, dependent, head }) => `${kind}: ${source[dependent]} → ${source[head]}`),
    ]);
    expect(told).toContainEqual([
      "the white bird sees some balls .",
      "determiner: the → bird",
      "adjective: white → bird",
      "subject: bird → sees",
      "determiner: some → balls",
      "object: balls → sees",
    ]);
    expect(told).toContainEqual([
      "the pear that the man likes is delicious .",
      "determiner: the → pear",
      "subject: pear → is",
      "determiner: the → man",
      "subject: man → likes",
    ]);
  });

  test("give every dependent one head, another word of the sentence", () => {
    forSeeds("en-fr", ({ source, relations }) => {
      expect(new Set(relations.map(({ dependent }) => dependent)).size).toBe(relations.length);
      for (const { dependent, head } of relations) {
        expect(source[head]).toEqual(expect.any(String));
        expect(head).not.toBe(dependent);
      }
    });
  });
});

describe.each(directions)("grammarSplit %s", (languages) => {
  test("holds out sentences that are new, in words that are known", () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const {
          train,
          validation,
          test: held,
        } = grammarSplit({
          ...{ languages, train: 500, validation: 20, test: 30, seed },
        });
        expect([train.length, validation.length, held.length]).toEqual([500, 20, 30]);
        for (const side of ["source", "target"] as const) {
          const all = [...train, ...validation, ...held].map((pair) => words(pair[side]));
          expect(new Set(all).size).toBe(550);
          const known = new Set(train.flatMap((pair) => pair[side]));
          const unknown = [...validation, ...held]
            .flatMap((pair) => pair[side])
            .filter((word) => !known.has(word));
          expect(unknown).toEqual([]);
        }
      }),
      runs(2),
    );
  });
});
