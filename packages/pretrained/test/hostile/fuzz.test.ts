import {
  CheckpointError,
  decodeSafetensors,
  encodeCheckpoint,
  Linear,
  restoreCheckpoint,
  SafetensorsError,
  SGD,
} from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addLora, loadLora, loadPretrained, PretrainedError } from "../../src/index.ts";
import { type Files, filesOf, free, liveTensors, tinyGpt2 } from "../load/checkpoints.ts";
import { checkpoints, cut, cuts, edited, edits, type Json, tokenizerConfig, tokenizers } from "./mutate.ts";

// SACCADE_FUZZ=20000 runs as many files of each kind; the seed makes failures repeatable.
const { SACCADE_FUZZ: wanted = "150", SACCADE_SEED: seed = "18" } = process.env;
const runs = { numRuns: Number(wanted), seed: Number(seed) };
const timeout = 60_000 + 60 * Number(wanted);

const named = [PretrainedError, SafetensorsError, CheckpointError, ArgumentError];

/** Loads or is refused by name, with a message that can be read, and leaves nothing when it is refused. */
async function tried<T>(load: () => T | Promise<T>): Promise<T | null> {
  const before = liveTensors();
  try {
    return await load();
  } catch (error) {
    if (!named.some((kind) => error instanceof kind)) throw error;
    expect(String(error).length).toBeLessThan(25_000);
    expect(liveTensors()).toBeLessThanOrEqual(before);
    return null;
  }
}

async function loads(files: Files): Promise<void> {
  const loaded = await tried(() => loadPretrained(filesOf(files), { memoryLimit: 1e8 }));
  if (loaded === null) return;
  const { model, tokenizer } = loaded;
  free(model);
  for (const text of ["ab a", "<s>[CLS] b\n\tü", "a".repeat(3000), " ".repeat(3000)]) {
    const ids = await tried(() => tokenizer?.encode(text) ?? []);
    await tried(() => tokenizer?.decode(ids ?? []) ?? "");
  }
}

const anyCheckpoint = fc.constantFrom(...checkpoints);
const anyTokenizer = fc.constantFrom(...tokenizers);

describe("a changed file loads or is refused by name:", () => {
  it("config.json", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyCheckpoint, edits, ({ config, weights }, changes) =>
        loads({ "config.json": edited(config, changes), "model.safetensors": weights }),
      ),
      runs,
    ),
  );

  it("config.json, byte by byte", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyCheckpoint, cuts, ({ config, weights }, changes) =>
        loads({
          "config.json": cut(new TextEncoder().encode(JSON.stringify(config)), changes),
          "model.safetensors": weights,
        }),
      ),
      runs,
    ),
  );

  it("tokenizer.json", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyTokenizer, edits, (file, changes) =>
        loads({
          "config.json": checkpoints[0]!.config as object,
          "model.safetensors": checkpoints[0]!.weights,
          "tokenizer.json": edited(file, changes),
        }),
      ),
      runs,
    ),
  );

  it("tokenizer_config.json", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyTokenizer, edits, (file, changes) =>
        loads({
          "config.json": checkpoints[0]!.config as object,
          "model.safetensors": checkpoints[0]!.weights,
          "tokenizer.json": file as object,
          "tokenizer_config.json": edited(tokenizerConfig, changes),
        }),
      ),
      runs,
    ),
  );

  it("the header of weights", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyCheckpoint, edits, ({ config, weights }, changes) => {
        const length = new DataView(weights.buffer, weights.byteOffset).getUint32(0, true);
        const header = JSON.parse(new TextDecoder().decode(weights.subarray(8, 8 + length))) as Json;
        const text = new TextEncoder().encode(edited(header, changes));
        const file = new Uint8Array(8 + text.length + weights.length - 8 - length);
        new DataView(file.buffer).setUint32(0, text.length, true);
        file.set(text, 8);
        file.set(weights.subarray(8 + length), 8 + text.length);
        return loads({ "config.json": config as object, "model.safetensors": file });
      }),
      runs,
    ),
  );

  it("weights, byte by byte", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyCheckpoint, cuts, async ({ config, weights }, changes) => {
        const file = cut(weights, changes);
        await tried(() => decodeSafetensors(file));
        await loads({ "config.json": config as object, "model.safetensors": file });
      }),
      runs,
    ),
  );

  it("an index", { timeout }, () =>
    fc.assert(
      fc.asyncProperty(anyCheckpoint, edits, ({ config, index, shards }, changes) =>
        loads({
          "config.json": config as object,
          ...shards,
          "model.safetensors.index.json": edited(index, changes),
        }),
      ),
      runs,
    ),
  );

  it("an adapter", { timeout }, () => {
    const model = tinyGpt2();
    const lora = addLora(model, { rank: 2 });
    const files = lora.save();
    lora.remove();
    const config = JSON.parse(new TextDecoder().decode(files["adapter_config.json"])) as Json;
    return fc.assert(
      fc.asyncProperty(edits, cuts, fc.boolean(), async (changes, bytes, whole) => {
        const loaded = await tried(() =>
          loadLora(model, {
            "adapter_config.json": new TextEncoder().encode(edited(config, changes)),
            "adapter_model.safetensors": whole
              ? files["adapter_model.safetensors"]
              : Uint8Array.from(cut(files["adapter_model.safetensors"], bytes)),
          }),
        );
        loaded?.remove();
      }),
      runs,
    );
  });

  it("a training checkpoint", { timeout }, () => {
    const model = new Linear(2, 1);
    const optimizer = new SGD(model, { lr: 0.1, momentum: 0.9 });
    const file = encodeCheckpoint({ model, optimizer, extra: { epoch: 3 } });
    return fc.assert(
      fc.asyncProperty(cuts, (changes) =>
        tried(() => restoreCheckpoint(cut(file, changes), { model, optimizer })).then(() => {}),
      ),
      runs,
    );
  });
});

describe("files of one kind of trouble, below 1 MB", () => {
  const { config, weights } = checkpoints[0]!;
  const base = { "config.json": config as object, "model.safetensors": weights };
  const bpe = (model: object, more: object = {}): Files => ({
    ...base,
    "tokenizer.json": {
      model: { type: "BPE", vocab: { a: 0, b: 1, ab: 2, abab: 3 }, merges: ["a b"], ...model },
      ...more,
    },
  });
  const many = (count: number): string => {
    const names = Array.from(
      { length: count },
      (_, i) => `"t${i}":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}`,
    );
    return `{${names.join(",")}}`;
  };
  const headed = (text: string): Uint8Array => {
    const header = new TextEncoder().encode(text);
    const file = new Uint8Array(8 + header.length);
    new DataView(file.buffer).setUint32(0, header.length, true);
    file.set(header, 8);
    return file;
  };
  const deep = (count: number): Files => ({
    ...base,
    "tokenizer.json": `{"model":{"type":"BPE","vocab":{"a":0},"merges":[]},"normalizer":${chain(count)}}`,
  });
  const chain = (count: number): string =>
    '{"type":"Sequence","normalizers":['.repeat(count) + "]}".repeat(count);
  const cases: Readonly<Record<string, Files>> = {
    ...Object.fromEntries(
      ["n_layer", "n_embd", "n_head", "n_positions", "vocab_size", "n_inner"].flatMap((name) =>
        [3e7, 1e9, 2 ** 31, 2 ** 52].map((size) => [
          `${name} ${size}`,
          { ...base, "config.json": { ...(config as object), [name]: size } },
        ]),
      ),
    ),
    "deep lists": { ...base, "config.json": `{"a":${"[".repeat(3e5)}${"]".repeat(3e5)}}` },
    "deep value": {
      ...base,
      "config.json": { ...(config as object), n_layer: JSON.parse("[".repeat(90) + "]".repeat(90)) as Json },
    },
    "long value": { ...base, "config.json": { ...(config as object), n_layer: "x".repeat(9e5) } },
    "zero-size tensors": { ...base, "model.safetensors": headed(many(15_000)) },
    "a name of dots": {
      ...base,
      "model.safetensors": headed(`{"${".".repeat(9e5)}":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}}`),
    },
    "names of dots": {
      ...base,
      "model.safetensors": headed(
        `{${Array.from({ length: 200 }, (_, i) => `"${i}${".h".repeat(2000)}":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}`).join(",")}}`,
      ),
    },
    "an index of many weights": {
      "config.json": config as object,
      "model.safetensors.index.json": {
        weight_map: Object.fromEntries(Array.from({ length: 25_000 }, (_, i) => [`w${i}`, "a.safetensors"])),
      },
      "a.safetensors": weights,
    },
    "an index of many files": {
      "config.json": config as object,
      "model.safetensors.index.json": {
        weight_map: Object.fromEntries(
          Array.from({ length: 20_000 }, (_, i) => [`w${i}`, `${i}.safetensors`]),
        ),
      },
    },
    "a shard of many": { "config.json": config as object, "model-00001-of-99999.safetensors": weights },
    "an id of 1e9": bpe({ vocab: { a: 0, b: 1e9, ab: 2 } }),
    "an id of 1.5": bpe({ vocab: { a: 0, b: 1.5, ab: 2 } }),
    "an id of -1": bpe({ vocab: { a: 0, b: -1, ab: 2 } }),
    "an added id of 1e9": bpe({}, { added_tokens: [{ id: 1e9, content: "x" }] }),
    "one merge many times": bpe({ merges: Array.from({ length: 1e5 }, () => "a b") }),
    "steps inside each other": deep(3000),
    "40 steps inside each other": deep(40),
    "many steps": bpe(
      {},
      {
        normalizer: {
          type: "Sequence",
          normalizers: Array.from({ length: 20_000 }, () => ({ type: "NFC" })),
        },
      },
    ),
    "replacements that double": bpe(
      {},
      {
        normalizer: {
          type: "Sequence",
          normalizers: Array.from({ length: 60 }, () => ({
            type: "Replace",
            pattern: { String: "a" },
            content: "aa",
          })),
        },
      },
    ),
    "a replacement that is long": bpe(
      {},
      {
        normalizer: { type: "Replace", pattern: { String: "a" }, content: "b".repeat(3e4) },
      },
    ),
    "a pattern that never ends": bpe(
      {},
      { pre_tokenizer: { type: "Split", pattern: { Regex: "(a+)+$" }, behavior: "Isolated" } },
    ),
    "many added tokens": bpe(
      {},
      {
        added_tokens: Array.from({ length: 12_000 }, (_, i) => ({ id: 0, content: `x${i}`, special: true })),
      },
    ),
    "a long added token": bpe({}, { added_tokens: [{ id: 4, content: "x".repeat(9e5), special: true }] }),
    "an enormous model_max_length": { ...bpe({}), "tokenizer_config.json": { model_max_length: 1e30 } },
  };

  it.each(Object.entries(cases))("%s", { timeout: 5000 }, (_name, files) => loads(files));
});
