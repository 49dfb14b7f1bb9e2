import { scaledDotProductAttention } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { imageSize, matchImages } from "@saccade/datasets/tasks";
import { Conv2d, Linear } from "@saccade/nn";
import { fromData, manualSeed, scope, type Tensor } from "@saccade/tensor";
import { seededRandom } from "../ui/index.ts";

const channels = 4;
const patch = 4;
const across = imageSize / patch;
/** One network's gradient is as uneven as its random weights: the mean over so many shows what they have in common. */
const networks = 16;

/** An image (1, size, size) in which the marks of one diagonal are of the same kind. */
const { images } = matchImages({ count: 1, noise: 0.02, random: seededRandom(5) });
export const pixels: readonly number[] = Array.from(images);

/** How much the chosen pixel's output changes with each pixel, the largest being 1; row-major. */
export interface Field {
  readonly gradient: readonly number[];
  readonly seen: number;
}

/** @param makeNet makes a network with random weights: from an image to the chosen output */
function fieldOf(makeNet: () => (image: Tensor) => Tensor): Field {
  return scope(() => {
    manualSeed(0);
    const image = fromData(Float32Array.from(pixels), [1, imageSize, imageSize]);
    const sizes = Array.from({ length: networks }, () => {
      const output = makeNet();
      return valueAndGrad(() => output(image).square().sum(), image).grads.abs();
    });
    const size = sizes.reduce((sum, one) => sum.add(one));
    const gradient = Array.from(size.div(size.max()).dataSync());
    return { gradient, seen: gradient.filter((value) => value > 0).length };
  });
}

/** Layers of k × k convolutions, looked at in one pixel. */
export function convolutionField(layers: number, kernel: number, row: number, column: number): Field {
  return fieldOf(() => {
    const net = Array.from(
      { length: layers },
      (_, i) => new Conv2d(i === 0 ? 1 : channels, channels, kernel, { padding: (kernel - 1) / 2 }),
    );
    return (image) => {
      const features = net.reduce((x, layer) => layer.forward(x).tanh(), image.unsqueeze(1)); // (1, c, size, size)
      return features.select(3, column).select(2, row);
    };
  });
}

/** One layer of self-attention over patches of 4 × 4 pixels, looked at in the pixel's patch. */
export function attentionField(row: number, column: number): Field {
  const width = 8;
  return fieldOf(() => {
    const [q, k, v] = [0, 1, 2].map(() => new Linear(patch * patch, width));
    return (image) => {
      const patches = image
        .reshape([1, across, patch, across, patch])
        .permute([0, 1, 3, 2, 4])
        .reshape([1, across * across, patch * patch]); // (1, patches, pixels)
      const { output } = scaledDotProductAttention(
        q!.forward(patches),
        k!.forward(patches),
        v!.forward(patches),
      );
      return output.select(1, Math.floor(row / patch) * across + Math.floor(column / patch));
    };
  });
}
