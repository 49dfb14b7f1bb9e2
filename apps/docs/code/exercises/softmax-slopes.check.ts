import { manualSeed, randn } from "@saccade/tensor";
import { softmaxBackward } from "./softmax-slopes.ts";

manualSeed(5);
for (const [n, m] of [
  [1, 3],
  [2, 4],
  [5, 5],
] as const) {
  const [weights, gradient] = [
    randn([n, m]).softmax(-1),
    randn([n, m]),
  ];
  const result = softmaxBackward(weights, gradient);
  if (result.shape.join() !== `${n},${m}`)
    throw new Error(
      `For (${n}, ${m}) the result has the shape (${result.shape.join(", ")}); it must be that of the scores.`,
    );
  const [slopes, found] = [gradient.toArray(2), result.toArray(2)];
  for (const [row, alpha] of weights.toArray(2).entries()) {
    const [up, mine] = [slopes[row]!, found[row]!];
    const total = mine.reduce((sum, value) => sum + value, 0);
    if (Math.abs(total) > 1e-4)
      throw new Error(
        `Row ${row} of (${n}, ${m}) adds up to ${total.toFixed(3)}. Adding a number to all scores changes no weight, so ` +
          "the slopes of a row add up to 0: each weight also depends on the other scores.",
      );
    for (let j = 0; j < m; j++) {
      const right = alpha.reduce(
        (sum, weight, i) =>
          sum + up[i]! * weight * ((i === j ? 1 : 0) - alpha[j]!),
        0,
      );
      if (Math.abs(mine[j]! - right) > 1e-4)
        throw new Error(
          `∂L/∂s of row ${row}, key ${j} is ${mine[j]!.toFixed(4)}; it should be ${right.toFixed(4)}, ` +
            "the sum over i of gᵢ αᵢ (δᵢⱼ − αⱼ).",
        );
    }
  }
}
console.log(
  "Right: the slopes of every row add up to 0 and follow the formula.",
);
