import { crossEntropy } from "@saccade/nn";
import { tensor } from "@saccade/tensor";

const right = tensor([0], { dtype: "int32" });
for (const score of [2, 4, 8, 16]) {
  // (1, 5): class 0 leads by `score`
  const logits = tensor([[score, 0, 0, 0, 0]]);
  const hard = crossEntropy(logits, right).item();
  const smooth = crossEntropy(logits, right, {
    labelSmoothing: 0.1,
  }).item();
  console.log(
    `lead of ${score}: loss ${hard.toFixed(3)}, ` +
      `smoothed ${smooth.toFixed(3)}`,
  );
}
