import { scaledDotProductAttention } from "@saccade/attention";
import { tensor, zeros } from "@saccade/tensor";

const q = zeros([1, 2, 3, 4]); // (b, h, l, d)
// (b, m): the last token is padding
const keyMask = tensor([[true, true, false]]);
const { weights } = scaledDotProductAttention(q, q, q, {
  causal: true,
  keyMask,
}); // (b, h, n, m)
console.log(String(weights.select(0, 0).select(0, 0)));
