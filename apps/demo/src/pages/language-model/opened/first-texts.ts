import type { MaskFacts, OpenedFacts } from "./calls.ts";

/** The text that an opened model reads first. */
export function firstPromptOf({
  coder,
  masked,
}: Pick<OpenedFacts, "coder"> & { readonly masked: Pick<MaskFacts, "maskText"> | null }): string {
  if (coder === "characters") return "A robot ";
  if (coder === "ids") return "1 2 3 4 5 6";
  if (masked === null) return "The capital of France is";
  return `The capital of France is ${masked.maskText ?? "Paris"}.`;
}

/** Lines to try fine-tuning with: nothing like them is in the tales, and all their characters are. */
export const talesLines: string = [
  "A robot has no heart, but it has a lamp.",
  "A robot has no ears, but it has a bell.",
  "A robot has no home, but it has a road.",
  "A robot has no shoes, but it has a wheel.",
  "A robot has no friend, but it has a song.",
  "A robot has no garden, but it has a plan.",
].join("\n");
