/** The things on the table. */
export const thingNames = ["balloon", "apple", "bread", "pencil", "notes", "map"] as const;
export type ThingName = (typeof thingNames)[number];

/** Features of each thing: it stands out, it is food, one writes with it, one reads it. */
export const keys: readonly (readonly number[])[] = [
  [3, 0, 0, 0],
  [1, 3, 0, 0],
  [0.5, 2.6, 0, 0],
  [0.3, 0, 3, 0],
  [0.4, 0, 1.6, 1.4],
  [0.8, 0, 0, 3],
];

/** Where each thing lies, on a table of 100 by 60. */
export const values: readonly (readonly number[])[] = [
  [82, 16],
  [14, 42],
  [36, 47],
  [58, 34],
  [80, 46],
  [30, 14],
];

export const cueNames = ["none", "salient", "eat", "write", "read"] as const;
export type CueName = (typeof cueNames)[number];

/** The features that the query asks for. */
export const queries: Readonly<Record<CueName, readonly number[]>> = {
  none: [0, 0, 0, 0],
  salient: [1, 0, 0, 0],
  eat: [0, 1, 0, 0],
  write: [0, 0, 1, 0],
  read: [0, 0, 0, 1],
};

/** The mean of the values under weights: where the look goes. */
export function mix(weights: readonly number[]): readonly [x: number, y: number] {
  const along = (axis: 0 | 1): number =>
    weights.reduce((sum, weight, i) => sum + weight * (values[i]?.[axis] ?? 0), 0);
  return [along(0), along(1)];
}
