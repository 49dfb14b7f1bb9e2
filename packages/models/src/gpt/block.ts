import type { AttentionPositions, MaybeAttended } from "@saccade/attention";
import { checkFloats, checkParts, noteParts } from "@saccade/attention/model";
import { Dropout, LayerNorm, type LinearMap, Module, RMSNorm } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { makeLinear } from "../contract/make-linear.ts";
import { type CausalOptions, CausalSelfAttention } from "./causal-self-attention.ts";
import { type GPTActivation, type GPTOptions, type GPTSettings, gptSettings } from "./gpt-options.ts";

/** The norm of each sublayer's input. */
export function makeNorm({ dModel, norm, normEps }: GPTSettings): LayerNorm | RMSNorm {
  return norm === "rms" ? new RMSNorm(dModel, { eps: normEps }) : new LayerNorm(dModel, { eps: normEps });
}

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

  /** The options are those of GPT. @throws ArgumentError, ShapeError as GPT does. */
  constructor(options: GPTOptions) {
    refuseExtra("GPTFeedForward", arguments, 1);
    super();
    const settings = gptSettings(options);
    const { dModel, dimFeedforward, activation, bias } = settings;
    this.up = makeLinear(settings.weights, dModel, dimFeedforward, bias);
    this.activation = activation;
    this.gate = activation.includes("glu")
      ? makeLinear(settings.weights, dModel, dimFeedforward, bias)
      : null;
    this.down = makeLinear(settings.weights, dimFeedforward, dModel, bias);
    noteParts(this, "gate");
  }

  /** (…, dModel) → (…, dModel). */
  override forward(x: Tensor): Tensor {
    refuseExtra("GPTFeedForward.forward", arguments, 1);
    checkParts(this);
    checkFloats("GPTFeedForward", "x", x);
    return scope(() => {
      const up = this.up.forward(x);
      const { activation, gate } = this;
      const hidden = gate ? activate(gate.forward(x), activation).mul(up) : activate(up, activation);
      return this.down.forward(hidden);
    });
  }
}

function activate(x: Tensor, activation: GPTActivation): Tensor {
  switch (activation) {
    case "geluTanh":
    case "gegluTanh":
      return x.gelu({ approximate: "tanh" });
    case "gelu":
    case "geglu":
      return x.gelu();
    case "silu":
    case "swiglu":
      return x.silu();
    case "relu":
      return x.relu();
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

  /** The options are those of GPT. @throws ArgumentError, ShapeError as GPT does. */
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
    refuseExtra("GPTBlock.forward", arguments, 2);
    checkParts(this);
    checkFloats("GPTBlock", "x", x);
    return scope(() => {
      const { output, weights } = this.attention.forward(this.norm1.forward(x), options);
      const heard = x.add(this.dropout.forward(output));
      const hidden = this.feedForward.forward(this.norm2.forward(heard));
      return iterable({ output: heard.add(this.dropout.forward(hidden)), weights });
    });
  }
}
