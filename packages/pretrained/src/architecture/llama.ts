import { GPT, type GPTSettings } from "@saccade/models";
import { flag, number, required } from "@saccade/tensor/contract";
import { shown } from "../errors.ts";
import * as part from "./architecture.ts";

const config = part.declare({
  vocabSize: part.field(part.count, "vocab_size"),
  maxLen: part.field(part.count, "max_position_embeddings", "n_positions", "n_ctx"),
  dModel: part.field(part.count, "hidden_size", "n_embd"),
  numLayers: part.field(part.count, "num_hidden_layers", "n_layer"),
  numHeads: part.field(part.count, "num_attention_heads", "n_head"),
  numKvHeads: part.field(part.maybeCount, "num_key_value_heads"),
  headDim: part.field(part.maybeCount, "head_dim"),
  dimFeedforward: part.field(part.count, "intermediate_size", "n_inner"),
  activation: part.choice("hidden_act", part.gatedActivations, "silu"),
  normEps: part.field(number(1e-6, { min: 0 }), "rms_norm_eps"),
  bias: part.field(flag(false), "mlp_bias"),
  attentionBias: part.field(flag(false), "attention_bias"),
  tied: part.field(flag(false), "tie_word_embeddings"),
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
export const llama: part.Architecture<GPT> = {
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
      const attention = (
        name: string,
        shape: readonly number[],
        map: string,
        row: number,
      ): part.WeightSlot[] =>
        part.withBias(`${from}.self_attn.${name}`, shape, `${to}.attention.${map}`, { row }, attentionBias);
      const network = (name: string, shape: readonly number[]): part.WeightSlot[] =>
        part.withBias(`${from}.mlp.${name}_proj`, shape, `${to}.feedForward.${name}`, {}, bias);
      return [
        part.slot(`${from}.input_layernorm.weight`, [dModel], `${to}.norm1.weight`),
        ...attention("q_proj", [q, dModel], "qkv", 0),
        ...attention("k_proj", [kv, dModel], "qkv", q),
        ...attention("v_proj", [kv, dModel], "qkv", q + kv),
        ...attention("o_proj", [dModel, q], "out", 0),
        part.slot(`${from}.post_attention_layernorm.weight`, [dModel], `${to}.norm2.weight`),
        ...network("gate", [dimFeedforward, dModel]),
        ...network("up", [dimFeedforward, dModel]),
        ...network("down", [dModel, dimFeedforward]),
      ];
    });
    const [embedding, ...head] = part.embeddingAndHead("embed_tokens.weight", settings);
    return [embedding, ...layers.flat(), part.slot("norm.weight", [dModel], "norm.weight"), ...head];
  },
  trunk: "model.",
  hasHead: () => true,
  roots: () => ["embed_tokens", "layers", "norm", "lm_head"],
  buffers: /rotary_emb\.(inv_freq|cos_cached|sin_cached)$/,
  loraDefaults: { targets: ["q_proj", "v_proj"], taskType: "CAUSAL_LM" },
};

function headsOf(
  config: part.ConfigReader,
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

function refuseWindow(config: part.ConfigReader, maxLen: number): void {
  const window = config.find("sliding_window")?.value;
  if (window === undefined || !config.read(flag(true), "use_sliding_window")) return;
  if (typeof window === "number" && window >= maxLen) return;
  throw config.fault(
    `sliding_window is ${shown(window)}, below max_position_embeddings ${maxLen}, which is not supported: every token attends to all before it. Set max_position_embeddings to at most the window to read texts that fit into it`,
  );
}

/** The rotary positions of a configuration. */
type Rope = Pick<GPTSettings, "ropeBase" | "ropeScaling">;

const kinds = ['"default"', '"linear"', '"llama3"'];
const originalLength = "original_max_position_embeddings";

/**
 * Base and scaling are separate values (rope_theta, rope_scaling), or, since transformers 5, inside rope_parameters.
 *
 * @throws PretrainedError for a scaling that cannot be computed.
 */
function ropeOf(config: part.ConfigReader): Rope {
  const [first, second] = ["rope_scaling", "rope_parameters"].flatMap((name) => config.find(name) ?? []);
  const base = config.read(number(10_000, { min: 1 }), "rope_theta");
  if (first === undefined) return { ropeBase: base, ropeScaling: "none" };
  if (second !== undefined && JSON.stringify(first.value) !== JSON.stringify(second.value))
    throw config.fault(
      `rope_scaling is ${shown(first.value)} and rope_parameters ${shown(second.value)}, expected the same; remove the one that the model was not trained with`,
    );
  const { name } = first;
  const inside = new part.ConfigReader(
    `${config.file}: ${name}`,
    config.read(required(part.jsonObject), name),
  );
  inside.require({ partial_rotary_factor: [1] });
  return {
    ropeBase: inside.read(number(base, { min: 1 }), "rope_theta"),
    ropeScaling: scalingOf(inside, config, name),
  };
}

function scalingOf(inside: part.ConfigReader, config: part.ConfigReader, name: string): Rope["ropeScaling"] {
  const type = inside.find("rope_type", "type") ?? { name: "rope_type", value: "default" };
  const read = (key: string, min: number, from: part.ConfigReader = inside): number =>
    from.read(required(number(undefined, { min })), key);
  if (inside.find("rope_type", "type") === null && inside.find("factor") !== null)
    throw inside.fault(`rope_type is missing, and factor needs it; add one of ${kinds.join(", ")}`);
  switch (type.value) {
    case "default":
      return "none";
    case "linear":
      return { kind: "linear", factor: read("factor", 1) };
    case "llama3":
      return {
        kind: "llama3",
        factor: read("factor", 1),
        lowFreqFactor: read("low_freq_factor", 0),
        highFreqFactor: read("high_freq_factor", 0),
        originalMaxLen: read(originalLength, 1, inside.find(originalLength) ? inside : config),
      };
    case "dynamic":
      // Within max_position_embeddings, it turns by the angles of "default".
      throw inside.fault(
        `${type.name} is "dynamic", which is not supported; supported: ${kinds.join(", ")}. Texts of up to max_position_embeddings tokens have the same numbers without it: set ${name} to null to read those`,
      );
  }
  throw inside.unsupported(type.name, type.value, kinds, "with one of these");
}

function ropeConfig({ ropeBase, ropeScaling: scaling }: Rope): part.ModelConfig {
  return {
    rope_theta: ropeBase,
    rope_scaling:
      scaling === "none"
        ? null
        : scaling.kind === "linear"
          ? { rope_type: "linear", factor: scaling.factor }
          : {
              rope_type: "llama3",
              factor: scaling.factor,
              low_freq_factor: scaling.lowFreqFactor,
              high_freq_factor: scaling.highFreqFactor,
              [originalLength]: scaling.originalMaxLen,
            },
  };
}
