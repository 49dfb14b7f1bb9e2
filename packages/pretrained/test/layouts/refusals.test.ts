import { GPT } from "@saccade/models";
import { expect, it } from "vitest";
import { loadPretrained } from "../../src/index.ts";
import { encode, entriesOf, type Files, filesOf, outputs, refusal } from "../load/checkpoints.ts";
import { caseNamed, filesFor, input } from "./models.ts";

const bert = caseNamed("BertForMaskedLM: the decoder and its bias under two names");
const plainBert = caseNamed("BertModel: neither pooler nor prefix");
const gpt2 = caseNamed("GPT-2: buffers, and the head beside the embeddings");
const llama = caseNamed("Llama: linear scaling");
const llamaTied = caseNamed("Llama: biases, wide heads, tied");
const layouts = { bert, gpt2, llama, llamaTied };

const original = "original_max_position_embeddings";

const message = async (files: Files): Promise<string> =>
  (await refusal(() => loadPretrained(filesOf(files)))).message;

it.each<[keyof typeof layouts, object, string]>([
  [
    "bert",
    { tie_word_embeddings: false },
    "tie_word_embeddings is false, which is not supported; supported: true",
  ],
  ["gpt2", { n_inner: 12 }, "h.0.mlp.c_fc.weight: [8, 32] in the file, [8, 12] expected"],
  ["llama", { head_dim: 6 }, "q_proj.weight: [16, 8] in the file, [12, 8] expected"],
  ["llama", { attention_bias: true }, "missing (8): model.layers.0.self_attn.q_proj.bias"],
  ["llamaTied", { attention_bias: false }, "left over (8): model.layers.0.self_attn.k_proj.bias"],
  ["llamaTied", { mlp_bias: false }, "left over (6): model.layers.0.mlp.down_proj.bias"],
  [
    "llamaTied",
    { tie_word_embeddings: false },
    "missing (1): lm_head.weight\ntie_word_embeddings is false, so the output layer has its own weights; true uses",
  ],
  [
    "llama",
    {
      rope_scaling: {
        rope_type: "llama3",
        factor: 8,
        low_freq_factor: 1,
        high_freq_factor: 1,
        [original]: 64,
      },
    },
    "ropeScaling.highFreqFactor 1 must be above ropeScaling.lowFreqFactor, 1",
  ],
])("a value that does not fit the weights: %s, %o", async (layout, changes, expected) => {
  const { config, weights } = layouts[layout];
  expect(await message(filesFor({ config: { ...config, ...changes }, weights }))).toContain(expected);
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
    expect(await message(shards)).toContain(
      `${first} and ${second} are names of one weight here, and hold different numbers. Remove the one that the model does not use, or set tie_word_embeddings to false`,
    );
  }
  const decoder = filesFor(bert, (weights) =>
    weights.set("cls.predictions.decoder.bias", input({ shape: [11], seed: 5 })),
  );
  expect(await message(decoder)).toContain(
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
  expect(await message(less)).toContain("missing (1): cls.predictions.transform.LayerNorm.weight");
  const more = filesFor(bert, (weights) =>
    weights.set("cls.predictions.more", input({ shape: [8], seed: 1 })),
  );
  expect(await message(more)).toContain("left over (1): cls.predictions.more");
  const biased = filesFor(llama, (weights) => weights.set("lm_head.bias", input({ shape: [11], seed: 1 })));
  expect(await message(biased)).toContain("left over (1): lm_head.bias");
  const relative = "encoder.layer.0.attention.self.distance_embedding.weight";
  const files = filesFor(plainBert, (weights) => weights.set(relative, input({ shape: [31, 4], seed: 1 })));
  expect(await message(files)).toContain(`left over (1): ${relative}`);
});
