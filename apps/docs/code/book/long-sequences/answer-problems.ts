import { scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const x = randn([1, 4, 8]); // (b, n, d)
const order = tensor([2, 0, 3, 1], { dtype: "int32" });
const moved = x.indexSelect(1, order);
const first = scaledDotProductAttention(x, x, x).output.indexSelect(
  1,
  order,
);
const second = scaledDotProductAttention(moved, moved, moved).output;
console.log(
  "order changes the outputs by less than 1e-6:",
  first.sub(second).abs().max().item() < 1e-6,
);
for (const n of [100, 200, 400])
  console.log(`${n} positions: ${n * n} scores`);
