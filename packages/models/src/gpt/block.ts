import type { AttentionPositions, MaybeAttended } from "@saccade/attention";
import { combineMasks, method, noteParts } from "@saccade/attention/model";
import { Dropout, LayerNorm, type LinearMap, Module, nameSites, RMSNorm, site } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { activations } from "../contract/activations.ts";
import {
  type AttentionModule,
  attendOwn,
  isMultihead,
  makeAttention,
  type OwnAttentionOption,
} from "../contract/own-attention.ts";
import { makeLinear } from "../contract/weights.ts";
import { type CausalOptions, CausalSelfAttention, causalForward } from "./causal-self-attention.ts";
import { type GPTActivation, type GPTOptions, type GPTSettings, gptSettings } from "./gpt-options.ts";

/** The attention of a layer: the model's, or a custom one. */
export type GPTAttention = CausalSelfAttention | AttentionModule;

/** The norm of each sublayer's input. */
export function makeNorm({ dModel, norm, normEps }: GPTSettings): LayerNorm | RMSNorm {
  return norm === "rms" ? new RMSNorm(dModel, { eps: normEps }) : new LayerNorm(dModel, { eps: normEps });
}

const gates = {
  swiglu: activations.silu,
  geglu: activations.gelu,
  gegluTanh: activations.geluTanh,
};
const activate = { ...activations, ...gates };
const feedForward = method("GPTFeedForward.forward", "x float (…, dModel)");
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
export class GPTFeedForward extends Module {
  readonly activation: GPTActivation;
  up: LinearMap;
  gate: LinearMap | null;
  down: LinearMap;

  /** The options are those of GPT. */
  constructor(options: GPTOptions) {
    super();
    const { dModel, dimFeedforward, activation, bias, weights } = gptSettings(options);
    this.up = makeLinear(weights, dModel, dimFeedforward, bias);
    this.activation = activation;
    this.gate = activation in gates ? makeLinear(weights, dModel, dimFeedforward, bias) : null;
    this.down = makeLinear(weights, dimFeedforward, dModel, bias);
    noteParts(this, "gate");
    const gated = this.gate ? ["hook_pre_linear"] : [];
    nameSites(this, { sites: ["hook_pre", "hook_post", ...gated] });
  }

  /** (…, dModel) → (…, dModel). */
  override forward(x: Tensor): Tensor {
    feedForward(this, [x]);
    return scope(() => {
      const act = activate[this.activation];
      return this.down.forward(site(this, "hook_post", this.#hidden(x, act)));
    });
  }

  #hidden(x: Tensor, act: (x: Tensor) => Tensor): Tensor {
    const up = this.up.forward(x);
    if (!this.gate) return act(site(this, "hook_pre", up));
    const gate = site(this, "hook_pre", this.gate.forward(x));
    return act(gate).mul(site(this, "hook_pre_linear", up));
  }
}

/**
 * A layer of a {@link GPT}: attention, then a feed-forward network, each on its normalized input, in a residual.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0] instanceof GPTBlock // true
 */
export class GPTBlock<A extends GPTAttention = CausalSelfAttention> extends Module {
  norm1: LayerNorm | RMSNorm;
  attention: A;
  norm2: LayerNorm | RMSNorm;
  feedForward: GPTFeedForward;
  dropout: Dropout;

  /** The options are those of GPT. */
  constructor(options: GPTOptions & OwnAttentionOption<A>, positions: AttentionPositions | null = null) {
    super();
    const settings = gptSettings(options as GPTOptions);
    const { attention } = options;
    const { dModel, numHeads } = settings;
    this.norm1 = makeNorm(settings);
    this.attention = attention
      ? makeAttention<A>("GPT", attention, dModel, numHeads, { batchFirst: true })
      : (new CausalSelfAttention(settings, positions) as GPTAttention as A);
    this.norm2 = makeNorm(settings);
    this.feedForward = new GPTFeedForward(settings);
    this.dropout = new Dropout(settings.dropout);
    noteParts(this, "gate");
    nameSites(this, blockSites);
  }

  /** @param x (b, n, dModel) */
  override forward(x: Tensor, options: CausalOptions = {}): MaybeAttended {
    const { b, n } = blockForward(this, [x, options]);
    return scope(() => {
      const before = site(this, "hook_resid_pre", x);
      const { output, weights } = this.#attend(this.norm1.forward(before), b, n, options);
      const attended = site(this, "hook_attn_out", this.dropout.forward(output));
      const between = site(this, "hook_resid_mid", before.add(attended));
      const hidden = this.feedForward.forward(this.norm2.forward(between));
      const added = site(this, "hook_mlp_out", this.dropout.forward(hidden));
      return iterable({ output: site(this, "hook_resid_post", between.add(added)), weights });
    });
  }

  #attend(x: Tensor, b: number, n: number, options: CausalOptions): MaybeAttended {
    const module: GPTAttention = this.attention;
    if (module instanceof CausalSelfAttention) return module.forward(x, options);
    const { cache, keyMask, needWeights = false } = options;
    if (isMultihead(module)) {
      const more = { causal: true, averageAttnWeights: false };
      return module.forward<boolean>(x, x, x, { cache, keyMask, needWeights, ...more });
    }
    const offset = cache?.length ?? 0;
    const scores = { what: "GPT", shape: [b, module.numHeads, n, offset + n], headsHidden: true };
    const mask = combineMasks(scores, { keyMask }, x.backend);
    return attendOwn("GPT", module, [x, x, x], { mask, causal: true, needWeights, cache, offset });
  }
}
