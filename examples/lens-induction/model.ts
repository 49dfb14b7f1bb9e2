import { LearnedPositions } from "@saccade/attention";
import { CausalSelfAttention } from "@saccade/models";
import { Embedding, init, LayerNorm, Linear, Module, nameSites, running, tap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** Sizes of an {@link AttentionOnly}. */
export interface Sizes {
  readonly vocabSize: number;
  readonly maxLen: number;
  readonly dModel: number;
  readonly numLayers: number;
  readonly numHeads: number;
}

class Block extends Module {
  norm: LayerNorm;
  attention: CausalSelfAttention;

  constructor(sizes: Sizes) {
    super();
    this.norm = new LayerNorm(sizes.dModel);
    this.attention = new CausalSelfAttention(sizes);
    nameSites(this, {
      sites: ["hook_resid_pre", "hook_attn_out", "hook_resid_post"],
      parts: { norm: "ln1", attention: "attn" },
    });
  }

  override forward(x: Tensor): Tensor {
    return running(this, () => {
      const before = tap("hook_resid_pre", x);
      const { output } = this.attention.forward(this.norm.forward(before));
      return tap("hook_resid_post", before.add(tap("hook_attn_out", output)));
    });
  }
}

/** A Transformer of attention layers alone (Elhage et al. 2021), under TransformerLens's names of sites. */
export class AttentionOnly extends Module {
  embedding: Embedding;
  positions: LearnedPositions;
  blocks: Block[];
  norm: LayerNorm;
  head: Linear;

  constructor(sizes: Sizes) {
    super();
    const { vocabSize, maxLen, dModel, numLayers } = sizes;
    this.embedding = new Embedding(vocabSize, dModel);
    this.positions = new LearnedPositions(maxLen, dModel);
    // As large as what the layers add, so that tokens and positions can be told apart early.
    for (const { weight } of [this.embedding, this.positions]) init.normal(weight, 0, 0.3);
    this.blocks = Array.from({ length: numLayers }, () => new Block(sizes));
    this.norm = new LayerNorm(dModel);
    this.head = new Linear(dModel, vocabSize, { bias: false });
    nameSites(this, { sites: ["hook_embed"], parts: { norm: "ln_final" } });
  }

  /** @param ids (b, n) int32 → logits (b, n, vocabSize) */
  override forward(ids: Tensor): Tensor {
    return running(this, () => {
      let x = this.positions.forward(tap("hook_embed", this.embedding.forward(ids)));
      for (const block of this.blocks) x = block.forward(x);
      return this.head.forward(this.norm.forward(x));
    });
  }
}
