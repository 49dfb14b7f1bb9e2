import { ProjectedSelfAttention } from "@saccade/models/seeds";
import { manualSeed, rand } from "@saccade/tensor";

manualSeed(0);
const attention = new ProjectedSelfAttention(4).eval();
console.log(
  "parameters:",
  Object.keys(attention.stateDict()).join(", "),
);
for (const n of [2, 3, 3]) {
  const { weights } = attention.forward(rand([1, n, 4])); // (1, n, n)
  const row = weights.select(0, 0).select(0, 0).toArray(1);
  console.log(
    `first row of weights, ${n} tokens:`,
    row.map((w) => w.toFixed(3)).join("  "),
  );
}
