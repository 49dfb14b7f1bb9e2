import type { AttendAsk, Rows } from "../attention/index.ts";

/** (4, 3). */
export const queries: Rows = [
  [1, 2, 0],
  [0, 1, -1],
  [2, 0, 1],
  [-1, 1, 1],
];

/** (4, 3). */
export const keys: Rows = [
  [1, 1, 0],
  [0, 2, -1],
  [2, -1, 1],
  [-1, 0, 2],
];

/** (4, 2). */
export const values: Rows = [
  [4, 0],
  [0, 4],
  [2, 2],
  [-2, 1],
];

export const kinds = ["dot", "scaled", "unprojected", "gaussian"] as const;
export type Kind = (typeof kinds)[number];

export const maskNames = ["none", "causal", "lengths", "own"] as const;
export type MaskName = (typeof maskNames)[number];

/** The pairs that a mask hides; "own" are those that the reader has clicked. */
export const masks: Readonly<Record<MaskName, Partial<AttendAsk>>> = {
  none: {},
  causal: { causal: true },
  lengths: { validLen: 2 },
  own: {},
};
