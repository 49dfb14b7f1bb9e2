import type { Tensor } from "@saccade/tensor";

export function softmax(x: Tensor): Tensor {
  const largest = x.amax(-1, { keepdim: true });
  const powers = x.sub(largest).exp();
  return powers.div(powers.sum(-1, { keepdim: true }));
}
