import { describe, expect, it } from "vitest";
import { lacking, messageFiles, textsOf } from "../../../packages/figures/scripts/waiting.ts";
import { everyPage as pages } from "../src/pages/table.ts";

/** The words of a message, without its fields and the names of their forms. */
const wordsOf = (message: string): string =>
  message
    .replace(/\{\w+, (plural|select), /g, "")
    .replace(/\{\w+(, number)?\}/g, "")
    .replace(/[=\w]+ \{/g, "");

/** Texts of the same place in both languages that look alike: a sentence or a word that nobody translated. */
const untranslated = (en: string, zh: string): boolean =>
  /[a-z]{3,}/i.test(wordsOf(en)) && !/\p{Script=Han}/u.test(zh);

/** Examples, file names and notations, which Chinese texts write alike. */
const alike = new RegExp(
  [
    ...["placeholder", "translation", "exampleNames", "pairs", "sentences", "glosses", "ending", "thing"],
    ...["neededFiles", "formats", "calls", "kinds", "topK", "topP", "epanechnikov", "alibi", "softmax"],
    ...[
      "whole",
      "expColumn",
      "wasm",
      "gpu",
      "workloads",
      "players",
      "questions\\.2\\.choices",
      "mixers",
      "share",
    ],
    "questions\\.0\\.choices\\.1",
  ]
    .map((name) => `(^|\\.)${name}\\b`)
    .join("|"),
);

/** The fields of a message that are shown or compared. */
const fieldsOf = (message: string): string[] =>
  [...message.matchAll(/\{(\w+)(?=\}|, (?:number|plural|select)\b)/g)].map(([, name]) => name!);

describe("every text is there in both languages", () => {
  it("of many files", () => expect(messageFiles.length).toBeGreaterThan(45));

  it.each(messageFiles)("%s", (file) => {
    const { en, zh } = textsOf(file);
    // What Chinese lacks is shown in English, and `pnpm waiting` lists it; what only Chinese has, nobody sees.
    expect(lacking(zh, en)).toEqual([]);
    const both = [...en].flatMap(([place, text]) =>
      zh.has(place) ? [{ place, text, own: zh.get(place)! }] : [],
    );
    const forgotten = both.filter(({ place, text, own }) => untranslated(text, own) && !alike.test(place));
    expect(forgotten.map(({ place, own }) => `${place}: ${own}`)).toEqual([]);
    // English says with a reason which line is wrong.
    const strange = both.filter(
      ({ place, text, own }) =>
        place !== "badPairs" && fieldsOf(own).some((name) => !fieldsOf(text).includes(name)),
    );
    expect(strange.map(({ place, own }) => `${place}: ${own}`)).toEqual([]);
  });

  it("the menu", () => {
    const all = pages.map(({ title }) => title);
    expect(all.filter(({ en, zh }) => untranslated(en, zh)).map(({ zh }) => zh)).toEqual(["Transformer"]);
  });
});
