import { describe, expect, test } from "vitest";
import { chinese } from "../../src/grammar/chinese.ts";
import { drawSentence } from "../../src/grammar/draw.ts";
import { Choices } from "../../src/grammar/draw-phrase.ts";
import { english } from "../../src/grammar/english.ts";
import { french } from "../../src/grammar/french.ts";
import { lexicon } from "../../src/grammar/words.ts";

const { adjectives, intransitiveVerbs, nouns, transitiveVerbs } = lexicon();
const random = new Choices(11);
const sentences = Array.from({ length: 3000 }, () => drawSentence(random));
const lines = (realize: typeof english) =>
  sentences.map((sentence) =>
    realize(sentence)
      .map(({ text }) => text)
      .join(" "),
  );
const [inEnglish, inFrench, inChinese] = [lines(english), lines(french), lines(chinese)];

function expectNone(all: readonly string[], pattern: RegExp | string): void {
  expect(all.filter((line) => new RegExp(pattern).test(line))).toEqual([]);
}

test.each([
  ["English into French", inEnglish, inFrench],
  ["English into Chinese", inEnglish, inChinese],
  ["Chinese into English", inChinese, inEnglish],
])("a sentence has one translation, %s", (_, from, to) => {
  const translation = new Map(from.map((line, i) => [line, to[i]]));
  expect(from.filter((line, i) => translation.get(line) !== to[i])).toEqual([]);
});

describe("French", () => {
  const vowel = "(?!hibou)[aeiouhâàéèêîïôœæ]";

  test("elides before every vowel and mute h, and nowhere else", () => {
    const elided = "je|me|te|le|la|ne|de|que|ce|ma|ta|sa|beau|nouveau";
    expectNone(inFrench, `(^| )(${elided}|(un|le|ce|[mts]on|notre|leur) vieux) ${vowel}`);
    expectNone(inFrench, `[a-z]' (?!${vowel})`);
    expectNone(inFrench, `(^| )(cet|bel|nouvel|vieil) (?!${vowel})`);
  });

  test("contracts à and de with le and les", () => {
    expectNone(inFrench, /(^| )(à|de) (le|les) /);
  });

  test("makes articles and adjectives agree with the nouns that they look at", () => {
    const gender = new Map(
      nouns.flatMap(({ fr, gender: of }) => fr.map((form, i) => [form, `${of}${i}`] as const)),
    );
    const forms = new Map<string, Set<string>>();
    const allow = (text: string, ...slots: string[]) =>
      forms.set(text, new Set([...(forms.get(text) ?? []), ...slots]));
    for (const { fr, beforeVowel } of adjectives) {
      for (const [i, slot] of ["m0", "f0", "m1", "f1"].entries()) allow(fr[i]!, slot);
      if (beforeVowel !== "") allow(beforeVowel, "m0");
    }
    for (const text of ["le", "un", "ce", "cet"]) allow(text, "m0");
    for (const text of ["la", "une", "cette"]) allow(text, "f0");
    for (const text of ["les", "des", "ces", "deux", "trois", "quatre"]) allow(text, "m1", "f1");
    const checked = new Set<string>();
    const wrong: string[] = [];
    for (const sentence of sentences) {
      const line = french(sentence);
      for (const { text, part, sees } of line) {
        const slots =
          part === "adjective" || part === "article" || part === "number" ? forms.get(text) : undefined;
        const noun = line.find(
          ({ is, part: other }) => other === "noun" && is.some((name) => sees.includes(name)),
        );
        if (slots === undefined || noun === undefined || !gender.has(noun.text)) continue;
        // "souris" is the same in both numbers.
        const numbers = noun.text === "souris" ? ["f0", "f1"] : [gender.get(noun.text)!];
        checked.add(text);
        if (!numbers.some((slot) => slots.has(slot))) wrong.push(`${text} ${noun.text}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(checked.size).toBeGreaterThan(90);
  });

  test("says de for an indefinite object after ne … pas, and before an adjective in the plural", () => {
    expectNone(inFrench, /pas \S+é (une?|des) /);
    expectNone(inFrench, /(^| )des (petite?s|grande?s|belles|vieux|vieilles|nouveaux) /);
  });
});

describe("English", () => {
  test("writes an before vowels, and a before consonants", () => {
    expectNone(inEnglish, /(^| )(a [aeiou]|an [^aeiou])/);
  });

  test("gives he and she the third person, and the other pronouns the plain form", () => {
    const verbs = [...transitiveVerbs, ...intransitiveVerbs];
    const bases = verbs.map(({ en }) => en[0]).filter((base) => base !== "read");
    const thirds = verbs.map(({ en }) => en[1]);
    expectNone(inEnglish, `^(he|she) (often )?(do|are|am|were|${bases.join("|")})( |$)`);
    expectNone(inEnglish, `^(i|you|we|they) (often )?(does|is|${thirds.join("|")})( |$)`);
  });
});

describe("Chinese", () => {
  test("puts the measure word of the noun behind numbers and 这", () => {
    const measures = new Map(nouns.map(({ zh, measure }) => [zh, measure]));
    const checked = new Set<string>();
    const wrong: string[] = [];
    for (const sentence of sentences) {
      const line = chinese(sentence);
      line.forEach(({ text, part }, i) => {
        const measured = part === "number" || text === "这";
        if (measured !== (line[i + 1]?.part === "measure")) wrong.push(text);
        if (!measured) return;
        const noun = line.slice(i).find(({ part: other }) => other === "noun")!.text;
        if (line[i + 1]?.text !== measures.get(noun)) wrong.push(noun);
        checked.add(noun);
      });
    }
    expect(wrong).toEqual([]);
    expect(checked.size).toBeGreaterThan(50);
  });

  test("denies the past with 没 and has no 了 there, and never says 不 有", () => {
    expectNone(
      inChinese.map((line) => line.replace(/ 的 .*/, "")),
      /没 .*了/,
    );
    expectNone(inChinese, /不 有/);
  });
});

const shown = {
  "en-fr": inEnglish.map((line, i) => `${line}|${inFrench[i]}`),
  "en-zh": inEnglish.map((line, i) => `${line}|${inChinese[i]}`),
};

test.each([
  [
    "adjectives on both sides",
    "en-fr",
    /the (big|small) (black|red|white|blue) .*\|.*(petite?|grande?) \S+ (noir|roug|blan|bleu)/,
  ],
  ["ne … pas", "en-fr", / did not .*\|.* n' (ai|as?|avons|ont) pas /],
  ["pronouns before the verb", "en-fr", / (saw|helped) her.*\|.* l' \S+ (vue|aidée)( |$)/],
  ["participles that agree", "en-fr", /that .*\|.* (vue|achetée|perdue|mangée|lavée)s? /],
  ["contractions", "en-fr", / 's .*\|.* du /],
  ["relative clauses before the noun", "en-zh", /^the \S+ who .*\|.* 的 /],
  ["an owner before the thing", "en-zh", / 's .*\|.* 的 /],
  ["places before the verb", "en-zh", / (slept|worked) in the .*\|.* 在 .* 里 (睡觉|工作) 了$/],
  ["things after the place", "en-zh", /^there .*\|.* 有 /],
] as const)("shows %s", (_, languages, pattern) => {
  expect(shown[languages].filter((line) => pattern.test(line)).length).toBeGreaterThan(2);
});
