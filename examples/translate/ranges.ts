interface Range {
  readonly min: number;
  readonly max?: number;
  readonly whole: boolean;
}

// The upper bounds keep sizes to what fits in memory; a checkpoint's settings may be anybody's.
const ranges = {
  examples: { min: 1, max: 1e7, whole: true },
  minFreq: { min: 0, max: 1e9, whole: true },
  embed: { min: 1, max: 65_536, whole: true },
  hidden: { min: 1, max: 65_536, whole: true },
  layers: { min: 1, max: 64, whole: true },
  dropout: { min: 0, max: 1, whole: false },
  batch: { min: 1, max: 1e6, whole: true },
  length: { min: 2, max: 10_000, whole: true },
  lr: { min: 0, whole: false },
  epochs: { min: 1, max: 1e9, whole: true },
  clip: { min: 0, whole: false },
  seed: { min: 0, max: Number.MAX_SAFE_INTEGER, whole: true },
} as const satisfies Readonly<Record<string, Range>>;

/** A setting of a run that is a number. */
export type NumberName = keyof typeof ranges;

/** All of them. */
export const numberNames = Object.keys(ranges) as readonly NumberName[];

const saveEvery: Range = { min: 1, max: 1e9, whole: true };

function rangeOf(name: NumberName | "saveEvery"): Range {
  return name === "saveEvery" ? saveEvery : ranges[name];
}

/** Whether a value is a number in the setting's range. */
export function fits(name: NumberName | "saveEvery", value: unknown): value is number {
  const { min, max = Number.MAX_VALUE, whole } = rangeOf(name);
  return typeof value === "number" && value >= min && value <= max && (!whole || Number.isInteger(value));
}

/** The rule of a setting: "a whole number from 1 to 64". */
export function ruleOf(name: NumberName | "saveEvery"): string {
  const { min, max, whole } = rangeOf(name);
  return `a ${whole ? "whole " : ""}number from ${min} ${max === undefined ? "up" : `to ${max}`}`;
}
