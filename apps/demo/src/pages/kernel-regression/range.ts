/** Where the data lie, and the curves are looked at. */
export const xRange: readonly [number, number] = [0, 5];
