// Rules that options of several functions share.
import { callable, listOf, required, text, whole, withFix } from "@saccade/tensor/contract";

/** How many to make, a whole number from 1 to 2²⁴. */
export const count = required(whole(undefined, { min: 1, max: 2 ** 24 }));

/** The seed of all random choices. */
export const seed = whole(0, { min: 0 });

/** The least number of times that a token occurs. */
export const minFreq = whole(0, { min: 0 });

/** Uniform numbers in [0, 1). Its numbers are checked as they are drawn. */
export const random = required(withFix(callable<() => number>(), "write random: Math.random"));

/** Tokens, each a string. */
export const tokenList = listOf(text());
