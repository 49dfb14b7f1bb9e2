import { expect, it } from "vitest";
import start from "../../src/pages/opening/start.gen.json" with { type: "json" };

const [, first, , third] = start.translations.fr;
/** The source word to which a word of the translation gives most. */
const readBy = (translation: typeof first, word: RegExp): string[] =>
  translation!.tokens.flatMap((text, i) => {
    const row = translation!.weights[i]!;
    return word.test(text) ? [translation!.source[row.indexOf(Math.max(...row))]!.text] : [];
  });

it("what the questions answer is what the translations show", () => {
  expect(readBy(first, /^noir$/)).toEqual(["black"]);
  expect(readBy(third, /^(n'|ne|pas)$/)).toEqual(["not", "not"]);
  for (const translation of [...start.translations.fr, ...start.translations.zh]) {
    for (const row of translation.weights) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 1);
  }
});
