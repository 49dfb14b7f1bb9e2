import { AttentionCache, type AttentionPositions, causalMask, type MaybeAttended } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { isWatched, type LinearMap, Module, nameSites } from "@saccade/nn";
import { cat, scope, type Tensor } from "@saccade/tensor";
import { iterable, longest } from "@saccade/tensor/backend";
import { flag, type Given, options, rule, tensorRule, withFix } from "@saccade/tensor/contract";
import { makeLinear } from "../contract/weights.ts";
import { type GPTOptions, gptSettings } from "./gpt-options.ts";

const name = "CausalSelfAttention";
const isGrowing = (value: unknown): value is AttentionCache =>
  value instanceof AttentionCache && !value.fixed;
const rules = {
  /** Keys and values of the tokens before; the new ones are appended to it. */
  cache: withFix(rule("an AttentionCache", isGrowing), "write new AttentionCache()"),
  /** bool (b, cached + n), true where a token may be attended to; undefined for all. */
  keyMask: tensorRule("bool", "(b, _)"),
  /** Whether to return the attention weights. Default false. */
  needWeights: flag(false),
};

/** How the attention, or the layer around it, is called. */
export const causalForward = (what: string) =>
  attention.method(
    options(`${what}.forward`, rules, { example: "attention.forward(x, { cache })" }),
    "x float (b, n, dModel)",
  );

/** Options of a language model's attention. */
export interface CausalOptions extends Given<typeof rules> {}

const forward = causalForward(name);
// Queries and keys after rotary positions turned them.
const turnedSites = ["hook_rot_q", "hook_rot_k"];
const plainSites = ["hook_q", "hook_k"];

/**
 * Causal self-attention of a {@link GPT}, with one projection for queries, keys and values. Groups of queries' heads may
 * share a head of keys and values (Ainslie et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0].attention instanceof CausalSelfAttention // true
 */
export class CausalSelfAttention extends Module {
  readonly dModel: number;
  readonly numHeads: number;
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** Rows: headDim for each head of queries, then of keys, then of values. */
  qkv: LinearMap;
  out: LinearMap;
  positions: AttentionPositions | null;

  /**
   * The options are those of GPT.
   *
   * @param positions those of rotary, relative or ALiBi positions, which the layers of a model share
   */
  constructor(given: GPTOptions, positions: AttentionPositions | null = null) {
    super();
    const settings = gptSettings(given);
    const { dModel, numHeads, numKvHeads, headDim, attentionBias: bias, weights } = settings;
    this.dModel = dModel;
    this.numHeads = numHeads;
    this.numKvHeads = numKvHeads;
    this.headDim = headDim;
    this.dropout = settings.dropout;
    this.qkv = makeLinear(weights, dModel, (numHeads + 2 * numKvHeads) * headDim, bias);
    this.out = makeLinear(weights, numHeads * headDim, dModel, bias);
    this.positions = attention.checkPositions(name, positions, numHeads, headDim);
    attention.noteParts(this, "positions");
    nameSites(this, { sites: attention.sitesWith(this.positions) });
  }

  /** @param x (b, n, dModel); weights are (b, heads, n, cached + n) */
  override forward(x: Tensor, given: CausalOptions = {}): MaybeAttended {
    const known = { dModel: this.dModel };
    const { b, n, cache, keyMask, needWeights } = forward(this, [x, given], known);
    return scope(() => {
      const { numHeads, numKvHeads, headDim, dropout, training } = this;
      const { backend } = x;
      const offset = cache?.length ?? 0;
      const [queries, keys, values] = this.#project(x, offset, cache);
      const length = keys.size(-2);
      const span = { queries: n, keys: length, offset, backend };
      const bias = attention.addedBias(name, this.positions, span, [b, numHeads, n, length]);
      // One query attends to all keys; the graph of an export serves more queries.
      const limited = longest(n) > 1;
      const causal = limited && offset === 0;
      const mask = limited && offset > 0 ? causalMask(n, length, { offset, backend }) : undefined;
      const more = { causal, mask, keyMask, dropout, training, needWeights };
      const scores = { what: "GPT", headsHidden: false };
      if (numKvHeads === numHeads) {
        const { output, weights } = attention.dotProductAttention(
          scores,
          queries,
          keys,
          values,
          {
            bias,
            ...more,
          },
          attention.scoreSites(this),
        );
        return iterable({ output: attention.projectOut(this, this.out, output), weights });
      }
      // (b, kv, group, n, d) with (b, kv, 1, length, d)
      const groups = [numKvHeads, numHeads / numKvHeads];
      const q = queries.reshape([b, ...groups, n, headDim]);
      const [k, v] = [keys.unsqueeze(2), values.unsqueeze(2)];
      const grouped = { bias: bias?.reshape([1, ...groups, n, length]), ...more };
      const inForm = (x: Tensor): Tensor => x.reshape([b, numHeads, n, length]);
      const sites = attention.scoreSites(this, inForm);
      const { output, weights } = attention.dotProductAttention(scores, q, k, v, grouped, sites);
      const heads = output.reshape([b, numHeads, n, headDim]);
      return iterable({
        output: attention.projectOut(this, this.out, heads),
        weights: weights && inForm(weights),
      });
    });
  }

  // Queries (b, heads, n, d), and keys and values (b, kv heads, cached + n, d).
  #project(x: Tensor, offset: number, cache: AttentionCache | undefined): readonly [Tensor, Tensor, Tensor] {
    const { numHeads, numKvHeads, headDim } = this;
    const all = numHeads + 2 * numKvHeads;
    const heads = this.qkv
      .forward(x)
      .reshape([x.size(0), x.size(1), all, headDim])
      .transpose(1, 2);
    const both = this.#visit(plainSites, heads.narrow(1, 0, numHeads + numKvHeads));
    const v = attention.siteOfHeads(this, "hook_v", heads.narrow(1, numHeads + numKvHeads, numKvHeads));
    // Turned together: for one token, the number of calls is what takes the time.
    const rotated = attention.turned(name, this.positions, both, offset);
    const [q, k] = this.#visit(turnedSites, rotated).split([numHeads, numKvHeads], 1) as [Tensor, Tensor];
    return cache === undefined ? [q, k, v] : [q, ...cache.append(k, v)];
  }

  // Queries and keys side by side, with a site each.
  #visit(names: readonly string[], both: Tensor): Tensor {
    if (!isWatched(this, ...names)) return both;
    const parts = both.split([this.numHeads, this.numKvHeads], 1);
    return cat(
      parts.map((x, i) => attention.siteOfHeads(this, names[i]!, x)),
      1,
    );
  }
}
