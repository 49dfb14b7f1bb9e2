import type { Tensor } from "@saccade/tensor";

/**
 * The patches of images: row by row, each as one row of numbers,
 * first all of channel 0, as Conv2d orders its weights.
 *
 * @param images (b, c, h, w), h and w multiples of `size`
 * @returns (b, h / size · w / size, c · size · size)
 */
export function patches(images: Tensor, size: number): Tensor {
  const [b, c, h, w] = images.shape as [number, number, number, number];
  const count = (h / size) * (w / size);
  return images.reshape([b, count, c * size * size]);
}
