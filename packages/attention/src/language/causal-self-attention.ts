import { type LinearMap, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { isTracing } from "@saccade/tensor/backend";
import type { MaybeAttended } from "../attended.ts";
import type { AttentionCache } from "../cache/attention-cache.ts";
import { mergeHeads } from "../heads.ts";
import { makeLinear } from "../make-linear.ts";
import { causalMask } from "../masks.ts";
import type { AttentionPositions } from "../positions/attention-positions.ts";
import { dotProductAttention } from "../scaled-dot-product.ts";
import type { GPTSettings } from "./options.ts";

/** What a language model's layer attends with, beside its input. */
export interface CausalOptions {
  /** Keys and values of the tokens before; the new ones are appended to it. */
  readonly cache: AttentionCache | undefined;
  /** bool (b, cached + n), true where a token may be attended to; undefined for all. */
  readonly keyMask?: Tensor | undefined;
  /** Whether to return the attention weights. */
  readonly needWeights: boolean;
}

/**
 * Causal self-attention of a {@link GPT}, with one projection for queries, keys and values. Groups of queries' heads may
 * share a head of keys and values (Ainslie et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0].attention instanceof CausalSelfAttention // true
 */
export class CausalSelfAttention extends Module {
  readonly numHeads: number;
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** Rows: headDim for each head of queries, then of keys, then of values. */
  qkv: LinearMap;
  out: LinearMap;
  positions: AttentionPositions | null;

  /** The options are those of GPT, which has checked them. */
  constructor(settings: GPTSettings, positions: AttentionPositions | null) {
    super();
    const { dModel, numHeads, numKvHeads, headDim, attentionBias: bias, dropout } = settings;
    this.numHeads = numHeads;
    this.numKvHeads = numKvHeads;
    this.headDim = headDim;
    this.dropout = dropout;
    this.qkv = makeLinear(settings.weights, dModel, (numHeads + 2 * numKvHeads) * headDim, bias);
    this.out = makeLinear(settings.weights, numHeads * headDim, dModel, bias);
    this.positions = positions;
  }

  /** @param x (b, n, dModel); weights are (b, heads, n, cached + n). */
  override forward(x: Tensor, { cache, keyMask, needWeights }: CausalOptions): MaybeAttended {
    return scope(() => {
      const offset = cache?.length ?? 0;
      const { queries, keys, values } = this.#project(x, offset, cache);
      const [b, n, length] = [x.size(0), x.size(1), keys.size(-2)];
      const { numHeads, numKvHeads, headDim, dropout, training } = this;
      const bias = this.positions?.bias({ queries: n, keys: length, offset, backend: x.backend });
      // One query attends to all keys; the graph of an export serves more queries.
      const limited = n > 1 || isTracing();
      const masks = {
        causal: limited && offset === 0,
        mask: limited && offset > 0 ? causalMask(n, length, { offset, backend: x.backend }) : undefined,
      };
      const more = { ...masks, keyMask, dropout, training, needWeights };
      const place = { what: "GPT", headsHidden: false };
      if (numKvHeads === numHeads) {
        const { output, weights } = dotProductAttention(place, queries, keys, values, { ...more, bias });
        return { output: this.out.forward(mergeHeads(output)), weights };
      }
      // (b, kv, group, n, d) beside (b, kv, 1, length, d)
      const groups = [numKvHeads, numHeads / numKvHeads];
      const q = queries.reshape([b, ...groups, n, headDim]);
      const grouped = bias?.reshape([1, ...groups, n, length]);
      const [k, v] = [keys.unsqueeze(2), values.unsqueeze(2)];
      const { output, weights } = dotProductAttention(place, q, k, v, { ...more, bias: grouped });
      const merged = mergeHeads(output.reshape([b, numHeads, n, headDim]));
      return { output: this.out.forward(merged), weights: weights?.reshape([b, numHeads, n, length]) };
    });
  }

  // Queries (b, heads, n, d), and keys and values (b, kv heads, cached + n, d).
  #project(x: Tensor, offset: number, cache: AttentionCache | undefined): Projected {
    const { numHeads, numKvHeads, headDim, positions } = this;
    const [b, n] = [x.size(0), x.size(1)];
    const heads = this.qkv
      .forward(x)
      .reshape([b, n, numHeads + 2 * numKvHeads, headDim])
      .transpose(1, 2);
    const both = heads.narrow(1, 0, numHeads + numKvHeads);
    const v = heads.narrow(1, numHeads + numKvHeads, numKvHeads);
    // Turned together: for one token, the number of calls is what takes the time.
    const turned = positions?.rotate(both, offset) ?? both;
    const [queries, k] = turned.split([numHeads, numKvHeads], 1) as [Tensor, Tensor];
    const [keys, values] = cache === undefined ? [k, v] : cache.append(k, v);
    return { queries, keys, values };
  }
}

interface Projected {
  readonly queries: Tensor;
  readonly keys: Tensor;
  readonly values: Tensor;
}
