/** Of the model that is trained in the page: a GPT with rotary positions, 58 thousand numbers on the tales. */
export const sizes = { dModel: 48, numLayers: 2, numHeads: 4, maxLen: 128, positions: "rotary" } as const;

/** Windows of the text in a step. */
export const batch = 8;
/** Tokens in a window. */
export const length: number = sizes.maxLen;

export const learningRate = 5e-3;

/** Steps between two validations, which are also the epochs of the trainer. */
export const stepsOfEpoch = 25;
