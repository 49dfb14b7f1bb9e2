import { scaledDotProductAttention } from "@saccade/attention";
import { ones, randn } from "@saccade/tensor";

const [b, h, l, d] = [2, 4, 3, 8];
const q = randn([b, h, l, d]);
const mask = ones([b, l, l], { dtype: "bool" });
try {
  scaledDotProductAttention(q, q, q, { mask });
} catch (error) {
  console.log(String(error));
}
console.log(
  scaledDotProductAttention(q, q, q, { mask: mask.unsqueeze(1) }).output
    .shape,
);
