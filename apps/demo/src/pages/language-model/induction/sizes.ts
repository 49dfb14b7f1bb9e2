/** Heads of a layer. */
export const numHeads = 4;
/** Tokens of a sequence, before it repeats. */
export const half = 16;
/** Steps between two frames of the film. */
export const stepsOfFrame = 20;
export const lastStep = 1000;
/** How the 32 tokens are shown. */
export const symbols: readonly string[] = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"];
