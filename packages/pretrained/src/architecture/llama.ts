import { GPT, type GPTSettings } from "@saccade/attention";
import { gatedActivations } from "./activations.ts";
import type { ConfigReader } from "./config.ts";
import type { ModelPlan, PlanGiven } from "./plan.ts";
import { refuseNearLlama } from "./refused.ts";
import { ropeOf } from "./rope.ts";
import { slot, type WeightSlot, withBias } from "./slot.ts";

/** A Llama's plan (Touvron et al. 2023). */
export function llamaPlan(config: ConfigReader, { names, weights }: PlanGiven): ModelPlan {
  const maxLen = config.size(["max_position_embeddings", "n_positions", "n_ctx"]);
  refuseNearLlama(config, maxLen);
  const dModel = config.size(["hidden_size", "n_embd"]);
  const numHeads = config.size(["num_attention_heads", "n_head"]);
  const given = config.find(["head_dim"]) === null ? undefined : config.size(["head_dim"]);
  if (given === undefined && dModel % numHeads !== 0) {
    throw config.fault(
      `hidden_size ${dModel} does not divide into num_attention_heads ${numHeads}, and head_dim is missing`,
    );
  }
  const numKvHeads = config.size(["num_key_value_heads"], numHeads);
  if (numHeads % numKvHeads !== 0) {
    throw config.fault(`num_key_value_heads ${numKvHeads} does not divide num_attention_heads ${numHeads}`);
  }
  const headDim = given ?? dModel / numHeads;
  if (headDim % 2 !== 0) throw config.fault(`heads of width ${headDim} have no pairs to rotate`);
  const model = {
    vocabSize: config.size(["vocab_size"]),
    maxLen,
    dModel,
    numLayers: config.layers(["num_hidden_layers", "n_layer"], names.length),
    numHeads,
    numKvHeads,
    headDim,
    dimFeedforward: config.size(["intermediate_size", "n_inner"]),
    positions: "rotary" as const,
    ...ropeOf(config),
    norm: "rms" as const,
    normEps: config.number(["rms_norm_eps"], 1e-6),
    activation: config.choice("hidden_act", gatedActivations, "silu"),
    bias: config.flag("mlp_bias", false),
    attentionBias: config.flag("attention_bias", false),
    tied: config.flag("tie_word_embeddings", false),
  };
  return {
    modelType: "llama",
    vocabSize: model.vocabSize,
    weights,
    slots: llamaSlots(model),
    roots: ["embed_tokens", "layers", "norm", "lm_head"],
    buffers: /rotary_emb\.(inv_freq|cos_cached|sin_cached)$/,
    aliases: (name) => (model.tied && name === "embed_tokens.weight" ? ["lm_head.weight"] : []),
    make: () => new GPT({ ...model, weights }),
    isHalf: ({ shape, parameter }) => shape.length === 2 && parameter !== "positions.weight",
  };
}

type Sizes = Pick<
  GPTSettings,
  | "vocabSize"
  | "dModel"
  | "numLayers"
  | "numHeads"
  | "numKvHeads"
  | "headDim"
  | "dimFeedforward"
  | "bias"
  | "attentionBias"
  | "tied"
>;

/** The weights of a Llama. Queries, keys and values are rows of one parameter. */
export function llamaSlots(sizes: Sizes): WeightSlot[] {
  const { vocabSize, dModel, numLayers, numHeads, numKvHeads, headDim, dimFeedforward } = sizes;
  const [q, kv] = [numHeads * headDim, numKvHeads * headDim];
  const layers = Array.from({ length: numLayers }, (_, i) => {
    const [from, to] = [`layers.${i}`, `blocks.${i}`];
    const attention = (name: string, rows: number, row: number): WeightSlot[] =>
      withBias(`${from}.self_attn.${name}`, [rows, dModel], `${to}.attention.qkv`, sizes.attentionBias, {
        row,
      });
    const wide = [dimFeedforward, dModel];
    return [
      slot(`${from}.input_layernorm.weight`, [dModel], `${to}.norm1.weight`),
      ...attention("q_proj", q, 0),
      ...attention("k_proj", kv, q),
      ...attention("v_proj", kv, q + kv),
      ...withBias(`${from}.self_attn.o_proj`, [dModel, q], `${to}.attention.out`, sizes.attentionBias),
      slot(`${from}.post_attention_layernorm.weight`, [dModel], `${to}.norm2.weight`),
      ...withBias(`${from}.mlp.gate_proj`, wide, `${to}.feedForward.gate`, sizes.bias),
      ...withBias(`${from}.mlp.up_proj`, wide, `${to}.feedForward.up`, sizes.bias),
      ...withBias(`${from}.mlp.down_proj`, [dModel, dimFeedforward], `${to}.feedForward.down`, sizes.bias),
    ];
  });
  return [
    slot("embed_tokens.weight", [vocabSize, dModel], "embedding.weight"),
    ...layers.flat(),
    slot("norm.weight", [dModel], "norm.weight"),
    ...(sizes.tied ? [] : [slot("lm_head.weight", [vocabSize, dModel], "head.weight", { head: true })]),
  ];
}
