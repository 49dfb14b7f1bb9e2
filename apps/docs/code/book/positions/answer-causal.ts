import { causalMask, MultiheadAttention } from "@saccade/attention";
import { manualSeed, randn, tensor } from "@saccade/tensor";

manualSeed(0);
const attention = new MultiheadAttention(8, 2, {
  batchFirst: true,
}).eval();
const x = randn([1, 4, 8]); // (b, n, d)
// the last token stays
const order = tensor([2, 0, 1, 3], { dtype: "int32" });
const last = (y: typeof x, mask?: ReturnType<typeof causalMask>) =>
  attention.forward(y, y, y, { mask }).output.select(1, 3); // (1, 8)
const change = (mask?: ReturnType<typeof causalMask>): string => {
  const x1 = x.indexSelect(1, order);
  return last(x, mask)
    .sub(last(x1, mask))
    .abs()
    .max()
    .item()
    .toFixed(4);
};
console.log("one layer, no mask:", change());
console.log("one layer, causal: ", change(causalMask(4)));

const two = (y: typeof x) => {
  const mask = causalMask(4);
  const z = attention.forward(y, y, y, { mask }).output;
  return attention.forward(z, z, z, { mask }).output.select(1, 3);
};
console.log(
  "two layers, causal:",
  two(x)
    .sub(two(x.indexSelect(1, order)))
    .abs()
    .max()
    .item()
    .toFixed(4),
);
