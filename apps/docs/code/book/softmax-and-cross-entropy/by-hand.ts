import { tensor } from "@saccade/tensor";

// #region softmax
function softmax(scores: readonly number[]): number[] {
  const powers = scores.map((score) => Math.exp(score));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
// #endregion softmax

const scores = [2, 1, 0, -1];
function show(numbers: readonly number[]): string {
  return numbers.map((x) => x.toFixed(3)).join(" ");
}
console.log("scores    ", scores.join("     "));
console.log("by hand   ", show(softmax(scores)));
console.log("library   ", show(tensor(scores).softmax(-1).toArray(1)));
const shares = scores.map((score) => score / 2);
console.log("s / sum(s)", shares.join("     "));
