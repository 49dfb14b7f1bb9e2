import type { Tensor } from "@saccade/tensor";

export function patches(images: Tensor, size: number): Tensor {
  const [b, c, h, w] = images.shape as [number, number, number, number];
  const [rows, columns] = [h / size, w / size];
  return images
    .reshape([b, c, rows, size, columns, size])
    .permute([0, 2, 4, 1, 3, 5]) // (b, rows, columns, c, size, size)
    .reshape([b, rows * columns, c * size * size]);
}
