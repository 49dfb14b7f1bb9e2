import { PositionalEncoding } from "@saccade/attention";
import { imageSize } from "@saccade/datasets/tasks";
import { TransformerEncoder, TransformerEncoderLayer } from "@saccade/models";
import { Conv2d, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import type { Classifier } from "./compare.ts";

const channels = 16;

/** A classifier of images (b, size, size) whose layers can be looked at. */
export interface ImageClassifier extends Classifier {
  /** The features of each place after `layers` layers, (b, channels, rows, columns). */
  features(images: Tensor, layers: number): Tensor;
}

/** Three convolutions of 3 × 3, then the mean over all places: each place sees 7 × 7 pixels. */
export class Convolution extends Module implements ImageClassifier {
  layers: Conv2d[];
  head: Linear;

  constructor(classes: number) {
    super();
    this.layers = [1, channels, channels].map((from) => new Conv2d(from, channels, 3, { padding: 1 }));
    this.head = new Linear(channels, classes);
  }

  override forward(images: Tensor): Tensor {
    return scope(() => this.head.forward(this.features(images, 3).mean([2, 3])));
  }

  features(images: Tensor, layers: number): Tensor {
    return scope(() => convolve(images, this.layers.slice(0, layers)));
  }
}

/** Convolutions with strides and a layer over all that is left: the last features see the whole image. */
export class StridedConvolution extends Module implements ImageClassifier {
  layers: Conv2d[];
  hidden: Linear;
  head: Linear;

  constructor(classes: number) {
    super();
    this.layers = [
      new Conv2d(1, channels, 3, { padding: 1 }),
      new Conv2d(channels, channels, 3, { padding: 1, stride: 2 }),
      new Conv2d(channels, channels, 3, { padding: 1, stride: 2 }),
    ];
    this.hidden = new Linear((channels * imageSize * imageSize) / 16, 64);
    this.head = new Linear(64, classes);
  }

  override forward(images: Tensor): Tensor {
    return scope(() => this.head.forward(this.hidden.forward(this.features(images, 3).flatten(1)).relu()));
  }

  features(images: Tensor, layers: number): Tensor {
    return scope(() => convolve(images, this.layers.slice(0, layers)));
  }
}

function convolve(images: Tensor, layers: readonly Conv2d[]): Tensor {
  return layers.reduce((x, layer) => layer.forward(x).relu(), images.unsqueeze(1));
}

const patch = 4;
const grid = imageSize / patch;

/** Self-attention over patches of 4 × 4 pixels (Dosovitskiy et al. 2021), then the mean over all patches. */
export class PatchAttention extends Module implements ImageClassifier {
  embedding: Linear;
  positions: PositionalEncoding;
  encoder: TransformerEncoder;
  head: Linear;

  constructor(classes: number, width: number = 32) {
    super();
    this.embedding = new Linear(patch * patch, width);
    this.positions = new PositionalEncoding(width, { maxLen: grid * grid });
    const options = { batchFirst: true, dropout: 0, dimFeedforward: 2 * width, normFirst: true };
    this.encoder = new TransformerEncoder(() => new TransformerEncoderLayer(width, 4, options), 2);
    this.head = new Linear(width, classes);
  }

  override forward(images: Tensor): Tensor {
    return scope(() => this.head.forward(this.features(images, 2).mean([2, 3])));
  }

  features(images: Tensor, layers: number): Tensor {
    return scope(() => {
      const b = images.size(0);
      const patches = images
        .reshape([b, grid, patch, grid, patch])
        .permute([0, 1, 3, 2, 4])
        .reshape([b, grid * grid, patch * patch]);
      let x = this.positions.forward(this.embedding.forward(patches)); // (b, patches, width)
      for (const layer of this.encoder.layers.slice(0, layers)) x = layer.forward(x);
      return x.transpose(1, 2).reshape([b, -1, grid, grid]);
    });
  }
}
