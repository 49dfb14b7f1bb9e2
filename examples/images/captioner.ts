import { AdditiveAttention } from "@saccade/attention";
import { Conv2d, Embedding, GRUCell, Linear, Module, Parameter } from "@saccade/nn";
import { cat, randn, scope, stack, type Tensor, zeros } from "@saccade/tensor";

/** Rows and columns of the grid over an image of 16 × 16 pixels. */
export const cells = 8;

/** The words of a caption, and where the model looked for each. */
export interface Captioned {
  /** (b, words, vocabulary) */
  readonly logits: Tensor;
  /** (b, words, cells²) */
  readonly weights: Tensor;
}

/** Writes a caption while it looks at an image (Xu et al. 2015), in small: a GRU, and additive attention over a grid. */
export class Captioner extends Module {
  layers: Conv2d[];
  positions: Parameter;
  embedding: Embedding;
  attention: AdditiveAttention;
  gru: GRUCell;
  head: Linear;

  constructor(vocabSize: number, width: number = 24) {
    super();
    this.layers = [
      new Conv2d(3, width / 2, 3, { padding: 1 }),
      new Conv2d(width / 2, width, 3, { padding: 1, stride: 2 }),
      new Conv2d(width, width, 3, { padding: 1 }),
    ];
    this.positions = new Parameter(randn([cells * cells, width]).mul(0.3));
    this.embedding = new Embedding(vocabSize, width);
    this.attention = new AdditiveAttention(width, width, width);
    this.gru = new GRUCell(2 * width, width);
    this.head = new Linear(3 * width, vocabSize);
  }

  // #region features
  /** Images (b, 3, 16, 16) → a row for each cell of the grid, (b, 64, width). */
  features(images: Tensor): Tensor {
    let grid = images;
    for (const layer of this.layers) grid = layer.forward(grid).relu(); // (b, width, 8, 8)
    return grid.flatten(2).transpose(1, 2).add(this.positions);
  }
  // #endregion features

  // #region step
  /** Reads a word (b), and looks from the state h (b, width). */
  step(word: Tensor, h: Tensor, features: Tensor, keys: Tensor, mask?: Tensor) {
    const query = h.unsqueeze(1); // (b, 1, width)
    const look = this.attention.forwardProjected(query, keys, features, undefined, { mask });
    const seen = look.output.squeeze(1); // (b, width)
    const read = cat([this.embedding.forward(word), seen], -1);
    const next = this.gru.forward(read, h);
    const logits = this.head.forward(cat([next, read], -1)); // (b, vocabulary)
    return { h: next, logits, weights: look.weights }; // weights (b, 1, 64)
  }
  // #endregion step

  /**
   * @param images (b, 3, 16, 16)
   * @param words (b, n) int32: `<bos>` and the words so far
   * @param mask bool (b, 1, 64), false for cells that are not to be seen
   */
  override forward(images: Tensor, words: Tensor, mask?: Tensor): Captioned {
    return scope(() => {
      const features = this.features(images);
      const keys = this.attention.projectKeys(features);
      let h = zeros([images.size(0), this.gru.hiddenSize]);
      const logits: Tensor[] = [];
      const weights: Tensor[] = [];
      for (let t = 0; t < words.size(1); t++) {
        const step = this.step(words.select(1, t), h, features, keys, mask);
        h = step.h;
        logits.push(step.logits);
        weights.push(step.weights);
      }
      return { logits: stack(logits, 1), weights: cat(weights, 1) };
    });
  }
}
