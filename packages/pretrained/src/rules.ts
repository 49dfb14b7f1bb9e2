import { isPlainObject } from "@saccade/tensor/backend";

/** The values that a setting of a file may have. */
export interface Rule<T> {
  /** In words: "a whole number of at least 1". */
  readonly words: string;
  fits(value: unknown): value is T;
}

export const wholeNumber: Rule<number> = {
  words: "a whole number of at least 1",
  fits: (value): value is number => Number.isSafeInteger(value) && Number(value) >= 1,
};

export const trueOrFalse: Rule<boolean> = {
  words: "true or false",
  fits: (value): value is boolean => typeof value === "boolean",
};

export const object: Rule<object> = {
  words: "an object or null",
  fits: (value): value is object => typeof value === "object" && value !== null && isPlainObject(value),
};

export function atLeast(least: number): Rule<number> {
  return {
    words: `a number of at least ${least}`,
    fits: (value): value is number => typeof value === "number" && Number.isFinite(value) && value >= least,
  };
}

/** A whole number within bounds, both included. */
export function between(least: number, most: number): Rule<number> {
  return {
    words: `a whole number from ${least} to ${most}`,
    fits: (value): value is number =>
      Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}
