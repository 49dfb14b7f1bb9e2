import type { Tensor } from "@saccade/tensor";

/**
 * (x − mean) / √(variance + eps) · weight + bias, with the mean and the biased variance of each channel over the batch:
 * x (n, c, …) → (n, c, …). Ioffe and Szegedy 2015, algorithm 1.
 *
 * @example batchNorm(tensor([[1], [3]]), null, null, 0).output // tensor([[-1], [1]])
 */
export function batchNorm(
  x: Tensor,
  weight: Tensor | null, // (c)
  bias: Tensor | null, // (c)
  eps: number,
): { output: Tensor; mean: Tensor; variance: Tensor } {
  const dims = x.shape.map((_, dim) => dim).filter((dim) => dim !== 1);
  const mean = x.mean(dims); // (c)
  const centred = x.sub(byChannel(mean, x));
  const variance = centred.square().mean(dims); // (c)
  return { output: scaled(centred, variance, weight, bias, eps), mean, variance };
}

/**
 * {@link batchNorm} with a mean and a variance (c) that are known, as after training.
 *
 * @example batchNormBy(tensor([[1], [3]]), tensor([1]), tensor([4]), null, null, 0) // tensor([[0], [1]])
 */
export function batchNormBy(
  x: Tensor,
  mean: Tensor,
  variance: Tensor,
  weight: Tensor | null,
  bias: Tensor | null,
  eps: number,
): Tensor {
  return scaled(x.sub(byChannel(mean, x)), variance, weight, bias, eps);
}

function scaled(centred: Tensor, variance: Tensor, weight: Tensor | null, bias: Tensor | null, eps: number) {
  const root = variance.add(eps).rsqrt();
  const normed = centred.mul(byChannel(weight ? root.mul(weight) : root, centred));
  return bias ? normed.add(byChannel(bias, centred)) : normed;
}

/** (c) → (c, 1, …), which broadcasts over the channels of x (n, c, …). */
export function byChannel(values: Tensor, x: Tensor): Tensor {
  return values.reshape([values.numel, ...x.shape.slice(2).map(() => 1)]);
}
