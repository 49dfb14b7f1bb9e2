/** Of the model that is trained in the page: a GPT with rotary positions, 58 thousand numbers on the tales. */
export const sizes = { dModel: 48, numLayers: 2, numHeads: 4, maxLen: 128, positions: "rotary" } as const;

/** Windows of the text in a step. */
export const batch = 8;
/** Tokens in a window. */
export const length: number = sizes.maxLen;

export const learningRate = 5e-3;

/** Steps between two validations, which are also the epochs of the trainer. */
export const stepsOfEpoch = 25;

/** A shorter text, in characters, leaves nothing to learn. */
export const shortest = 200;
/** The rest of a longer one is left out. */
export const longest = 200_000;

/** Characters of a sample. */
export const sampleLength = 64;

const first = [1, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 600];

/** Whether the worker keeps a sample after a step: exactly these, so that two runs of a seed write the same. */
export function isSampled(step: number): boolean {
  return first.includes(step) || step % 300 === 0;
}
