import {
  scaledDotProductAttention,
  slidingWindowAttention,
  windowMask,
} from "@saccade/attention";
import { arange } from "@saccade/tensor";

const [n, d] = [6, 2];
const q = arange(n * d)
  .reshape([1, n, d])
  .sin(); // (b, n, d)
const k = q.mul(2);
const v = arange(n).reshape([1, n, 1]); // (b, n, 1)

// (n, n), true = may attend
const mask = windowMask(n, { window: 2, causal: true });
// computes n² scores
const masked = scaledDotProductAttention(q, k, v, { mask }).output;
const local = slidingWindowAttention(q, k, v, {
  window: 2,
  causal: true,
}); // computes 2 a query
console.log("masked", String(masked.flatten()));
console.log("window", String(local.flatten()));
