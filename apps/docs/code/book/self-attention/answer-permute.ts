import { ProjectedSelfAttention } from "@saccade/models/seeds";
import { manualSeed, rand, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new ProjectedSelfAttention(4).eval();
const x = rand([1, 5, 4]); // (b, n, d)
const order = tensor([3, 1, 4, 0, 2], { dtype: "int32" });

// attend, then reorder
const first = attention.forward(x).output.indexSelect(1, order);
// reorder, then attend
const second = attention.forward(x.indexSelect(1, order)).output;
console.log(
  "difference below 1e-6:",
  first.sub(second).abs().max().item() < 1e-6,
);
