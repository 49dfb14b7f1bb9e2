// A block of a GPT: causal self-attention, and a feed-forward network.

import { AttentionCache, type AttentionPositions, type MaybeAttended } from "@saccade/attention";
import * as author from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import { cat, type Tensor } from "@saccade/tensor";
import { iterable, longest } from "@saccade/tensor/backend";
import { flag, type Given, options, rule, tensorRule, withFix } from "@saccade/tensor/contract";
import * as own from "../contract/settings.ts";
import { feedForward, gptBlock } from "../definitions/layers.ts";
import { type GPTActivation, type GPTOptions, gptSettings, makeNorm } from "./gpt-options.ts";

const name = "CausalSelfAttention";
const isGrowing = (value: unknown): value is AttentionCache =>
  value instanceof AttentionCache && !value.fixed;
const causalRules = {
  /** Keys and values of the tokens before; the new ones are appended to it. */
  cache: withFix(rule("an AttentionCache", isGrowing), "write new AttentionCache()"),
  /** bool (b, cached + n), true where a token may be attended to; undefined for all. */
  keyMask: tensorRule("bool", "(b, _)"),
  /** Whether to return the attention weights. Default false. */
  needWeights: flag(false),
};

/** How the attention, or the layer around it, is called. */
/* @__NO_SIDE_EFFECTS__ */
const causalForward = (what: string) =>
  author.method(
    options(`${what}.forward`, causalRules, { example: "attention.forward(x, { cache })" }),
    "x float (b, n, dModel)",
  );

/** Options of a language model's attention. */
export interface CausalOptions extends Given<typeof causalRules> {}

const attentionForward = causalForward(name);

/**
 * Causal self-attention of a {@link GPT}, with one projection for queries, keys and values. Groups of queries' heads may
 * share a head of keys and values (Ainslie et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0].attention instanceof CausalSelfAttention // true
 */
export class CausalSelfAttention extends nn.Module {
  readonly dModel: number;
  readonly numHeads: number;
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** How many keys a query attends to, from itself back; undefined for all. */
  readonly window: number | undefined;
  /** Rows: headDim for each head of queries, then of keys, then of values. */
  qkv: nn.LinearMap;
  out: nn.LinearMap;
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
    this.window = settings.window;
    this.qkv = own.makeLinear(weights, dModel, (numHeads + 2 * numKvHeads) * headDim, bias);
    this.out = own.makeLinear(weights, numHeads * headDim, dModel, bias);
    this.positions = author.checkPositions(name, positions, numHeads, headDim);
    author.noteParts(this, "positions");
    nn.nameSites(this, { sites: author.sitesWith(this.positions) });
  }

  /** @param x (b, n, dModel); weights are (b, heads, n, cached + n) */
  override forward(x: Tensor, given: CausalOptions = {}): MaybeAttended {
    const known = { dModel: this.dModel };
    const { b, n, cache, keyMask, needWeights } = attentionForward(this, [x, given], known);
    return nn.running(this, () => {
      const { numHeads, numKvHeads, headDim, dropout, window, training } = this;
      const { backend } = x;
      const offset = cache?.length ?? 0;
      const [queries, keys, values] = this.#project(x, offset, cache);
      const length = keys.size(-2);
      const span = { queries: n, keys: length, offset, backend };
      const bias = author.addedBias(name, this.positions, span, [b, numHeads, n, length]);
      // Queries that share keys and values are in groups: (b, kv, group, n, d) with (b, kv, 1, length, d). Listeners see
      // the scores of all heads in one dim.
      const group = numHeads / numKvHeads;
      const shared = group > 1 && !nn.isTapped(...author.patternSites, ...author.summaryTaps);
      const groups = shared ? [numKvHeads, group] : [numHeads];
      const q = shared ? queries.reshape([b, ...groups, n, headDim]) : queries;
      const forGroups = (x: Tensor): Tensor => {
        if (group === 1) return x;
        const inGroups = x.unsqueeze(2);
        return shared ? inGroups : inGroups.expand([b, numKvHeads, group, length, headDim]).flatten(1, 2);
      };
      const [k, v] = [forGroups(keys), forGroups(values)];
      const scores = { what: "GPT", shape: [b, ...groups, n, length], headsHidden: false };
      const added = shared ? bias?.reshape([1, ...groups, n, length]) : bias;
      const mask = window ? author.nearby(n, length, window, backend) : undefined;
      const masks = { mask, keyMask, causal: longest(n) > 1, bias: added };
      const allowed = author.allow(scores, masks, backend, offset);
      const settings = { dropout, training, needWeights };
      const { output, weights } = author.dotProductAttention(allowed, q, k, v, settings);
      const byHead = (x: Tensor): Tensor => (shared ? x.reshape([b, numHeads, n, x.size(-1)]) : x);
      return iterable({
        output: author.projectOut(this.out, byHead(output)),
        weights: weights && byHead(weights),
      });
    });
  }

  // Queries (b, heads, n, d), and keys and values (b, kv heads, cached + n, d).
  #project(x: Tensor, offset: number, cache: AttentionCache | undefined): readonly [Tensor, Tensor, Tensor] {
    const { numHeads, numKvHeads, headDim } = this;
    const all = numHeads + 2 * numKvHeads;
    const rows = this.qkv.forward(x).reshape([x.size(0), x.size(1), all, headDim]);
    const heads = this.#tap(["hook_q", "hook_k", "hook_v"], rows).transpose(1, 2);
    const both = heads.narrow(1, 0, numHeads + numKvHeads);
    const v = heads.narrow(1, numHeads + numKvHeads, numKvHeads);
    // Turned together: for one token, the number of calls is what takes the time.
    const turned = author.turned(name, this.positions, both, offset);
    const names = ["hook_rot_q", "hook_rot_k"];
    const seen = nn.isTapped(...names) ? this.#tap(names, turned.transpose(1, 2)).transpose(1, 2) : turned;
    const [q, k] = seen.split([numHeads, numKvHeads], 1) as [Tensor, Tensor];
    return cache === undefined ? [q, k, v] : [q, ...cache.append(k, v)];
  }

  // Queries, keys and values side by side in rows (b, n, heads, d), with a tap each.
  #tap(names: readonly string[], rows: Tensor): Tensor {
    if (!nn.isTapped(...names)) return rows;
    const { numHeads, numKvHeads } = this;
    const parts = rows.split([numHeads, numKvHeads, numKvHeads].slice(0, names.length), 2);
    return cat(
      parts.map((x, i) => nn.tap(names[i]!, x)),
      2,
    );
  }
}

/** The attention of a layer: the model's, or a custom one. */
export type GPTAttention = CausalSelfAttention | own.AttentionModule | own.SequenceMixer;

const gates = {
  swiglu: own.activations.silu,
  geglu: own.activations.gelu,
  gegluTanh: own.activations.geluTanh,
};
const activate = { ...own.activations, ...gates };
const networkForward = /* @__PURE__ */ author.method("GPTFeedForward.forward", "x float (…, dModel)");
const blockForward = causalForward("GPTBlock");
const blockSites = {
  sites: ["hook_resid_pre", "hook_attn_out", "hook_resid_mid", "hook_mlp_out", "hook_resid_post"],
  parts: { norm1: "ln1", attention: "attn", norm2: "ln2", feedForward: "mlp" },
};

/**
 * Two linear maps around an activation; with a gate, activation(gate x) · (up x) between them (Shazeer 2020).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0].feedForward instanceof GPTFeedForward // true
 */
export class GPTFeedForward extends nn.Module {
  readonly activation: GPTActivation;
  up: nn.LinearMap;
  gate: nn.LinearMap | null;
  down: nn.LinearMap;

  /** The options are those of GPT. */
  constructor(options: GPTOptions) {
    super();
    const { dModel, dimFeedforward, activation, bias, weights } = gptSettings(options);
    this.up = own.makeLinear(weights, dModel, dimFeedforward, bias);
    this.activation = activation;
    this.gate = activation in gates ? own.makeLinear(weights, dModel, dimFeedforward, bias) : null;
    this.down = own.makeLinear(weights, dimFeedforward, dModel, bias);
    author.noteParts(this, "gate");
    const gated = this.gate ? ["hook_pre_linear"] : [];
    nn.nameSites(this, { sites: ["hook_pre", "hook_post", ...gated] });
  }

  /** (…, dModel) → (…, dModel). */
  override forward(x: Tensor): Tensor {
    networkForward(this, [x]);
    return nn.running(this, () => feedForward(x, this, activate[this.activation]));
  }
}

/**
 * A layer of a {@link GPT}: attention, then a feed-forward network, each on its normalized input, in a residual.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0] instanceof GPTBlock // true
 */
export class GPTBlock<A extends GPTAttention = CausalSelfAttention> extends nn.Module {
  norm1: nn.LayerNorm | nn.RMSNorm;
  attention: A;
  norm2: nn.LayerNorm | nn.RMSNorm;
  feedForward: GPTFeedForward;
  dropout: nn.Dropout;

  /** The options are those of GPT. */
  constructor(
    options: GPTOptions & own.LayersAttentionOption<A>,
    positions: AttentionPositions | null = null,
    layer: number = 0,
  ) {
    super();
    const settings = gptSettings(options as GPTOptions);
    const { dModel, numHeads } = settings;
    const { attention: given } = options;
    const attention = typeof given === "object" ? given[layer % given.length] : given;
    this.norm1 = makeNorm(settings);
    this.attention = attention
      ? own.makeAttention<A>("GPT", attention, dModel, numHeads, { batchFirst: true, layer })
      : (new CausalSelfAttention(settings, positions) as GPTAttention as A);
    this.norm2 = makeNorm(settings);
    this.feedForward = new GPTFeedForward(settings);
    this.dropout = new nn.Dropout(settings.dropout);
    author.noteParts(this, "gate");
    nn.nameSites(this, blockSites);
  }

  /** @param x (b, n, dModel) */
  override forward(x: Tensor, options: CausalOptions = {}): MaybeAttended {
    const { b, n } = blockForward(this, [x, options]);
    return nn.running(this, () => {
      let weights: Tensor | undefined;
      const attend = (y: Tensor): Tensor => {
        const attended = this.#attend(y, b, n, options);
        weights = attended.weights;
        return attended.output;
      };
      const output = gptBlock(x, this, attend, (y) => this.feedForward.forward(y));
      return iterable({ output, weights });
    });
  }

  #attend(x: Tensor, b: number, n: number, options: CausalOptions): MaybeAttended {
    const module: GPTAttention = this.attention;
    if (module instanceof CausalSelfAttention || own.isMixer(module))
      return module.forward(x, options) as MaybeAttended;
    const { cache, keyMask, needWeights = false } = options;
    if (own.isMultihead(module)) {
      const more = { causal: true, averageAttnWeights: false };
      return module.forward<boolean>(x, x, x, { cache, keyMask, needWeights, ...more });
    }
    const offset = cache?.length ?? 0;
    const scores = { what: "GPT", shape: [b, module.numHeads, n, offset + n], headsHidden: true };
    const allowed = author.allow(scores, { keyMask, causal: longest(n) > 1 }, x.backend, offset);
    return own.attendOwn("GPT", module, [x, x, x], { allowed, causal: true, needWeights, cache });
  }
}
