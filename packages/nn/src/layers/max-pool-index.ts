import { type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { type MaxPoolIndexAttrs, maxPoolIndex, windowCount } from "@saccade/tensor/fused";
import type { Pair } from "./pair.ts";
import { checkWindows } from "./unfold.ts";

/**
 * The index of each window's maximum in the flattened image: (…, H, W) → (…, OH, OW) int32. Padding never wins.
 *
 * @throws ShapeError, naming the layer, if no window fits, or one is entirely in the padding.
 */
export function poolIndex(layer: string, x: Tensor, attrs: MaxPoolIndexAttrs): Tensor {
  const sizes = lastTwo(x.shape);
  const [rows, columns] = attrs.padding;
  checkWindows(layer, [sizes[0] + 2 * rows, sizes[1] + 2 * columns], attrs);
  for (const dim of [0, 1] as const) {
    const { kernel, stride, padding, dilation } = attrs;
    const count = windowCount(sizes[dim] + 2 * padding[dim], kernel[dim], stride[dim], dilation[dim]);
    for (let i = 0; i < count; i++) {
      if (reachesImage(i, dim, sizes[dim], attrs)) continue;
      throw new ShapeError(
        `${layer}: a window lies in the padding altogether, for input ${formatShape(x.shape)}; take less padding or ` +
          "a smaller dilation.",
      );
    }
  }
  return maxPoolIndex(x, attrs);
}

function reachesImage(window: number, dim: 0 | 1, size: number, attrs: MaxPoolIndexAttrs): boolean {
  const first = window * attrs.stride[dim] - attrs.padding[dim];
  // The window's first position ≥ 0.
  const steps = first < 0 ? Math.ceil(-first / attrs.dilation[dim]) : 0;
  return steps < attrs.kernel[dim] && first + steps * attrs.dilation[dim] < size;
}

function lastTwo(shape: Shape): Pair {
  return [shape.at(-2)!, shape.at(-1)!];
}
