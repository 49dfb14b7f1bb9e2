import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const [x, other] = [randn([1, 3, 4]), randn([1, 3, 4])]; // (b, n, d)
const b = tensor([0.5, -1, 2, 1]);
for (const [name, tokens] of Object.entries({ x, other })) {
  const q = tokens.mul(0).add(b); // W_q = 0
  const { weights } = scaledDotProductAttention(q, tokens, tokens);
  console.log(name);
  for (const row of weights.select(0, 0).toArray(2))
    console.log(row.map((weight) => weight.toFixed(3)).join("  "));
}
