import { DotScoring } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

// (3, 1): how much each thing is food
const keys = tensor([[3], [2.6], [0]]);
const values = tensor([[14], [36], [80]]); // (3, 1): where it lies
for (const strength of [0, 1, 4, 16]) {
  const query = tensor([[strength]]); // (1, 1)
  const { output, weights } = new DotScoring(1).forward(
    query,
    keys,
    values,
  );
  console.log(
    `query ${strength}: weights ${String(weights.select(0, 0))}, ` +
      `output ${output.item().toFixed(2)}`,
  );
}
