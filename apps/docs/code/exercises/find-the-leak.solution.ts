import { ones, type Tensor } from "@saccade/tensor";

export function causalSelfAttention(x: Tensor): Tensor {
  const n = x.size(0);
  const scores = x.matmul(x.t()).div(Math.sqrt(x.size(1)));
  const hidden = ones([n, n]).tril().gt(0).logicalNot(); // the upper half, without the diagonal
  return scores.maskedFill(hidden, -Infinity).softmax(-1).matmul(x);
}
