import { ones, type Tensor } from "@saccade/tensor";

/** Each row of x (n, d) may read itself and the rows before it. */
export function causalSelfAttention(x: Tensor): Tensor {
  const n = x.size(0);
  const scores = x.matmul(x.t()).div(Math.sqrt(x.size(1)));
  const hidden = ones([n, n]).triu().gt(0).logicalNot(); // true: hidden
  return scores.maskedFill(hidden, -Infinity).softmax(-1).matmul(x);
}
