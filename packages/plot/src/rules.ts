// Rules for values of options and arguments.

/** A rule for the value of an option. */
export interface Rule {
  readonly must: string;
  holds(value: unknown): boolean;
}

const isText = (value: unknown): boolean => typeof value === "string";

/** Without holes, which `every` would pass over. */
const isListOf = (value: unknown, holds: (item: unknown) => boolean): boolean =>
  Array.isArray(value) && Array.from<unknown>(value).every(holds);

export const text: Rule = { must: "a string", holds: isText };
export const flag: Rule = { must: "true or false", holds: (value) => typeof value === "boolean" };
export const names: Rule = { must: "an array of strings", holds: (value) => isListOf(value, isText) };
/** Read and checked where it is used: numbers of any form. */
export const data: Rule = { must: "numbers", holds: (value) => value !== null };
export const list: Rule = { must: "an array", holds: Array.isArray };
export const pixels: Rule = {
  must: "a finite number of pixels > 0 and ≤ 100000",
  holds: (value) => Number.isFinite(value) && Number(value) > 0 && Number(value) <= 100_000,
};
export const count: Rule = {
  must: "a positive whole number ≤ 10000",
  holds: (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 10_000,
};
export const whole: Rule = {
  must: "a whole number ≥ 0",
  holds: (value) => Number.isInteger(value) && Number(value) >= 0,
};
export const share: Rule = {
  must: "a finite number ≥ 0",
  holds: (value) => Number.isFinite(value) && Number(value) >= 0,
};
export const ends: Rule = {
  must: "[low, high] with low < high, both finite",
  holds: (value) =>
    isListOf(value, Number.isFinite) && Object(value).length === 2 && Object(value)[0] < Object(value)[1],
};
export const page: Rule = {
  must: "a Document",
  holds: (value) => typeof Object(value).createElementNS === "function",
};
export const action: Rule = { must: "a function", holds: (value) => typeof value === "function" };
