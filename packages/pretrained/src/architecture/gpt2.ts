import { GPT, type GPTSettings } from "@saccade/attention";
import { activations } from "./activations.ts";
import type { ConfigReader } from "./config.ts";
import type { ModelPlan, PlanGiven } from "./plan.ts";
import { slot, type WeightSlot, withBias } from "./slot.ts";

/** A GPT-2's plan (Radford et al. 2019). */
export function gpt2Plan(config: ConfigReader, { names, weights }: PlanGiven): ModelPlan {
  config.require("scale_attn_weights", [true]);
  config.require("scale_attn_by_inverse_layer_idx", [false]);
  config.require("add_cross_attention", [false]);
  const dModel = config.size(["n_embd", "hidden_size"]);
  const model = {
    vocabSize: config.size(["vocab_size"]),
    maxLen: config.size(["n_positions", "max_position_embeddings", "n_ctx"]),
    dModel,
    numLayers: config.layers(["n_layer", "num_hidden_layers"], names.length),
    numHeads: config.size(["n_head", "num_attention_heads"]),
    dimFeedforward: config.size(["n_inner", "intermediate_size"], 4 * dModel),
    activation: config.choice("activation_function", activations, "gelu_new"),
    normEps: config.number(["layer_norm_epsilon", "layer_norm_eps"], 1e-5),
    tied: config.flag("tie_word_embeddings", true),
  };
  return {
    modelType: "gpt2",
    vocabSize: model.vocabSize,
    weights,
    slots: gpt2Slots(model),
    roots: ["wte", "wpe", "h", "ln_f", "lm_head"],
    buffers: /^h\.\d+\.attn\.(bias|masked_bias)$/,
    aliases: (name) => (model.tied && name === "wte.weight" ? ["lm_head.weight"] : []),
    make: () => new GPT({ ...model, weights }),
    isHalf: ({ shape, parameter }) => shape.length === 2 && parameter !== "positions.weight",
  };
}

type Sizes = Pick<GPTSettings, "vocabSize" | "maxLen" | "dModel" | "numLayers" | "dimFeedforward" | "tied">;

/** The weights of a GPT-2. Its linear maps are stored as (in, out). */
export function gpt2Slots({
  vocabSize,
  maxLen,
  dModel,
  numLayers,
  dimFeedforward,
  tied,
}: Sizes): WeightSlot[] {
  const transposed = { transposed: true };
  const layers = Array.from({ length: numLayers }, (_, i) => {
    const [from, to] = [`h.${i}`, `blocks.${i}`];
    return [
      ...withBias(`${from}.ln_1`, [dModel], `${to}.norm1`, true),
      ...withBias(`${from}.attn.c_attn`, [dModel, 3 * dModel], `${to}.attention.qkv`, true, transposed),
      ...withBias(`${from}.attn.c_proj`, [dModel, dModel], `${to}.attention.out`, true, transposed),
      ...withBias(`${from}.ln_2`, [dModel], `${to}.norm2`, true),
      ...withBias(`${from}.mlp.c_fc`, [dModel, dimFeedforward], `${to}.feedForward.up`, true, transposed),
      ...withBias(`${from}.mlp.c_proj`, [dimFeedforward, dModel], `${to}.feedForward.down`, true, transposed),
    ];
  });
  return [
    slot("wte.weight", [vocabSize, dModel], "embedding.weight"),
    slot("wpe.weight", [maxLen, dModel], "positions.weight"),
    ...layers.flat(),
    ...withBias("ln_f", [dModel], "norm", true),
    ...(tied ? [] : [slot("lm_head.weight", [vocabSize, dModel], "head.weight", { head: true })]),
  ];
}
