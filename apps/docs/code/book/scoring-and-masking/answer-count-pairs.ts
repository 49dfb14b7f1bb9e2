import { scaledDotProductAttention } from "@saccade/attention";
import { tensor, zeros } from "@saccade/tensor";

const x = zeros([2, 4, 8]); // (b, n, d), equal scores
const { weights } = scaledDotProductAttention(x, x, x, {
  causal: true,
  validLens: tensor([3, 1], { dtype: "int32" }),
}); // (b, n, n)
for (const [i, length] of [3, 1].entries())
  console.log(
    `length ${length}:`,
    weights.select(0, i).gt(0).to("float32").sum().item(),
    "pairs",
    JSON.stringify(
      (weights.select(0, i).toArray() as number[][]).map((row) =>
        row.map((weight) => Number(weight.toFixed(2))),
      ),
    ),
  );
