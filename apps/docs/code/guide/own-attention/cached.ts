import { scaledDotProductAttention } from "@saccade/attention";
import { type AttentionCall, GPT, generate } from "@saccade/models";
import { Linear, Module } from "@saccade/nn";
import { manualSeed, type Tensor } from "@saccade/tensor";

class CachedAttention extends Module {
  readonly cached = true; // its forward appends to the cache
  readonly numHeads: number;
  project: Linear;
  out: Linear;

  constructor(embedDim: number, numHeads: number) {
    super();
    this.numHeads = numHeads;
    this.project = new Linear(embedDim, 3 * embedDim);
    this.out = new Linear(embedDim, embedDim);
  }

  /** x (b, lq, embedDim): the new tokens alone, with a cache. */
  forward(x: Tensor, _k: Tensor, _v: Tensor, call: AttentionCall) {
    const [q, k, v] = this.project
      .forward(x)
      .rearrange("b l (three h d) -> three b h l d", {
        three: 3,
        h: this.numHeads,
      })
      .unbind(0) as [Tensor, Tensor, Tensor]; // (b, h, lq, d) each
    // those of all tokens so far: (b, h, lk, d)
    const [K, V] = call.cache?.append(k, v) ?? [k, v];
    const { mask, bias } = call; // (b, h, lq, lk)
    const { output } = scaledDotProductAttention(q, K, V, {
      mask,
      bias,
    });
    return {
      output: this.out.forward(
        output.rearrange("b h l d -> b l (h d)"),
      ),
    };
  }
}

manualSeed(0);
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 32,
  dModel: 16,
  numLayers: 2,
  numHeads: 2,
  attention: (dModel, numHeads) =>
    new CachedAttention(dModel, numHeads),
});
const settings = { maxNewTokens: 6 };
console.log(generate(gpt, [1, 2, 3], settings));
console.log(generate(gpt, [1, 2, 3], { ...settings, cache: false }));
