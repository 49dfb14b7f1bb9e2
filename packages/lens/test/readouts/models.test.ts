import * as lens from "@saccade/lens";
import { Bert, GPT, Transformer } from "@saccade/models";
import { Embedding, Linear, Module, nameSites, site } from "@saccade/nn";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { expectTable } from "../golden.ts";
import { last, rows } from "../models.ts";

const ids = rows([3, 1, 4, 1], [5, 2, 6, 5]);
const sizes = { vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2, dropout: 0 };
const same = (x: Tensor, y: Tensor): void => expectTable(x, { data: [...y.dataSync()] });

test("the parts of a Llama's logits sum to them", () => {
  manualSeed(1);
  const shape = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false, tied: false } as const;
  const llama = new GPT({ ...sizes, ...shape, numHeads: 4, numKvHeads: 2 });
  const { cache, output } = lens.runWithCache(llama, ids);
  same(lens.logitLens(cache).logits.select(0, -1), output);
  same(cache.decomposeResid({ layer: 1 }).sum(0), cache.get("resid_pre", 1));
  const { total, posEmbed, heads } = lens.directLogitAttribution(cache, { tokens: 7, posSlice: [1, 3] });
  expect(posEmbed).toBeNull();
  expect(heads.shape).toEqual([2, 4, 2, 2]);
  same(total, output.select(2, 7).slice(1, { start: 1, step: 2 }));
});

test("weights of 16 bits give the parts of their own logits", () => {
  const half = new GPT({ ...sizes, weights: "bfloat16" });
  const { cache, output } = lens.runWithCache(half, ids);
  const { total } = lens.directLogitAttribution(cache, { tokens: [2, 3] });
  same(
    total,
    last(output)
      .gather(1, rows([2], [3]))
      .select(1, 0),
  );
});

test("a Bert has a lens through its head for masked tokens, and its stream is no sum", () => {
  manualSeed(2);
  const bert = new Bert({ ...sizes, maskedHead: true });
  const { cache, output } = lens.runWithCache(bert, ids);
  same(lens.logitLens(cache).logits.select(0, -1), bert.logits(output.lastHiddenState));
  expect(lens.rollout(cache).shape).toEqual([2, 4, 4]);
  expect(lens.headDistances(cache).distances.shape).toEqual([4, 4]);
  expect(lens.allCompositionScores(bert, "V").shape).toEqual([2, 2, 2, 2]);
  expect(() => cache.decomposeResid()).toThrow(/the layers of Bert normalize the residual stream itself/);
  const bare = new Bert(sizes);
  expect(() => lens.logitLens(lens.runWithCache(bare, ids).cache)).toThrow(
    /has no unembed; make or load it with maskedHead: true/,
  );
});

test.each([true, false])("the decoder of a translator has a lens, with normFirst %s", (normFirst) => {
  manualSeed(3);
  const { vocabSize: srcVocabSize, ...more } = sizes;
  const net = new Transformer({ ...more, srcVocabSize, tgtVocabSize: 7, normFirst });
  const target = rows([1, 2, 3], [4, 5, 6]);
  const { cache, output } = lens.runWithCache(net, [ids, target]);
  same(lens.logitLens(cache).logits.select(0, -1), output.output);
  const sites = (name: string): boolean => /^decoder\..*\.attn\.hook_pattern$/.test(name);
  expect(lens.rollout(cache, { sites }).shape).toEqual([2, 3, 3]);
  expect(() => lens.rollout(cache)).toThrow(/are both of layer 0; choose with sites/);
  if (!normFirst) return;
  const { total, crossAttn } = lens.directLogitAttribution(cache, { tokens: 4 });
  expect(crossAttn!.shape).toEqual([2, 2]);
  same(total, output.output.select(1, -1).select(1, 4));
});

/** A stream that a linear map adds to, without attention or norms. */
class Own extends Module {
  embedding = new Embedding(9, 4);
  layer = new Linear(4, 4);
  head = new Linear(4, 9);

  constructor() {
    super();
    const sites = ["hook_resid_pre", "hook_mlp_out", "hook_resid_post"].map((name) => `blocks.0.${name}`);
    nameSites(this, { sites: ["hook_embed", ...sites] });
  }

  override forward(x: Tensor): Tensor {
    const words = site(this, "hook_embed", this.embedding.forward(x));
    const embedded = site(this, "blocks.0.hook_resid_pre", words);
    const out = site(this, "blocks.0.hook_mlp_out", this.layer.forward(embedded).tanh());
    return this.head.forward(site(this, "blocks.0.hook_resid_post", embedded.add(out)));
  }
}

test("an own model is read through the anatomy that comes with it", () => {
  const own = new Own();
  const anatomy: lens.Anatomy = {
    numLayers: 1,
    numHeads: 1,
    finalNorm: null,
    unembed: (x) => own.head.forward(x),
    unembedding: () => ({ wU: own.head.weight.transpose(0, 1), bU: own.head.bias }),
  };
  const { cache, output } = lens.runWithCache(own, ids);
  same(lens.logitLens(cache, { anatomy }).logits.select(0, -1), output);
  const parts = cache.decomposeResid({ mode: "mlp", posSlice: -1, anatomy });
  const attrs = cache.logitAttrs(parts, { tokens: 2, posSlice: -1, anatomy });
  same(attrs.sum(0).add(own.head.bias!.select(0, 2)), output.select(1, -1).select(1, 2));
  expect(() => lens.logitLens(cache)).toThrow(/Own are not known; .* pass the option anatomy/);
  expect(() => lens.allCompositionScores(own, "Q", { anatomy })).toThrow(/Own has no headWeights/);
});
