import { valueAndGrad } from "@saccade/autograd";
import { softmax, tensor } from "@saccade/tensor";

for (const spread of [0.1, 1, 4, 8]) {
  const scores = tensor([2, 1, 0]).mul(spread); // (3)
  const { value, grads } = valueAndGrad(() => {
    const weights = softmax(scores, -1); // (3)
    // of the first weight, along each score
    return { loss: weights.select(0, 0), weights };
  }, scores);
  console.log(
    `scores ${String(scores)}\n` +
      `  weights ${String(value.weights)}\n` +
      `  slopes  ${String(grads)}`,
  );
}
