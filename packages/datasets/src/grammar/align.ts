import type { Part } from "./lexicon.ts";
import type { Word } from "./word.ts";

/** A target word and a source word, by position. */
export type AlignmentLink = readonly [targetIndex: number, sourceIndex: number];

/** Sure and possible links of Och & Ney (2003, §3): every sure link is possible too. In order of the target. */
export interface Alignment {
  readonly sure: readonly AlignmentLink[];
  readonly possible: readonly AlignmentLink[];
}

/**
 * The links of two realizations of one sentence. A target word with several meanings (上周, "last week") is
 * surely linked to the first of them, its head, and possibly to the others.
 */
export function align(source: readonly Word[], target: readonly Word[]): Alignment {
  const sure: AlignmentLink[] = [];
  const possible: AlignmentLink[] = [];
  target.forEach((to, t) => {
    source.forEach((from, s) => {
      if (from.is.some((key) => key === to.is[0])) sure.push([t, s]);
      if (from.is.some((key) => to.is.includes(key) || to.sees.includes(key))) possible.push([t, s]);
    });
  });
  return { sure, possible };
}

/** Whether a word is a content word: a noun, verb or adjective, but not an auxiliary or copula. */
export function isContent(part: Part): boolean {
  return part === "noun" || part === "verb" || part === "adjective";
}
