import { apply1, type HostArray, inOrder, numelOf, type Op } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { type Pair, type WindowSteps, windowCounts } from "./conv2d.ts";

/** Windows on a padded image. The padding is never the maximum. */
export interface MaxPoolIndexAttrs extends WindowSteps {
  /** Rows and columns of a window. */
  readonly kernel: Pair;
}

/**
 * (…, H, W) → (…, OH, OW) int32: the index of each window's maximum in the flattened image (H W). As in PyTorch, the
 * first of equal elements wins, and the last NaN wins over everything.
 */
export const maxPoolIndexOp: Op<readonly [Tensor], readonly [Tensor], MaxPoolIndexAttrs> = {
  name: "maxPoolIndex",
  batch: true,
  infer: ([{ shape }], attrs) => [
    { shape: [...shape.slice(0, -2), ...windowCounts(shape, attrs.kernel, attrs)], dtype: "int32" },
  ],
  forward: ([x], [out], attrs) => indexForward(x, out, attrs),
  gradient: () => [null],
};

function indexForward(
  x: HostArray,
  out: HostArray,
  { kernel, stride, padding, dilation }: MaxPoolIndexAttrs,
): void {
  const { data, offset } = inOrder(x);
  const [height, width] = [x.shape.at(-2)!, x.shape.at(-1)!];
  const [rows, columns] = [out.shape.at(-2)!, out.shape.at(-1)!];
  const images = numelOf(x.shape.slice(0, -2));
  let to = 0;
  for (let image = 0; image < images; image++) {
    const start = offset + image * height * width;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < columns; j++) {
        let at = -1;
        let best = 0;
        for (let k = 0; k < kernel[0]; k++) {
          const row = i * stride[0] - padding[0] + k * dilation[0];
          if (row < 0 || row >= height) continue;
          for (let l = 0; l < kernel[1]; l++) {
            const column = j * stride[1] - padding[1] + l * dilation[1];
            if (column < 0 || column >= width) continue;
            const index = row * width + column;
            const value = data[start + index]!;
            if (at < 0 || value > best || Number.isNaN(value)) {
              at = index;
              best = value;
            }
          }
        }
        out.data[to++] = at;
      }
    }
  }
}

/**
 * The index of each window's maximum in the flattened image: (…, H, W) → (…, OH, OW) int32. At least one
 * window must fit, and every one must reach into the image.
 *
 * @example
 * const attrs = { kernel: [2, 2], stride: [2, 2], padding: [0, 0], dilation: [1, 1] };
 * maxPoolIndex(tensor([[1, 9, 3, 4], [5, 6, 7, 8]]), attrs) // tensor([[1, 7]], dtype=int32)
 */
export function maxPoolIndex(x: Tensor, attrs: MaxPoolIndexAttrs): Tensor {
  return apply1(maxPoolIndexOp, [x], attrs);
}
