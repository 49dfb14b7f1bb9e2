import { LearnedPositions } from "@saccade/attention";
import { TransformerEncoder, TransformerEncoderLayer } from "@saccade/models";
import { Conv2d, LayerNorm, Linear, Module, Parameter } from "@saccade/nn";
import { cat, scope, type Tensor, zeros } from "@saccade/tensor";

/** Sizes of a {@link ViT}. */
export interface ViTSizes {
  /** Rows and columns of an image, and of a patch. */
  readonly size: number;
  readonly patch: number;
  readonly classes: number;
  readonly width: number;
  readonly layers: number;
  /** Whether tokens get positions. */
  readonly positions: boolean;
}

// #region vit
/** The Vision Transformer (Dosovitskiy et al. 2021), of the library's layers. */
export class ViT extends Module {
  patches: Conv2d;
  classToken: Parameter;
  positions: LearnedPositions | null;
  encoder: TransformerEncoder;
  norm: LayerNorm;
  head: Linear;

  constructor({ size, patch, classes, width, layers, positions }: ViTSizes) {
    super();
    this.patches = new Conv2d(1, width, patch, { stride: patch });
    this.classToken = new Parameter(zeros([1, 1, width]));
    this.positions = positions ? new LearnedPositions(1 + (size / patch) ** 2, width) : null;
    const options = { batchFirst: true, dropout: 0, dimFeedforward: 2 * width, normFirst: true };
    this.encoder = new TransformerEncoder(() => new TransformerEncoderLayer(width, 4, options), layers);
    this.norm = new LayerNorm(width);
    this.head = new Linear(width, classes);
  }

  /** @param images (b, size, size) @returns (b, classes) */
  override forward(images: Tensor): Tensor {
    return scope(() => {
      const grid = this.patches.forward(images.unsqueeze(1)); // (b, width, rows, columns)
      const tokens = grid.flatten(2).transpose(1, 2); // (b, n, width)
      const first = this.classToken.expand([images.size(0), 1, -1]);
      const x = cat([first, tokens], 1); // (b, 1 + n, width)
      const placed = this.positions?.forward(x) ?? x;
      const answer = this.encoder.forward(placed).select(1, 0); // the class token's row
      return this.head.forward(this.norm.forward(answer));
    });
  }
}
// #endregion vit
