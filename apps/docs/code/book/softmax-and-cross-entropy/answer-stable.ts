import { tensor } from "@saccade/tensor";

/** log Σ exp(scores), without overflow. */
function logSumExp(scores: readonly number[]): number {
  const largest = Math.max(...scores);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - largest);
  return largest + Math.log(sum);
}
for (const scores of [
  [0, 0],
  [1000, 999],
  [-1000, -1000],
]) {
  const library = tensor(scores).logsumexp(-1).item();
  console.log(logSumExp(scores).toFixed(3), library.toFixed(3));
}
