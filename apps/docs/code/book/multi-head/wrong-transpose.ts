import { arange, type Tensor } from "@saccade/tensor";

// 2 heads, 2 positions, heads of 2 dims: all sizes equal, so that
// nothing throws.
const q = arange(8).reshape([1, 2, 2, 2]); // (b, h, n, d)
const k = arange(8).reshape([1, 2, 2, 2]);

const wrong = q.matmul(k.transpose(1, 2)); // swaps heads and positions
const right = q.matmul(k.transpose(-2, -1)); // swaps positions and dims
const first = (scores: Tensor): string =>
  JSON.stringify(scores.select(0, 0).select(0, 0).toArray());
console.log("transpose(1, 2):  ", first(wrong));
console.log("transpose(-2, -1):", first(right));

const longer = arange(12).reshape([1, 2, 3, 2]); // 3 positions
try {
  longer.matmul(longer.transpose(1, 2));
} catch (error) {
  console.log((error as Error).message.split(".")[0]);
}
