import { ones, type Tensor, tensor } from "@saccade/tensor";

// Scores of three positions at each of three steps.
const scores = tensor([
  [1, 3, 2],
  [0, 2, 1],
  [1, 2, 1.5],
]);
// #region greedy
function point(steps: Tensor, once: boolean): number[] {
  const chosen: number[] = [];
  for (let t = 0; t < steps.size(0); t++) {
    const taken = ones([steps.size(1)]).toArray(1);
    if (once) for (const j of chosen) taken[j] = 0;
    const free = tensor(taken).gt(0); // true: may be chosen
    const row = steps
      .select(0, t)
      .maskedFill(free.logicalNot(), -Infinity);
    chosen.push(row.argmax(0).item());
  }
  return chosen;
}
// #endregion greedy
console.log("as it is:", point(scores, false).join(" "));
console.log("masked:  ", point(scores, true).join(" "));
