import { GPT } from "@saccade/models";
import { expect, it } from "vitest";
import { loadPretrained, PretrainedError } from "../../src/index.ts";
import { encode, entriesOf, type Files, filesOf, liveTensors, outputs } from "../load/checkpoints.ts";
import { caseNamed, filesFor, input } from "./models.ts";

const bert = caseNamed("BertForMaskedLM: the decoder and its bias under two names");
const plainBert = caseNamed("BertModel: neither pooler nor prefix");
const gpt2 = caseNamed("GPT-2: buffers, and the head beside the embeddings");
const llama = caseNamed("Llama: linear scaling");
const llamaTied = caseNamed("Llama: biases, wide heads, tied");
const layouts = { bert, gpt2, llama, llamaTied };

async function refusal(files: Files): Promise<string> {
  const before = liveTensors();
  const error: unknown = await loadPretrained(filesOf(files)).catch((reason: unknown) => reason);
  // Fewer where tensors of another test were collected meanwhile.
  expect(liveTensors()).toBeLessThanOrEqual(before);
  if (error instanceof PretrainedError) return error.message;
  throw error instanceof Error ? error : new Error("nothing was refused");
}

const absent = "It changes what the model computes: choose a model without it.";
const llama3 = { rope_type: "llama3", factor: 8, low_freq_factor: 1, high_freq_factor: 4 };

it.each<[keyof typeof layouts, object, string]>([
  [
    "bert",
    { hidden_act: "quick_gelu" },
    'hidden_act is "quick_gelu", which is not supported; supported: gelu,',
  ],
  [
    "bert",
    { position_embedding_type: "relative_key" },
    'position_embedding_type is "relative_key", which is not',
  ],
  [
    "bert",
    { is_decoder: true },
    `is_decoder is true, which is not supported; supported: false, leaving it out. ${absent}`,
  ],
  ["bert", { add_cross_attention: true }, "add_cross_attention is true"],
  [
    "bert",
    { tie_word_embeddings: false },
    "tie_word_embeddings is false, which is not supported; supported: true",
  ],
  [
    "bert",
    { pruned_heads: { "0": [1] } },
    'pruned_heads is {"0":[1]}, which is not supported; supported: {}',
  ],
  ["bert", { layer_norm_eps: "1e-12" }, 'layer_norm_eps is "1e-12", expected a number of at least 0'],
  [
    "gpt2",
    { scale_attn_by_inverse_layer_idx: true },
    "scale_attn_by_inverse_layer_idx is true, which is not",
  ],
  [
    "gpt2",
    { scale_attn_weights: false },
    "scale_attn_weights is false, which is not supported; supported: true",
  ],
  [
    "gpt2",
    { activation_function: "tanh" },
    'activation_function is "tanh", which is not supported; supported: gelu_new',
  ],
  ["gpt2", { n_inner: 12 }, "h.0.mlp.c_fc.weight: [8, 32] in the file, [8, 12] expected"],
  ["gpt2", { tie_word_embeddings: "yes" }, 'tie_word_embeddings is "yes", expected true or false'],
  [
    "gpt2",
    { quantization_config: { quant_method: "gptq", bits: 4 } },
    'quantization_config is given (quant_method "gptq"), and quantized weights are not read; choose the model\'s files',
  ],
  ["llama", { hidden_act: "relu" }, 'hidden_act is "relu", which is not supported; supported: silu'],
  [
    "llama",
    { sliding_window: 8 },
    "sliding_window is 8, below max_position_embeddings 16, which is not supported",
  ],
  [
    "llama",
    { final_logit_softcapping: 30 },
    "final_logit_softcapping is 30, which is not supported; supported: leaving it out",
  ],
  [
    "llama",
    { embedding_multiplier: 12 },
    "embedding_multiplier is 12, which is not supported; supported: 1, leaving it out",
  ],
  ["llama", { partial_rotary_factor: 0.5 }, "partial_rotary_factor is 0.5, which is not"],
  ["llama", { head_dim: 7 }, "heads of width 7 have no pairs to rotate"],
  ["llama", { head_dim: 6 }, "q_proj.weight: [16, 8] in the file, [12, 8] expected"],
  ["llama", { num_key_value_heads: 3 }, "num_key_value_heads 3 does not divide num_attention_heads 2"],
  ["llama", { attention_bias: true }, "missing (8): model.layers.0.self_attn.q_proj.bias"],
  ["llamaTied", { attention_bias: false }, "left over (8): model.layers.0.self_attn.k_proj.bias"],
  ["llamaTied", { mlp_bias: false }, "left over (6): model.layers.0.mlp.down_proj.bias"],
  [
    "llamaTied",
    { tie_word_embeddings: false },
    "missing (1): lm_head.weight\ntie_word_embeddings is false, so the output layer has weights of its own; true takes the table",
  ],
  ["llama", { rope_scaling: 3 }, "rope_scaling is 3, expected an object or null"],
  [
    "llama",
    { rope_scaling: { factor: 2 } },
    "rope_scaling: rope_type is missing, and factor needs it; add one of",
  ],
  [
    "llama",
    { rope_scaling: { type: "linear" } },
    "rope_scaling: factor is missing, expected a number of at least 1",
  ],
  [
    "llama",
    { rope_scaling: { type: "linear", factor: 0.5 } },
    "rope_scaling: factor is 0.5, expected a number of at",
  ],
  [
    "llama",
    { rope_scaling: { rope_type: "yarn", factor: 4 } },
    'rope_scaling: rope_type is "yarn", which is not supported; supported: "default", "linear", "llama3". It changes what',
  ],
  [
    "llama",
    { rope_scaling: { type: "dynamic", factor: 4 } },
    'type is "dynamic", which is not supported; supported: "default", "linear", "llama3". Texts of up to max_position_embeddings',
  ],
  [
    "llama",
    { rope_scaling: llama3 },
    "original_max_position_embeddings is missing, expected a number of at least 1",
  ],
  [
    "llama",
    { rope_scaling: { ...llama3, high_freq_factor: 1, original_max_position_embeddings: 64 } },
    "ropeScaling.highFreqFactor 1 must be above ropeScaling.lowFreqFactor, 1",
  ],
  [
    "llama",
    { rope_scaling: { type: "linear", factor: 2 }, rope_parameters: { rope_type: "default" } },
    "expected the same; remove the one that the model was not trained with",
  ],
])("a value that changes the numbers: %s, %o", async (layout, changes, expected) => {
  const { config, weights } = layouts[layout];
  expect(await refusal(filesFor({ config: { ...config, ...changes }, weights }))).toContain(expected);
});

it("two names of one weight must hold the same numbers, whichever comes first", async () => {
  const other = { shape: [11, 8], seed: 77 };
  const names = ["lm_head.weight", "transformer.wte.weight"];
  const files = filesFor(gpt2, (weights) => weights.set("lm_head.weight", input(other)));
  const all = entriesOf(files["model.safetensors"] as Uint8Array);
  for (const [first, second] of [names, names.toReversed()]) {
    const late = [second!, all.get(second!)!] as const;
    const shards = {
      "config.json": gpt2.config,
      "model-00001-of-00002.safetensors": encode([...all].filter(([name]) => name !== second)),
      "model-00002-of-00002.safetensors": encode([late]),
    };
    expect(await refusal(shards)).toContain(
      `${first} and ${second} are names of one weight here, and hold different numbers. Remove the one that the model does not use, or set tie_word_embeddings to false`,
    );
  }
  const decoder = filesFor(bert, (weights) =>
    weights.set("cls.predictions.decoder.bias", input({ shape: [11], seed: 5 })),
  );
  expect(await refusal(decoder)).toContain(
    "cls.predictions.bias and cls.predictions.decoder.bias are names of one",
  );
  // With tie_word_embeddings false they are two.
  const config = { ...gpt2.config, tie_word_embeddings: false };
  const apart = filesFor({ ...gpt2, config }, (weights) => weights.set("lm_head.weight", input(other)));
  const { model } = await loadPretrained(filesOf(apart));
  const { model: tied } = await loadPretrained(filesOf(filesFor(gpt2)));
  expect(outputs(model)).not.toEqual(outputs(tied));
});

it("weights in 16 bits are compared too, and what is transposed", async () => {
  const twice = filesFor(gpt2, (weights) => {
    weights.set("h.0.attn.c_proj.weight", weights.get("transformer.h.0.attn.c_proj.weight")!);
  });
  for (const weights of ["float32", "bfloat16"] as const) {
    const { model } = await loadPretrained(filesOf(twice), { weights });
    expect(model).toBeInstanceOf(GPT);
    const other = filesFor(gpt2, (entries) =>
      entries.set("h.0.attn.c_proj.weight", input({ shape: [8, 8], seed: 4 })),
    );
    await expect(loadPretrained(filesOf(other), { weights })).rejects.toThrow(/names of one weight here/);
  }
});

it("a part of a head that is missing, or that the model has no place for", async () => {
  const less = filesFor(bert, (weights) => weights.delete("cls.predictions.transform.LayerNorm.weight"));
  expect(await refusal(less)).toContain("missing (1): cls.predictions.transform.LayerNorm.weight");
  const more = filesFor(bert, (weights) =>
    weights.set("cls.predictions.more", input({ shape: [8], seed: 1 })),
  );
  expect(await refusal(more)).toContain("left over (1): cls.predictions.more");
  const biased = filesFor(llama, (weights) => weights.set("lm_head.bias", input({ shape: [11], seed: 1 })));
  expect(await refusal(biased)).toContain("left over (1): lm_head.bias");
  const relative = "encoder.layer.0.attention.self.distance_embedding.weight";
  const files = filesFor(plainBert, (weights) => weights.set(relative, input({ shape: [31, 4], seed: 1 })));
  expect(await refusal(files)).toContain(`left over (1): ${relative}`);
});
