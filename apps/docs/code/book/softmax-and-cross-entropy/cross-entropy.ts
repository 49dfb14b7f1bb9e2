import { crossEntropy } from "@saccade/nn";
import { tensor } from "@saccade/tensor";

// Two questions with three answers each; the right ones are 0 and 2.
const scores = tensor([
  [2, 1, 0],
  [2, 1, 0],
]);
const right = tensor([0, 2], { dtype: "int32" });

const p = scores.softmax(-1); // (2, 3)
const chosen = p.gather(1, right.unsqueeze(1)).squeeze(1); // (2)
const surprise = chosen.log().neg();
console.log("p of the right answers", text(chosen.toArray(1)));
console.log("surprise              ", text(surprise.toArray(1)));
console.log("mean                  ", text([surprise.mean().item()]));
const library = crossEntropy(scores, right);
console.log("crossEntropy          ", text([library.item()]));

function text(numbers: readonly number[]): string {
  return numbers.map((x) => x.toFixed(4)).join(" ");
}
