import { type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { apply1, formatShape, numelOf, type Op } from "@saccade/tensor/backend";
import type { Pair } from "./pair.ts";
import { checkWindows, type WindowAttrs, windowCount } from "./unfold.ts";

/** Windows on a padded image. The padding is never the maximum. */
export interface PoolAttrs extends WindowAttrs {
  /** Rows above and below, columns left and right. */
  readonly padding: Pair;
}

/**
 * (…, H, W) → (…, OH, OW) int32: the index of each window's maximum in the flattened image (H W). As in PyTorch, the
 * first of equal elements wins, and the last NaN wins over everything. Padding never wins.
 */
const maxPoolIndexOp: Op<readonly [Tensor], readonly [Tensor], PoolAttrs> = {
  name: "maxPoolIndex",
  infer: ([x], attrs) => [{ shape: pooledShape(x.shape, attrs), dtype: "int32" }],
  forward([x], [out], { kernel, stride, padding, dilation }) {
    const [height, width] = lastTwo(x.shape);
    const [rows, columns] = lastTwo(out.shape);
    const images = numelOf(x.shape.slice(0, -2));
    let to = 0;
    for (let image = 0; image < images; image++) {
      const start = x.offset + image * height * width;
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
              const value = x.data[start + index]!;
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
  },
  gradient: () => [null],
};

/** See {@link maxPoolIndexOp}. @throws ShapeError if no window fits, or one is entirely in the padding. */
export function maxPoolIndex(layer: string, x: Tensor, attrs: PoolAttrs): Tensor {
  const sizes = lastTwo(x.shape);
  const [rows, columns] = attrs.padding;
  checkWindows(layer, [sizes[0] + 2 * rows, sizes[1] + 2 * columns], attrs);
  const counts = lastTwo(pooledShape(x.shape, attrs));
  for (const dim of [0, 1] as const) {
    for (let i = 0; i < counts[dim]; i++) {
      if (reachesImage(i, dim, sizes[dim], attrs)) continue;
      throw new ShapeError(
        `${layer}: a window lies in the padding altogether, for input ${formatShape(x.shape)}; take less padding or ` +
          "a smaller dilation.",
      );
    }
  }
  return apply1(maxPoolIndexOp, [x.contiguous()], attrs);
}

function pooledShape(shape: Shape, { kernel, stride, padding, dilation }: PoolAttrs): Shape {
  const counts = lastTwo(shape).map((size, i) =>
    windowCount(size + 2 * padding[i]!, kernel[i]!, stride[i]!, dilation[i]!),
  );
  return [...shape.slice(0, -2), ...counts];
}

function reachesImage(window: number, dim: 0 | 1, size: number, attrs: PoolAttrs): boolean {
  const first = window * attrs.stride[dim] - attrs.padding[dim];
  // The window's first position ≥ 0.
  const steps = first < 0 ? Math.ceil(-first / attrs.dilation[dim]) : 0;
  return steps < attrs.kernel[dim] && first + steps * attrs.dilation[dim] < size;
}

function lastTwo(shape: Shape): Pair {
  return [shape.at(-2)!, shape.at(-1)!];
}
