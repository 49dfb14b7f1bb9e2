import { type Bert, GPT } from "@saccade/models";
import { expect, it } from "vitest";
import { ConfigReader, type ModelConfig } from "../../src/architecture/architecture.ts";
import { architectureOf, layoutOf, planOf } from "../../src/architecture/architectures.ts";
import { namedWeights } from "../../src/index.ts";
import { tinyBert, tinyGpt2, tinyLlama } from "../load/checkpoints.ts";

const models: Readonly<Record<string, () => GPT | Bert>> = {
  gpt2: tinyGpt2,
  bert: tinyBert,
  llama: tinyLlama,
  "llama with linear scaling": () => {
    const scaled = { kind: "linear", factor: 2 } as const;
    return new GPT({ ...tinyLlama().settings, ropeScaling: scaled, ropeBase: 500 });
  },
  "llama with Llama 3's scaling": () => {
    const sizes = { factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 4 };
    return new GPT({ ...tinyLlama().settings, ropeScaling: { kind: "llama3", ...sizes } });
  },
};

function settingsOf(config: ModelConfig, names: readonly string[]): object {
  return planOf(new ConfigReader("config.json", config), { names, weights: "float32" }).settings;
}

/** A model, its config.json, and the settings that another config.json gives beside its weights. */
function given(type: string) {
  const model = models[type]!();
  const names = Object.keys(namedWeights(model));
  const { config } = layoutOf("test", model);
  return { model, config, read: (other: ModelConfig): object => settingsOf(other, names) };
}

it.each(Object.keys(models))("%s: config.json gives the settings that it was made from", (name) => {
  const { model, config, read } = given(name);
  expect(read(config)).toEqual(model.settings);
});

// What transformers takes where a value is missing.
const defaults: Readonly<Record<string, ModelConfig>> = {
  gpt2: {
    n_inner: 32, // 4 × n_embd
    activation_function: "gelu_new",
    layer_norm_epsilon: 1e-5,
    tie_word_embeddings: true,
  },
  bert: { intermediate_size: 32, type_vocab_size: 2, hidden_act: "gelu", layer_norm_eps: 1e-12 },
  llama: {
    num_key_value_heads: 2, // num_attention_heads
    head_dim: 4, // hidden_size / num_attention_heads
    rms_norm_eps: 1e-6,
    hidden_act: "silu",
    attention_bias: false,
    mlp_bias: false,
    tie_word_embeddings: false,
    rope_theta: 10_000,
  },
};

const cases = Object.entries(defaults).flatMap(([type, values]) =>
  Object.keys(values).map((name) => [type, name] as const),
);

it.each(cases)("%s: %s has transformers' default", (type, name) => {
  const { config, read } = given(type);
  const full = { ...config, ...defaults[type] };
  const { [name]: _, ...without }: ModelConfig = full;
  expect(read(without)).toEqual(read(full));
  expect(read({ ...full, [name]: null })).toEqual(read(full));
});

const otherNames = [
  "gpt2 n_positions max_position_embeddings",
  "gpt2 n_positions n_ctx",
  "gpt2 n_embd hidden_size",
  "gpt2 n_layer num_hidden_layers",
  "gpt2 n_head num_attention_heads",
  "gpt2 n_inner intermediate_size",
  "gpt2 layer_norm_epsilon layer_norm_eps",
  "llama max_position_embeddings n_positions",
  "llama max_position_embeddings n_ctx",
  "llama hidden_size n_embd",
  "llama num_hidden_layers n_layer",
  "llama num_attention_heads n_head",
  "llama intermediate_size n_inner",
].map((line) => line.split(" ") as [type: string, written: string, other: string]);

it.each(otherNames)("%s: %s may be called %s", (type, written, other) => {
  const { model, config, read } = given(type);
  const { [written]: value, ...rest }: ModelConfig = config;
  expect(value).toBeDefined();
  expect(read({ ...rest, [other]: value })).toEqual(model.settings);
});

/** Values that change what is computed, and the one that changes nothing, if there is one. */
const refused: Readonly<
  Record<string, Readonly<Record<string, readonly [wrong: unknown, right?: unknown]>>>
> = {
  gpt2: {
    scale_attn_weights: [false, true],
    scale_attn_by_inverse_layer_idx: [true, false],
    add_cross_attention: [true, false],
    pruned_heads: [{ 0: [1] }, {}],
  },
  bert: {
    position_embedding_type: ["relative_key", "absolute"],
    is_decoder: [true, false],
    add_cross_attention: [true, false],
  },
  llama: {
    pretraining_tp: [2, 1],
    partial_rotary_factor: [0.5, 1],
    attn_logit_softcapping: [50],
    final_logit_softcapping: [30],
    query_pre_attn_scalar: [256],
    attention_multiplier: [0.1],
    embedding_multiplier: [12, 1],
    residual_multiplier: [0.2, 1],
    logits_scaling: [8, 1],
    logit_scale: [0.1, 1],
  },
};

const refusals = Object.entries(refused).flatMap(([type, values]) =>
  Object.entries(values).map(([name, [wrong, right]]) => [type, name, wrong, right] as const),
);

it.each(refusals)("%s: %s of %j is refused, and %j is not", (type, name, wrong, right) => {
  const { model, config, read } = given(type);
  expect(() => read({ ...config, [name]: wrong })).toThrow(
    `config.json: ${name} is ${JSON.stringify(wrong)}, which is not supported`,
  );
  for (const value of right === undefined ? [null] : [null, right])
    expect(read({ ...config, [name]: value })).toEqual(model.settings);
});

it.each([
  ["gelu", "gelu", "geglu"],
  ["gelu_python", "gelu", "geglu"],
  ["gelu_new", "geluTanh", "gegluTanh"],
  ["gelu_fast", "geluTanh", "gegluTanh"],
  ["gelu_pytorch_tanh", "geluTanh", "gegluTanh"],
  ["silu", "silu", "swiglu"],
  ["swish", "silu", "swiglu"],
])("the activation %s is %s everywhere, and %s with a gate", (name, plain, gated) => {
  const wanted = { gpt2: plain, bert: plain, llama: gated };
  for (const [type, activation] of Object.entries(wanted)) {
    const { config, read } = given(type);
    const key = type === "gpt2" ? "activation_function" : "hidden_act";
    expect(read({ ...config, [key]: name })).toMatchObject({ activation });
  }
});

const scaling = {
  ...{ rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 },
  original_max_position_embeddings: 4,
};
const rope = (changes: object): object => ({ rope_scaling: { ...scaling, ...changes } });
const { original_max_position_embeddings: _length, ...withoutLength } = scaling;

// biome-ignore format: a row a line
it.each<[type: string, changes: object, message: string]>([
  ["gpt2", { n_layer: 0 }, "n_layer is 0, expected a whole number ≥ 1"],
  ["gpt2", { vocab_size: null }, "vocab_size is missing, expected a whole number ≥ 1"],
  [
    "gpt2",
    { model_type: "t5" },
    'model_type is "t5", an architecture that is not supported; supported: gpt2, bert, llama',
  ],
  [
    "gpt2",
    { activation_function: "tanh" },
    'activation_function is "tanh", which is not supported; supported: gelu_new',
  ],
  ["gpt2", { tie_word_embeddings: "yes" }, 'tie_word_embeddings is "yes", expected true or false'],
  [
    "gpt2",
    { quantization_config: { quant_method: "gptq" } },
    '(quant_method "gptq"), and quantized weights are not read',
  ],
  [
    "bert",
    { hidden_act: "quick_gelu" },
    'hidden_act is "quick_gelu", which is not supported; supported: gelu,',
  ],
  [
    "bert",
    { is_decoder: true },
    "supported: false, leaving it out. It changes what the model computes: choose a model without",
  ],
  ["bert", { layer_norm_eps: "1e-12" }, 'layer_norm_eps is "1e-12", expected a finite number ≥ 0'],
  ["llama", { hidden_act: "relu" }, 'hidden_act is "relu", which is not supported; supported: silu'],
  ["llama", { head_dim: 7 }, "heads of width 7 have no pairs to rotate"],
  ["llama", { num_key_value_heads: 3 }, "num_key_value_heads 3 does not divide num_attention_heads 2"],
  [
    "llama",
    { sliding_window: 5 },
    "sliding_window is 5, below max_position_embeddings 6, which is not supported",
  ],
  ["llama", { sliding_window: "all" }, 'sliding_window is "all"'],
  ["llama", { rope_scaling: 3 }, "rope_scaling is 3, expected an object or null"],
  [
    "llama",
    { rope_scaling: { factor: 2 } },
    "rope_scaling: rope_type is missing, and factor needs it; add one of",
  ],
  [
    "llama",
    { rope_scaling: { type: "linear" } },
    "rope_scaling: factor is missing, expected a finite number ≥ 1",
  ],
  [
    "llama",
    rope({ type: "yarn", rope_type: null }),
    'type is "yarn", which is not supported; supported: "default", "linear"',
  ],
  [
    "llama",
    rope({ rope_type: "dynamic" }),
    '"dynamic", which is not supported; supported: "default", "linear", "llama3". Texts of',
  ],
  [
    "llama",
    { rope_scaling: withoutLength },
    "original_max_position_embeddings is missing, expected a finite number ≥ 1",
  ],
  [
    "llama",
    { ...rope({}), rope_parameters: { rope_type: "default" } },
    "expected the same; remove the one that",
  ],
  ["llama", rope({ factor: 0.5 }), "factor is 0.5, expected a finite number ≥ 1"],
  ["llama", rope({ low_freq_factor: -1 }), "low_freq_factor is -1, expected a finite number ≥ 0"],
  ["llama", rope({ high_freq_factor: "4" }), 'high_freq_factor is "4", expected a finite number ≥ 0'],
  ["llama", rope({ original_max_position_embeddings: 0 }), "original_max_position_embeddings is 0, expected"],
  ["llama", rope({ rope_theta: 0 }), "rope_theta is 0, expected a finite number ≥ 1"],
])("%s: config.json with %j is refused", (type, changes, message) => {
  const { config, read } = given(type);
  expect(() => read({ ...config, ...changes })).toThrow(message);
});

it("a sliding window may be as long as the longest text, or unused", () => {
  const { model, config, read } = given("llama");
  for (const more of [{ sliding_window: 6 }, { sliding_window: 1, use_sliding_window: false }])
    expect(read({ ...config, ...more })).toEqual(model.settings);
});

it("more layers than weights are refused before their names are made", () => {
  const { config } = layoutOf("test", tinyGpt2());
  expect(() => settingsOf({ ...config, n_layer: 1e9 }, ["wte.weight"])).toThrow(
    "it calls for 1000000000 layers, and the files have 1 weights",
  );
});

it("a model has one architecture, for its files and its adapters", () => {
  for (const name of Object.keys(models)) {
    const { model, config } = given(name);
    const { type } = architectureOf("test", model);
    expect(name.startsWith(type)).toBe(true);
    expect(config["model_type"]).toBe(type);
  }
});
