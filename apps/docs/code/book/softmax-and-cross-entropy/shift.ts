import { tensor } from "@saccade/tensor";

const scores = tensor([2, 1, 0, -1]);
function show(numbers: readonly number[]): string {
  return numbers.map((x) => x.toFixed(3)).join(" ");
}
function naive(shift: number): number[] {
  const powers = scores.add(shift).exp();
  return powers.div(powers.sum()).toArray(1);
}
for (const shift of [0, 10, -10, 100]) {
  console.log(String(shift).padStart(4), show(naive(shift)));
}
console.log("exp(88), exp(89):", tensor([88, 89]).exp().toArray());

// #region stable
const largest = scores.amax(-1, { keepdim: true });
const powers = scores.add(100).sub(largest.add(100)).exp(); // at most 1
const stable = powers.div(powers.sum());
// #endregion stable
console.log("stable at 100   ", show(stable.toArray(1)));
const library = scores.add(100).softmax(-1);
console.log("library at 100  ", show(library.toArray(1)));
