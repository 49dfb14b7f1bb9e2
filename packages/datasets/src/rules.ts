// Rules that options of several functions share.
import { callable, listOf, type Rule, required, text, whole, withFix } from "@saccade/tensor/contract";

/** How many to make, a whole number from 1 to 2²⁴. */
export const count = required(whole(undefined, { min: 1, max: 2 ** 24 }));

/** The seed of all random choices. */
export const seed = whole(0, { min: 0 });

/** The least number of times that a token occurs. */
export const minFreq = whole(0, { min: 0 });

/** Uniform numbers in [0, 1). Its numbers are checked as they are drawn. */
export const random = required(withFix(callable<() => number>(), "write random: Math.random"));

/** The fix for a text in the place of its tokens. */
export function splitFix(value: unknown): string | undefined {
  return typeof value === "string" ? 'split it into tokens: text.split(" ")' : undefined;
}

/** Tokens, each a string. */
export const tokenList: Rule<readonly string[], undefined> = {
  ...listOf(text()),
  must: "an array of tokens",
  fix: splitFix,
};

/** Lines, each an array of tokens. */
export const tokenLines: Rule<readonly (readonly string[])[], undefined> = {
  ...listOf(tokenList),
  must: "an array of lines, each an array of tokens",
  fix: splitFix,
};

/** How many ids a line is brought to. Beyond the largest, memory would end. */
export const numSteps = required(whole(undefined, { min: 1, max: 2 ** 24 }));
