import { GPT } from "@saccade/models";
import { flag, number } from "@saccade/tensor/contract";
import { shown } from "../errors.ts";
import type { Architecture } from "./architecture.ts";
import type { ConfigReader } from "./config.ts";
import { choice, count, declare, field, gatedActivations, maybeCount } from "./fields.ts";
import { ropeConfig, ropeOf } from "./rope.ts";
import { embeddingAndHead, slot, type WeightSlot, withBias } from "./slot.ts";

const config = declare({
  vocabSize: field(count, "vocab_size"),
  maxLen: field(count, "max_position_embeddings", "n_positions", "n_ctx"),
  dModel: field(count, "hidden_size", "n_embd"),
  numLayers: field(count, "num_hidden_layers", "n_layer"),
  numHeads: field(count, "num_attention_heads", "n_head"),
  numKvHeads: field(maybeCount, "num_key_value_heads"),
  headDim: field(maybeCount, "head_dim"),
  dimFeedforward: field(count, "intermediate_size", "n_inner"),
  activation: choice("hidden_act", gatedActivations, "silu"),
  normEps: field(number(1e-6, { min: 0 }), "rms_norm_eps"),
  bias: field(flag(false), "mlp_bias"),
  attentionBias: field(flag(false), "attention_bias"),
  tied: field(flag(false), "tie_word_embeddings"),
});

// A Llama drops no sublayer's output.
const fixed = { positions: "rotary", norm: "rms", dropout: 0 } as const;

/** Values of architectures near Llama's that files of model_type "llama" may carry, with those that change nothing. */
const neutral = {
  pretraining_tp: [1],
  partial_rotary_factor: [1],
  attn_logit_softcapping: [],
  final_logit_softcapping: [],
  query_pre_attn_scalar: [],
  attention_multiplier: [],
  embedding_multiplier: [1],
  residual_multiplier: [1],
  logits_scaling: [1],
  logit_scale: [1],
};

/** Touvron et al. 2023: rotary positions and a gate. Queries, keys and values are rows of one parameter. */
export const llama: Architecture<GPT> = {
  type: "llama",
  label: "Llama",
  classes: "Llama",
  Model: GPT,
  make: (settings) => new GPT(settings),
  // The names of GPT-2 have no word for a gate.
  matches: ({ activation }) => activation.includes("glu"),
  fromConfig(given, { weights }) {
    given.require(neutral);
    const { numKvHeads, headDim, ...sizes } = config.read(given);
    refuseWindow(given, sizes.maxLen);
    const heads = headsOf(given, sizes.dModel, sizes.numHeads, numKvHeads, headDim);
    return { ...sizes, ...heads, ...ropeOf(given), ...fixed, weights };
  },
  differences: (settings) => config.differences(settings, fixed),
  toConfig: (settings) => ({
    architectures: ["LlamaForCausalLM"],
    ...config.write(settings),
    ...ropeConfig(settings),
  }),
  slots(settings) {
    const { dModel, numLayers, numHeads, numKvHeads, headDim, dimFeedforward, bias, attentionBias } =
      settings;
    const [q, kv] = [numHeads * headDim, numKvHeads * headDim];
    const layers = Array.from({ length: numLayers }, (_, i) => {
      const [from, to] = [`layers.${i}`, `blocks.${i}`];
      const attention = (name: string, shape: readonly number[], part: string, row: number): WeightSlot[] =>
        withBias(`${from}.self_attn.${name}`, shape, `${to}.attention.${part}`, { row }, attentionBias);
      const network = (name: string, shape: readonly number[]): WeightSlot[] =>
        withBias(`${from}.mlp.${name}_proj`, shape, `${to}.feedForward.${name}`, {}, bias);
      return [
        slot(`${from}.input_layernorm.weight`, [dModel], `${to}.norm1.weight`),
        ...attention("q_proj", [q, dModel], "qkv", 0),
        ...attention("k_proj", [kv, dModel], "qkv", q),
        ...attention("v_proj", [kv, dModel], "qkv", q + kv),
        ...attention("o_proj", [dModel, q], "out", 0),
        slot(`${from}.post_attention_layernorm.weight`, [dModel], `${to}.norm2.weight`),
        ...network("gate", [dimFeedforward, dModel]),
        ...network("up", [dimFeedforward, dModel]),
        ...network("down", [dModel, dimFeedforward]),
      ];
    });
    const [embedding, ...head] = embeddingAndHead("embed_tokens.weight", settings);
    return [embedding, ...layers.flat(), slot("norm.weight", [dModel], "norm.weight"), ...head];
  },
  trunk: "model.",
  hasHead: () => true,
  roots: () => ["embed_tokens", "layers", "norm", "lm_head"],
  buffers: /rotary_emb\.(inv_freq|cos_cached|sin_cached)$/,
  loraDefaults: { targets: ["q_proj", "v_proj"], taskType: "CAUSAL_LM" },
};

function headsOf(
  config: ConfigReader,
  dModel: number,
  numHeads: number,
  numKvHeads: number = numHeads,
  headDim: number = dModel / numHeads,
): { numKvHeads: number; headDim: number } {
  if (!Number.isInteger(headDim))
    throw config.fault(
      `hidden_size ${dModel} does not divide into num_attention_heads ${numHeads}, and head_dim is missing`,
    );
  if (numHeads % numKvHeads !== 0)
    throw config.fault(`num_key_value_heads ${numKvHeads} does not divide num_attention_heads ${numHeads}`);
  if (headDim % 2 !== 0) throw config.fault(`heads of width ${headDim} have no pairs to rotate`);
  return { numKvHeads, headDim };
}

function refuseWindow(config: ConfigReader, maxLen: number): void {
  const window = config.find("sliding_window")?.value;
  if (window === undefined || !config.read(flag(true), "use_sliding_window")) return;
  if (typeof window === "number" && window >= maxLen) return;
  throw config.fault(
    `sliding_window is ${shown(window)}, below max_position_embeddings ${maxLen}, which is not supported: every token attends to all before it. Set max_position_embeddings to at most the window to read texts that fit into it`,
  );
}
