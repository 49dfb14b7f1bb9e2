import type { Part } from "./lexicon.ts";
import type { Word } from "./word.ts";

/** A target word and a source word, by position. */
export type AlignmentLink = readonly [targetIndex: number, sourceIndex: number];

/** Sure and possible links of Och & Ney (2003, §3): every sure link is possible too. In order of the target. */
export interface Alignment {
  readonly sure: readonly AlignmentLink[];
  readonly possible: readonly AlignmentLink[];
}

/** The links of two realizations of one sentence. */
export function align(source: readonly Word[], target: readonly Word[]): Alignment {
  const sure: AlignmentLink[] = [];
  const possible: AlignmentLink[] = [];
  target.forEach((to, t) => {
    source.forEach((from, s) => {
      const same = from.is.some((key) => to.is.includes(key));
      if (same) sure.push([t, s]);
      if (same || from.is.some((key) => to.sees.includes(key))) possible.push([t, s]);
    });
  });
  return { sure, possible };
}

/** Whether a word says what, not how it belongs: nouns, verbs and adjectives; auxiliaries and copulas do not. */
export function isContent(part: Part): boolean {
  return part === "noun" || part === "verb" || part === "adjective";
}
