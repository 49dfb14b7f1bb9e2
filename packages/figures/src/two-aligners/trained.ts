import type { AlignmentLink } from "@saccade/datasets";
import stored from "./trained.json" with { type: "json" };
import type { Trained } from "./translators.ts";

const split = (text: string): string[] => text.split(" ");
const links = (pairs: readonly (readonly number[])[]): AlignmentLink[] => pairs.map(([t, s]) => [t!, s!]);

/** The translators after training, held-out pairs, and their error rates: trained.json, by scripts/store-aligners.ts. */
export const trained: Trained = {
  ...stored,
  words: { source: split(stored.words.source), target: split(stored.words.target) },
  pairs: stored.pairs.map(({ source, target, sure, possible, content }) => ({
    source: split(source),
    target: split(target),
    sure: links(sure),
    possible: links(possible),
    content,
  })),
};
