import { arange, cat, stack, type Tensor, tensor } from "@saccade/tensor";

/**
 * Turns pair i of position p by the angle p / base^(2i / d) (Su et al. 2021, equation 34): x (…, n, d), the first position
 * being number `offset`. Pairs are (i, i + d / 2), as in Hugging Face's checkpoints of Llama, or neighbors, as in the paper
 * and in Meta's original Llama files.
 *
 * @example rotary(tensor([[1, 0], [1, 0]])) // tensor([[1.0000, 0.0000], [0.5403, 0.8415]])
 */
export function rotary(
  x: Tensor,
  offset: number = 0,
  {
    base = 10_000,
    interleaved = false,
  }: {
    /** The base of the angles. Default 10000. */
    readonly base?: number;
    /** Whether pairs are neighbors, (2i, 2i + 1). Default false: (i, i + d / 2). */
    readonly interleaved?: boolean;
  } = {},
): Tensor {
  const [n, half] = [x.size(-2), x.size(-1) / 2];
  const frequencies = tensor(base).pow(arange(half).div(-half)); // (d / 2)
  const angles = arange(offset, offset + n)
    .unsqueeze(1)
    .mul(frequencies); // (n, d / 2)
  const [cos, sin] = [angles.cos(), angles.sin()];
  const pairs = interleaved ? x.reshape([...x.shape.slice(0, -1), half, 2]).unbind(-1) : x.chunk(2, -1);
  const [a, b] = pairs as [Tensor, Tensor]; // (…, n, d / 2) each
  const turned = [a.mul(cos).sub(b.mul(sin)), b.mul(cos).add(a.mul(sin))];
  return interleaved ? stack(turned, -1).reshape(x.shape) : cat(turned, -1);
}
