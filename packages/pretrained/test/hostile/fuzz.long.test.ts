import * as nn from "@saccade/nn";
import { ArgumentError } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addLora, loadLora, loadPretrained, PretrainedError } from "../../src/index.ts";
import { type Files, filesOf, free, jsonOf, liveTensors, textOf, tinyGpt2 } from "../load/checkpoints.ts";
import { checkpoints, cut, cuts, edited, edits, type Json, tokenizerConfig, tokenizers } from "./mutate.ts";

// SACCADE_FUZZ=20000 runs as many files of each kind; the seed makes failures repeatable.
const { SACCADE_FUZZ: wanted = "150", SACCADE_SEED: seed = "18" } = process.env;
const runs = { numRuns: Number(wanted), seed: Number(seed) };
const timeout = 60_000 + 60 * Number(wanted);

const named = [PretrainedError, nn.SafetensorsError, nn.CheckpointError, ArgumentError];

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

/** A file of weights: its length, its header and its data. */
function headed(header: string, data: Uint8Array = new Uint8Array()): Uint8Array {
  const text = textOf(header);
  const file = new Uint8Array(8 + text.length + data.length);
  new DataView(file.buffer).setUint32(0, text.length, true);
  file.set(text, 8);
  file.set(data, 8 + text.length);
  return file;
}

const base = {
  "config.json": checkpoints[0]!.config as object,
  "model.safetensors": checkpoints[0]!.weights,
};
const filesOfOne = fc.record({
  one: fc.constantFrom(...checkpoints),
  tokenizer: fc.constantFrom(...tokenizers),
  changes: edits,
  bytes: cuts,
});
type One = typeof filesOfOne extends fc.Arbitrary<infer T> ? T : never;

const kinds: Readonly<Record<string, (given: One) => Files>> = {
  "config.json": ({ one: { config, weights }, changes }) => {
    return { "config.json": edited(config, changes), "model.safetensors": weights };
  },
  "config.json, byte by byte": ({ one: { config, weights }, bytes }) => {
    return { "config.json": cut(textOf(config as object), bytes), "model.safetensors": weights };
  },
  "tokenizer.json": ({ tokenizer, changes }) => ({ ...base, "tokenizer.json": edited(tokenizer, changes) }),
  "tokenizer_config.json": ({ tokenizer, changes }) => {
    const config = edited(tokenizerConfig, changes);
    return { ...base, "tokenizer.json": tokenizer as object, "tokenizer_config.json": config };
  },
  "the header of weights": ({ one: { config, weights }, changes }) => {
    const end = 8 + new DataView(weights.buffer, weights.byteOffset).getUint32(0, true);
    const header: Json = jsonOf(weights.subarray(8, end));
    const file = headed(edited(header, changes), weights.subarray(end));
    return { "config.json": config as object, "model.safetensors": file };
  },
  "weights, byte by byte": ({ one: { config, weights }, bytes }) => {
    return { "config.json": config as object, "model.safetensors": cut(weights, bytes) };
  },
  "an index": ({ one: { config, index, shards }, changes }) => {
    const text = edited(index, changes);
    return { "config.json": config as object, ...shards, "model.safetensors.index.json": text };
  },
};

describe("a changed file loads or is refused by name:", () => {
  it.each(Object.entries(kinds))("%s", { timeout }, (_name, make) =>
    fc.assert(
      fc.asyncProperty(filesOfOne, async (given) => {
        const files = make(given);
        await loads(files);
        const { "model.safetensors": weights } = files;
        if (weights instanceof Uint8Array) await tried(() => nn.decodeSafetensors(weights));
      }),
      runs,
    ),
  );

  it("an adapter", { timeout }, () => {
    const model = tinyGpt2();
    const lora = addLora(model, { rank: 2 });
    const { "adapter_config.json": settings, "adapter_model.safetensors": tensors } = lora.save();
    lora.remove();
    const config: Json = jsonOf(settings);
    return fc.assert(
      fc.asyncProperty(edits, cuts, fc.boolean(), async (changes, bytes, whole) => {
        const changed = whole ? tensors : Uint8Array.from(cut(tensors, bytes));
        const files = {
          "adapter_config.json": textOf(edited(config, changes)),
          "adapter_model.safetensors": changed,
        };
        (await tried(() => loadLora(model, files)))?.remove();
      }),
      runs,
    );
  });

  it("a training checkpoint", { timeout }, () => {
    const model = new nn.Linear(2, 1);
    const optimizer = new nn.SGD(model, { lr: 0.1, momentum: 0.9 });
    const file = nn.encodeCheckpoint({ model, optimizer, extra: { epoch: 3 } });
    return fc.assert(
      fc.asyncProperty(cuts, (changes) =>
        tried(() => nn.restoreCheckpoint(cut(file, changes), { model, optimizer })).then(() => {}),
      ),
      runs,
    );
  });
});

describe("files of one kind of trouble, below 1 MB", () => {
  const { config, weights } = checkpoints[0]!;
  const withConfig = (changes: object): Files => ({
    ...base,
    "config.json": { ...(config as object), ...changes },
  });
  const withHeader = (names: readonly string[]): Files => {
    const entries = names.map((name) => `"${name}":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}`);
    return { ...base, "model.safetensors": headed(`{${entries.join(",")}}`) };
  };
  const withIndex = (count: number, file: (i: number) => string): Files => {
    const map = Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, file(i)]));
    return { "config.json": config as object, "model.safetensors.index.json": { weight_map: map } };
  };
  const bpe = (model: object, more: object = {}): Files => {
    const plain = { type: "BPE", vocab: { a: 0, b: 1, ab: 2, abab: 3 }, merges: ["a b"] };
    return { ...base, "tokenizer.json": { model: { ...plain, ...model }, ...more } };
  };
  const normalized = (normalizer: object): Files => bpe({}, { normalizer });
  const steps = (count: number, one: object): Files =>
    normalized({ type: "Sequence", normalizers: Array.from({ length: count }, () => one) });
  const nested = (count: number): Files => {
    const chain = '{"type":"Sequence","normalizers":['.repeat(count) + "]}".repeat(count);
    const model = '{"type":"BPE","vocab":{"a":0},"merges":[]}';
    return { ...base, "tokenizer.json": `{"model":${model},"normalizer":${chain}}` };
  };
  const replace = { type: "Replace", pattern: { String: "a" }, content: "aa" };
  const never = { type: "Split", pattern: { Regex: "(a+)+$" }, behavior: "Isolated" };
  const sizes = ["n_layer", "n_embd", "n_head", "n_positions", "vocab_size", "n_inner"];
  const numbers = (length: number): number[] => Array.from({ length }, (_, i) => i);
  const cases: Readonly<Record<string, Files>> = {
    ...Object.fromEntries(
      sizes.flatMap((name) =>
        [3e7, 1e9, 2 ** 31, 2 ** 52].map((size) => [`${name} ${size}`, withConfig({ [name]: size })]),
      ),
    ),
    "deep lists": { ...base, "config.json": `{"a":${"[".repeat(3e5)}${"]".repeat(3e5)}}` },
    "deep value": withConfig({ n_layer: JSON.parse("[".repeat(90) + "]".repeat(90)) as Json }),
    "long value": withConfig({ n_layer: "x".repeat(9e5) }),
    "zero-size tensors": withHeader(numbers(15_000).map((i) => `t${i}`)),
    "a name of dots": withHeader([".".repeat(9e5)]),
    "names of dots": withHeader(numbers(200).map((i) => `${i}${".h".repeat(2000)}`)),
    "an index of many weights": { ...withIndex(25_000, () => "a.safetensors"), "a.safetensors": weights },
    "an index of many files": withIndex(20_000, (i) => `${i}.safetensors`),
    "a shard of many": { "config.json": config as object, "model-00001-of-99999.safetensors": weights },
    "an id of 1e9": bpe({ vocab: { a: 0, b: 1e9, ab: 2 } }),
    "an id of 1.5": bpe({ vocab: { a: 0, b: 1.5, ab: 2 } }),
    "an id of -1": bpe({ vocab: { a: 0, b: -1, ab: 2 } }),
    "an added id of 1e9": bpe({}, { added_tokens: [{ id: 1e9, content: "x" }] }),
    "one merge many times": bpe({ merges: numbers(1e5).map(() => "a b") }),
    "steps inside each other": nested(3000),
    "40 steps inside each other": nested(40),
    "many steps": steps(20_000, { type: "NFC" }),
    "replacements that double": steps(60, replace),
    "a replacement that is long": normalized({ ...replace, content: "b".repeat(3e4) }),
    "a pattern that never ends": bpe({}, { pre_tokenizer: never }),
    "many added tokens": bpe({}, { added_tokens: numbers(12_000).map((i) => ({ id: 0, content: `x${i}` })) }),
    "a long added token": bpe({}, { added_tokens: [{ id: 4, content: "x".repeat(9e5), special: true }] }),
    "an enormous model_max_length": { ...bpe({}), "tokenizer_config.json": { model_max_length: 1e30 } },
  };

  it.each(Object.entries(cases))("%s", { timeout: 5000 }, (_name, files) => loads(files));
});
