import { arange, stack, type Tensor, tensor } from "@saccade/tensor";

/**
 * (n, d): column 2i of row p is sin(p / 10000^(2i / d)), column 2i + 1 the cosine (Vaswani et al. 2017, section 3.5). An odd
 * width ends in a sine.
 *
 * @example positionalEncoding(2, 4) // tensor([[0.0000, 1.0000, 0.0000, 1.0000], [0.8415, 0.5403, 0.0100, 0.9999]])
 */
export function positionalEncoding(n: number, d: number): Tensor {
  const divisors = tensor(10_000).pow(arange(0, d, 2).div(d)); // (⌈d / 2⌉)
  const angles = arange(n).unsqueeze(1).div(divisors); // (n, ⌈d / 2⌉)
  return stack([angles.sin(), angles.cos()], -1).flatten(1).narrow(1, 0, d);
}
