import { attend } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

const ln3 = Math.log(3);
for (const [scores, values] of [
  [
    [0, ln3],
    [0, 8],
  ],
  [
    [0, ln3, ln3],
    [0, 8, 8],
  ],
] as const) {
  // one query: scores (b, 1, m), values (b, m, 1)
  const { output, weights } = attend(
    tensor([[[...scores]]]),
    tensor([values.map((value) => [value])]),
  );
  console.log(
    `weights ${String(weights.flatten())}, ` +
      `output ${output.item().toFixed(3)}`,
  );
}
