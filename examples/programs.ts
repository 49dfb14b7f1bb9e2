/** The programs of `pnpm examples`, in the order of its table: NAME.ts is the file to run. */
export const programs: readonly string[] = [
  "reversal",
  "coreference",
  "story-questions",
  "attention-or-convolution",
  "pointer-sort",
  "pointer-hull",
  "copy-unknown",
  "pointing-loss",
  "scoring-functions",
  "transformer-translate",
  "tiny-gpt",
  "long-sequences",
  "text-classification",
  "self-attention-claims",
  "recall",
  "additive-or-dot",
];
