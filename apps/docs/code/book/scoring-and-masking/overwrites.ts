import { maskedSoftmax } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const rows = [[1, 2, 3]];
/** Writes into its argument, as the version above does. */
function maskInPlace(scores: number[][], validLen: number): number[][] {
  for (const row of scores) row.fill(-1e6, validLen);
  return scores;
}
maskInPlace(rows, 1);
console.log("the caller's scores, after a call in place:", rows);

const scores = tensor([[[1, 2, 3]]]); // (1, 1, 3)
maskedSoftmax(scores, tensor([1], { dtype: "int32" }));
console.log(
  "the caller's scores, after maskedSoftmax:  ",
  scores.toArray(),
);
