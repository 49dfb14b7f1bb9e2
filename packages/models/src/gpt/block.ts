import type { AttentionPositions, MaybeAttended } from "@saccade/attention";
import { method, noteParts } from "@saccade/attention/model";
import { Dropout, LayerNorm, type LinearMap, Module, RMSNorm } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { activations } from "../contract/activations.ts";
import { makeLinear } from "../contract/weights.ts";
import { type CausalOptions, CausalSelfAttention, causalForward } from "./causal-self-attention.ts";
import { type GPTActivation, type GPTOptions, type GPTSettings, gptSettings } from "./gpt-options.ts";

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
    refuseExtra("GPTFeedForward", arguments, 1);
    super();
    const { dModel, dimFeedforward, activation, bias, weights } = gptSettings(options);
    this.up = makeLinear(weights, dModel, dimFeedforward, bias);
    this.activation = activation;
    this.gate = activation in gates ? makeLinear(weights, dModel, dimFeedforward, bias) : null;
    this.down = makeLinear(weights, dimFeedforward, dModel, bias);
    noteParts(this, "gate");
  }

  /** (…, dModel) → (…, dModel). */
  override forward(x: Tensor): Tensor {
    feedForward(this, arguments);
    return scope(() => {
      const up = this.up.forward(x);
      const act = activate[this.activation];
      return this.down.forward(this.gate ? act(this.gate.forward(x)).mul(up) : act(up));
    });
  }
}

/**
 * A layer of a {@link GPT}: attention, then a feed-forward network, each on its normalized input, in a residual.
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0] instanceof GPTBlock // true
 */
export class GPTBlock extends Module {
  norm1: LayerNorm | RMSNorm;
  attention: CausalSelfAttention;
  norm2: LayerNorm | RMSNorm;
  feedForward: GPTFeedForward;
  dropout: Dropout;

  /** The options are those of GPT. */
  constructor(options: GPTOptions, positions: AttentionPositions | null = null) {
    refuseExtra("GPTBlock", arguments, 2);
    super();
    const settings = gptSettings(options);
    this.norm1 = makeNorm(settings);
    this.attention = new CausalSelfAttention(settings, positions);
    this.norm2 = makeNorm(settings);
    this.feedForward = new GPTFeedForward(settings);
    this.dropout = new Dropout(settings.dropout);
    noteParts(this, "gate");
  }

  /** @param x (b, n, dModel) */
  override forward(x: Tensor, options: CausalOptions = {}): MaybeAttended {
    blockForward(this, arguments, options);
    return scope(() => {
      const { output, weights } = this.attention.forward(this.norm1.forward(x), options);
      const residual = x.add(this.dropout.forward(output));
      const hidden = this.feedForward.forward(this.norm2.forward(residual));
      return iterable({ output: residual.add(this.dropout.forward(hidden)), weights });
    });
  }
}
