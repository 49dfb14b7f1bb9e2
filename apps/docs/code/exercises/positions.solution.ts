import { arange, stack, type Tensor } from "@saccade/tensor";

export function positions(n: number, d: number): Tensor {
  const place = arange(n).unsqueeze(1); // (n, 1)
  const speed = arange(0, d, 2).div(d).mul(-Math.log(10_000)).exp(); // (d / 2)
  const angle = place.mul(speed); // (n, d / 2)
  return stack([angle.sin(), angle.cos()], -1).reshape([n, d]);
}
