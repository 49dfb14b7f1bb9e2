import { GPT, type GPTOptions } from "@saccade/models";
import { zeros } from "@saccade/tensor";
import { describe, expect, it } from "vitest";
import * as pretrained from "../../src/index.ts";
import {
  type Entries,
  encode,
  entriesOf,
  type Files,
  filesOf,
  jsonOf,
  liveTensors,
  outputs,
  refusal,
  saved,
  sharded,
  tinyBert,
  tinyGpt2,
  tinyLlama,
} from "./checkpoints.ts";

const gpt2 = saved(tinyGpt2());
const config: Readonly<Record<string, unknown>> = jsonOf(gpt2["config.json"]!);
const weights = gpt2["model.safetensors"]!;

function withConfig(changes: object, others: Files = gpt2): Files {
  return { ...others, "config.json": { ...config, ...changes } };
}

function withWeights(change: (entries: Entries) => void): Files {
  const entries = entriesOf(weights);
  change(entries);
  return { ...gpt2, "model.safetensors": encode(entries) };
}

const load = (
  files: Files,
  options?: pretrained.LoadPretrainedOptions,
): Promise<pretrained.PretrainedError> => refusal(() => pretrained.loadPretrained(filesOf(files), options));

const message = async (files: Files, options?: pretrained.LoadPretrainedOptions): Promise<string> =>
  (await load(files, options)).message;

const f32 = (shape: number[]) => ({ dtype: "F32", shape, data: zeros(shape).dataSync() }) as const;

describe("files", () => {
  it("names what is missing, and what is there", async () => {
    expect(await message({ "model.safetensors": weights })).toBe(
      "loadPretrained: config.json is missing; found model.safetensors.",
    );
    expect(await message({ "config.json": config, "pytorch_model.bin": "x" })).toMatch(
      /model\.safetensors is missing; found config\.json, pytorch_model\.bin\. PyTorch's own format is not read: .*safe_serialization/,
    );
    expect(await message({ "a.config.json": config, "b.config.json": config })).toMatch(
      /there are a\.config\.json, b\.config\.json; choose one: \{ name: "a" \}/,
    );
  });

  it("says of a tokenizer's part of another form that it is one, and quotes no code", async () => {
    const model = { type: "BPE", vocab: { a: 0 }, merges: [] };
    const normalizer = { type: "Sequence", normalizers: "a" };
    const files = { "config.json": config, "model.safetensors": weights };
    expect(await message({ ...files, "tokenizer.json": { model, normalizer } })).toMatch(
      /tokenizer\.json: it cannot be read \(a part of it has another form than its type says\)/,
    );
  });

  it.each([
    ["config.json", "{", /config\.json: it is not JSON .* cut short \(1 characters\)/],
    ["config.json", "[]", /config\.json: it holds a list, expected an object/],
    ["model.safetensors", weights.subarray(0, 5), /model\.safetensors: .*5 bytes, too few/],
    [
      "model.safetensors",
      weights.subarray(0, 100),
      /model\.safetensors: .*the header length is \d+ bytes, but only 92 follow/,
    ],
    ["model.safetensors", weights.subarray(0, weights.length - 1), /model\.safetensors: .*cut short/],
  ])("a damaged %s", async (name, content, expected) => {
    expect(await message({ ...gpt2, [name]: content })).toMatch(expected);
  });

  it("names every shard that is missing or cut", async () => {
    const { "model.safetensors": _, ...rest } = gpt2;
    const shards = { ...rest, ...sharded(weights) };
    const { "model-00002-of-00002.safetensors": second, ...first } = shards;
    expect(await message(first)).toMatch(
      /1 of 2 shards is missing: model-00002-of-00002\.safetensors \(named by model\.safetensors\.index\.json\); add it/,
    );
    const { "model.safetensors.index.json": __, ...unnamed } = first;
    expect(await message(unnamed)).toMatch(
      /model-00002-of-00002\.safetensors \(named by the names of the others\)/,
    );
    const cut = second instanceof Uint8Array ? second.subarray(0, -2) : "";
    expect(await message({ ...shards, "model-00002-of-00002.safetensors": cut })).toMatch(
      /^model-00002-of-00002\.safetensors: .*cut short/,
    );
  });

  it("refuses an index that names no file, a folder, or files without its weights", async () => {
    const { "model.safetensors": _, ...rest } = gpt2;
    const name = "model.safetensors.index.json";
    expect(await message({ ...rest, [name]: { weight_map: {} } })).toMatch(/weight_map names no file/);
    expect(await message({ ...rest, [name]: { weight_map: { w: "../x" } } })).toMatch(
      /gives "\.\.\/x" for w/,
    );
    const long = await message({ ...rest, [name]: { weight_map: { w: new Array(3000).fill("a") } } });
    expect(long).toMatch(/weight_map gives \["a".{1,210}… for w, expected the name/);
    const lost = { ...rest, "a.safetensors": weights, [name]: { weight_map: { w: "a.safetensors" } } };
    expect(await message(lost)).toMatch(/not in the files that it names: w \(in a\.safetensors\)/);
  });
});

describe("weights that do not fit the configuration", () => {
  it("lists all that are missing, left over and of another shape", async () => {
    const files = withWeights((entries) => {
      entries.delete("transformer.wpe.weight");
      entries.delete("transformer.h.1.ln_2.bias");
      entries.set("transformer.h.2.ln_2.bias", f32([8]));
      entries.set("transformer.ln_f.weight", f32([9]));
      entries.set("transformer.h.0.ln_1.bias", { dtype: "I8", shape: [8], data: new Int8Array(8) });
    });
    const error = await load(files);
    expect(error.problems).toEqual({
      missing: ["transformer.wpe.weight", "transformer.h.1.ln_2.bias"],
      unexpected: ["transformer.h.2.ln_2.bias"],
      mismatched: [
        "transformer.h.0.ln_1.bias: I8 in the file, F32, F16, BF16, F64 can be read",
        "transformer.ln_f.weight: [9] in the file, [8] expected",
      ],
    });
    for (const name of error.problems.missing) expect(error.message).toContain(name);
  });

  it("lists the weights of another architecture", async () => {
    const bert = saved(tinyBert());
    const error = await load({ ...bert, "config.json": config });
    expect(error.problems.missing).toContain("h.0.attn.c_attn.weight");
    const llama = await load({ ...saved(tinyLlama()), "config.json": config });
    expect(llama.message).toMatch(/do not fit config\.json \(model_type gpt2\)/);
  });

  it("names the value of config.json that the model refuses", async () => {
    expect(await message(withConfig({ n_head: 3 }))).toMatch(/config\.json: .*headDim must be .* got 2\.66/);
  });

  it("takes the architecture from the class of transformers where model_type is missing", async () => {
    expect((await pretrained.loadPretrained(filesOf(withConfig({ model_type: null })))).modelType).toBe(
      "gpt2",
    );
    expect(await message(withConfig({ model_type: null, architectures: null }))).toMatch(
      /model_type is missing; add it/,
    );
  });
});

describe("other refusals", () => {
  it("weights beyond the memory, with both figures, before any is read", async () => {
    let progress = 0;
    const error = await message(gpt2, { memoryLimit: 1000, progress: () => progress++ });
    expect(error).toMatch(
      /the weights take 7\.6 kB \(1896 numbers, kept as float32\), and 1\.0 kB are free.*memoryLimit/,
    );
    expect(progress).toBe(0);
  });

  it("a load that is aborted, which leaves models in memory as they are", async () => {
    const first = (await pretrained.loadPretrained(filesOf(gpt2))).model;
    const expected = outputs(first);
    const before = liveTensors();
    const controller = new AbortController();
    let calls = 0;
    const progress = (): void => {
      if (++calls === 5) controller.abort(new Error("enough"));
    };
    const aborted = pretrained.loadPretrained(filesOf(gpt2), { progress, signal: controller.signal });
    await expect(aborted).rejects.toThrow("enough");
    expect(liveTensors()).toBeLessThanOrEqual(before);
    expect(outputs(first)).toEqual(expected);
  });

  it("arguments that are none", async () => {
    await expect(pretrained.loadPretrained([3 as never])).rejects.toThrow(
      /files\[0\] .*name, size and slice/,
    );
    await expect(pretrained.loadPretrained(3 as never)).rejects.toThrow(
      /a list of files .* or the URL of a folder/,
    );
    const wrong = { onProgress: () => {} } as pretrained.LoadPretrainedOptions;
    await expect(pretrained.loadPretrained([], wrong)).rejects.toThrow(
      /no option "onProgress"; write progress/,
    );
  });

  it.each<[Partial<GPTOptions>, RegExp]>([
    [
      { positions: "alibi" },
      /positions "alibi" \(it has "learned"\); Llama's .* positions "alibi" \(it has "rotary"\)/,
    ],
    [{ bias: false, norm: "rms" }, /norm "rms" .*, bias false \(it has true\), attentionBias false/],
    [{ numKvHeads: 1 }, /numKvHeads 1 \(it has 2\)/],
    [{ positions: "rotary" }, /Llama's architecture has no place for norm "layer" .*, activation "geluTanh"/],
  ])("a model that no architecture of Hugging Face expresses: %o", (options, expected) => {
    const model = new GPT({ ...tinyGpt2().settings, ...options, attentionBias: undefined });
    expect(() => pretrained.savePretrained(model)).toThrow(expected);
  });
});
