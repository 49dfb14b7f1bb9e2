import { Bert, type BertOptions, GPT, type GPTOptions } from "@saccade/models";
import { manualSeed } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { loadPretrained } from "../../src/index.ts";
import {
  encode,
  entriesOf,
  type Files,
  filesOf,
  free,
  liveTensors,
  outputs,
  saved,
  sharded,
  tinyBert,
  tinyGpt2,
  tinyLlama,
} from "./checkpoints.ts";

const small = (max: number): fc.Arbitrary<number> => fc.integer({ min: 1, max });

const sizes = fc.record({
  vocabSize: fc.integer({ min: 10, max: 17 }),
  maxLen: fc.integer({ min: 4, max: 9 }),
  numLayers: small(2),
  dimFeedforward: small(13),
  normEps: fc.constantFrom(1e-12, 1e-6, 1e-5),
});

const gpt2: fc.Arbitrary<GPTOptions> = fc
  .tuple(sizes, small(3), small(4), fc.boolean(), fc.constantFrom("gelu", "geluTanh", "relu", "silu"))
  .map(([rest, numHeads, width, tied, activation]) => {
    return { ...rest, numHeads, dModel: numHeads * width, tied, activation } as const;
  });

const llama: fc.Arbitrary<GPTOptions> = fc
  .record({
    ...{ kv: small(3), group: small(2), pairs: small(3), dModel: small(9), tied: fc.boolean() },
    ...{ bias: fc.boolean(), attentionBias: fc.boolean(), ropeBase: fc.constantFrom(10_000, 500_000) },
    activation: fc.constantFrom("swiglu" as const, "geglu" as const, "gegluTanh" as const),
    ropeScaling: fc.constantFrom(
      "none" as const,
      { kind: "linear", factor: 2 } as const,
      { kind: "llama3", factor: 8, lowFreqFactor: 1, highFreqFactor: 4, originalMaxLen: 32 } as const,
    ),
    rest: sizes,
  })
  .map(({ kv, group, pairs, rest, ...more }) => {
    const heads = { numHeads: kv * group, numKvHeads: kv, headDim: 2 * pairs };
    return { ...rest, ...more, ...heads, positions: "rotary", norm: "rms" } as const;
  });

const bert: fc.Arbitrary<BertOptions> = fc
  .tuple(
    sizes,
    small(3),
    small(4),
    small(3),
    fc.boolean(),
    fc.boolean(),
    fc.constantFrom("gelu", "geluTanh", "relu", "silu"),
  )
  .map(([rest, numHeads, width, numTypes, pooler, maskedHead, activation]) => {
    return { ...rest, numHeads, dModel: numHeads * width, numTypes, pooler, maskedHead, activation } as const;
  });

const model: fc.Arbitrary<() => GPT | Bert> = fc.oneof(
  gpt2.map((options) => () => new GPT(options)),
  llama.map((options) => () => new GPT(options)),
  bert.map((options) => () => new Bert(options)),
);

const leftovers = { dtype: "F32", shape: [1], data: new Float32Array(1) } as const;

/** The same weights as others write them. */
const variants: Readonly<Record<string, (weights: Uint8Array, config: Uint8Array) => Files>> = {
  "as saved": (weights) => ({ "model.safetensors": weights }),
  "in two shards": (weights) => sharded(weights),
  "in two shards without an index": (weights) => {
    const { "model.safetensors.index.json": _, ...shards } = sharded(weights);
    return shards;
  },
  "under a name of their own": (weights, config) => ({
    "tiny.config.json": config,
    "tiny.safetensors": weights,
  }),
  "with another prefix": (weights) => renamed(weights, (name) => `module.${name}`),
  "without a prefix": (weights) =>
    renamed(weights, (name) => name.replace(/^(transformer|model|bert)\./, "")),
  "with buffers and another head": (weights) => {
    const entries = entriesOf(weights);
    const [prefix = ""] = [...entries.keys()].flatMap(
      (name) => /^(transformer|model|bert)\./.exec(name) ?? [],
    );
    const names = ["h.0.attn.bias", "h.0.attn.masked_bias", "layers.0.self_attn.rotary_emb.inv_freq"];
    for (const name of [...names, "embeddings.position_ids"]) entries.set(prefix + name, leftovers);
    for (const name of ["score.weight", "cls.seq_relationship.bias"]) entries.set(name, leftovers);
    return { "model.safetensors": encode(entries) };
  },
};

function renamed(weights: Uint8Array, rename: (name: string) => string): Files {
  const entries = [...entriesOf(weights)].map(([name, x]) => [rename(name), x] as const);
  return { "model.safetensors": encode(entries) };
}

/** The files of a variant; config.json has its own name unless the variant gives it another. */
function laidOut(model: GPT | Bert, how: string): Files {
  const { "config.json": config, "model.safetensors": weights } = saved(model);
  const files = variants[how]!(weights!, config!);
  return "tiny.config.json" in files ? files : { "config.json": config!, ...files };
}

describe("a model that is saved and loaded", () => {
  it("gives the same numbers, bit for bit, however its files are laid out", async () => {
    await fc.assert(
      fc.asyncProperty(
        model,
        fc.constantFrom(...Object.keys(variants)),
        fc.nat(),
        async (make, how, seed) => {
          manualSeed(seed);
          const built = make();
          const before = liveTensors();
          const loaded = await loadPretrained(filesOf(laidOut(built, how)));
          expect(outputs(loaded.model)).toEqual(outputs(built.eval()));
          expect(loaded.model.training).toBe(false);
          free(loaded.model);
          expect(liveTensors()).toBeLessThanOrEqual(before);
          free(built);
        },
      ),
      runs(15),
    );
  });

  it("can be saved with 16 bits a number, which rounds each", async () => {
    for (const dtype of ["float16", "bfloat16"] as const) {
      for (const built of [tinyGpt2(), tinyLlama(), tinyBert()]) {
        const files = saved(built, { dtype });
        const { model: once } = await loadPretrained(filesOf(files));
        for (const [i, row] of outputs(once).entries()) {
          const exact = outputs(built)[i]!;
          expect(Math.max(...row.map((x, j) => Math.abs(x - exact[j]!)))).toBeLessThan(0.05);
        }
        // Rounding a second time changes nothing.
        expect(saved(once, { dtype })["model.safetensors"]).toEqual(files["model.safetensors"]);
      }
    }
  });

  it("keeps what was given for config.json, but for what describes the model", async () => {
    const note = "[".repeat(2000); // marks of a text are no depth
    const config = { eos_token_id: 2, vocab_size: 99, note };
    const loaded = await loadPretrained(filesOf(saved(tinyGpt2(), { config })));
    expect(loaded.config).toMatchObject({ eos_token_id: 2, note, vocab_size: 11, model_type: "gpt2" });
  });
});
