// Document 004: kernel regression, attention scores, and a translator that attends.
import { manualSeed, scope } from "@saccade/tensor";
import { kernelRegression } from "./004/kernel-regression.ts";
import { additiveAttention, dotProductAttention, maskedSoftmaxExamples } from "./004/scores.ts";
import { decoderShapes, trainTranslator } from "./004/seq2seq.ts";
import { fullRun, runAlone } from "./alone.ts";

export async function main(): Promise<void> {
  const full = fullRun();
  manualSeed(0);
  scope(kernelRegression);
  scope(maskedSoftmaxExamples);
  scope(additiveAttention);
  scope(dotProductAttention);
  scope(decoderShapes);
  trainTranslator(full);
}

await runAlone(import.meta.url, main);
