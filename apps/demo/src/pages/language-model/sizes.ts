/** What a token is: a word, or a part of a rare one; or a character. */
export const tokenKinds = ["words", "characters"] as const;
export type Tokens = (typeof tokenKinds)[number];

/** Of the model that is trained in the page, by its tokens: a GPT-2 of words, or a GPT of characters with rotary positions. */
export const sizesOf = {
  words: {
    model: { dModel: 64, numLayers: 3, numHeads: 4, maxLen: 96 },
    learningRate: 4e-3,
    /** Tokens of a sample. */
    sampleLength: 16,
  },
  characters: {
    model: { dModel: 48, numLayers: 2, numHeads: 4, maxLen: 128, positions: "rotary" },
    learningRate: 5e-3,
    sampleLength: 64,
  },
} as const;

/** Tokens of words at most, those of the 256 bytes among them, for a text that is learned in the page. */
export const mostWords = 1000;

/** Windows of the text in a step, as long as the model reads. */
export const batch = 8;

/** Steps between two validations, which are also the epochs of the trainer. */
export const stepsOfEpoch = 25;

/** A shorter text, in characters, leaves nothing to learn. */
export const shortest = 200;
/** The rest of a longer one is left out. */
export const longest = 200_000;

const first = [1, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 600];

/** Whether the worker keeps a sample after a step: exactly these, so that two runs of a seed write the same. */
export function isSampled(step: number): boolean {
  return first.includes(step) || step % 300 === 0;
}
