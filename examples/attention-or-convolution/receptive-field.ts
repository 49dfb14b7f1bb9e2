import { valueAndGrad } from "@saccade/autograd";
import { imageSize } from "@saccade/datasets/tasks";
import { scope, type Tensor } from "@saccade/tensor";
import type { ImageClassifier } from "./models.ts";

/** Which pixels the features at the centre depend on. */
export interface ReceptiveField {
  /** The size of the gradient for each pixel, the largest being 1. */
  readonly gradient: readonly (readonly number[])[];
  /** Pixels whose gradient is not 0. */
  readonly pixels: number;
}

/** Gradients of the centre's features after `layers` layers, by pixel, averaged over images (b, size, size). */
export function receptiveField(net: ImageClassifier, images: Tensor, layers: number): ReceptiveField {
  return scope(() => {
    const centre = (): Tensor => {
      const features = net.features(images, layers); // (b, channels, rows, columns)
      const middle = features.size(2) / 2;
      return features.select(3, middle).select(2, middle).square().sum();
    };
    const gradient = valueAndGrad(centre, images).grads.abs().mean(0); // (size, size)
    const values = gradient.div(gradient.max()).toArray() as number[][];
    return { gradient: values, pixels: values.flat().filter((value) => value > 0).length };
  });
}

/** Labels of rows and columns, one character each. */
export const pixelLabels: readonly string[] = Array.from({ length: imageSize }, (_, i) => i.toString(36));
