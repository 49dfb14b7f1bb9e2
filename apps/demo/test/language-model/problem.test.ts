import { decodeSafetensors, encodeSafetensors, type SafetensorsInput } from "@saccade/nn";
import { loadPretrained } from "@saccade/pretrained";
import { expect, it } from "vitest";
import { merged } from "../../src/pages/language-model/opened/files.ts";
import { type Problem, problemOf } from "../../src/pages/language-model/opened/problem.ts";
import { filesOf, jsonBytes, type Shape, sharded, tinyCheckpoint } from "./fixtures.ts";

type Files = Readonly<Record<string, Uint8Array<ArrayBuffer>>>;

const good = tinyCheckpoint("gpt2");
const weights = good["model.safetensors"]!;
const { "model.safetensors": _, ...rest } = good;
const { "model-00001-of-00002.safetensors": __, ...shards } = sharded(weights);
const otherIndex = {
  "model.safetensors.index.json": jsonBytes({
    weight_map: {
      "wte.weight": "model-00001-of-00002.safetensors",
      "x.weight": "model-00002-of-00002.safetensors",
    },
  }),
};

const entries = [...decodeSafetensors(weights).tensors].map(
  ([name, { dtype, shape, bytes }]): [string, SafetensorsInput] => [name, { dtype, shape, data: bytes }],
);
const other = { dtype: "F32", shape: [16, 16], data: new Float32Array(256) } as const;
const twice = new Uint8Array(encodeSafetensors([...entries, ["lm_head.weight", other]]));

function withConfig(shape: Shape, more: object): Files {
  const files = tinyCheckpoint(shape);
  const config: object = JSON.parse(new TextDecoder().decode(files["config.json"]));
  return { ...files, "config.json": jsonBytes({ ...config, ...more }) };
}

async function problem(files: Files, memoryLimit?: number): Promise<Problem> {
  const options = memoryLimit === undefined ? {} : { memoryLimit };
  return loadPretrained(filesOf(files), options).then(() => Promise.reject("it was opened"), problemOf);
}

it.each<[string, Files, Pick<Problem, "kind" | "file">]>([
  [
    "cut weights",
    { ...good, "model.safetensors": weights.slice(0, 2000) },
    { kind: "damaged", file: "model.safetensors" },
  ],
  [
    "an empty file",
    { ...good, "model.safetensors": new Uint8Array() },
    { kind: "damaged", file: "model.safetensors" },
  ],
  ["no config", { "model.safetensors": weights }, { kind: "config", file: "config.json" }],
  [
    "a cut config",
    { ...good, "config.json": good["config.json"]!.slice(0, 40) },
    { kind: "json", file: "config.json" },
  ],
  [
    "another architecture",
    { ...good, "config.json": jsonBytes({ model_type: "t5" }) },
    { kind: "architecture", file: "config.json" },
  ],
  [
    "another model's config",
    { ...tinyCheckpoint("llama"), "model.safetensors": weights },
    { kind: "mismatch", file: "config.json" },
  ],
  [
    "two weights that should be one",
    { ...good, "model.safetensors": twice },
    { kind: "twice", file: "config.json" },
  ],
  [
    "a scaling that is not computed",
    withConfig("llama", { rope_scaling: { rope_type: "yarn", factor: 4 } }),
    { kind: "option", file: "config.json" },
  ],
  ["no weights", rest, { kind: "weights", file: "model.safetensors" }],
  [
    "PyTorch's format",
    { ...rest, "pytorch_model.bin": jsonBytes(1) },
    { kind: "torch", file: "model.safetensors" },
  ],
  ["a missing shard", { ...rest, ...shards }, { kind: "shard", file: "model-00001-of-00002.safetensors" }],
  [
    "an index of another model",
    { ...rest, ...sharded(weights), ...otherIndex },
    { kind: "index", file: "model.safetensors.index.json" },
  ],
  [
    "an unknown tokenizer",
    { ...good, "tokenizer.json": jsonBytes({ model: { type: "Magic" } }) },
    { kind: "tokenizer", file: "tokenizer.json" },
  ],
  [
    "a cut tokenizer",
    { ...good, "tokenizer.json": good["tokenizer.json"]!.slice(0, 40) },
    { kind: "json", file: "tokenizer.json" },
  ],
])("the problem of %s is named with its file", async (_what, files, expected) => {
  const found = await problem(files);
  expect(found).toMatchObject(expected);
  expect(found.detail).not.toMatch(/\{ |loadPretrained/); // nothing of the library's options
});

it("reports too little memory with both figures", async () => {
  const found = await problem(good, 1000);
  expect(found.kind).toBe("memory");
  expect(found.detail).toMatch(/take [\d.]+ kB .* and 1\.0 kB are free/);
});

it("files that were forgotten are added to the others; a config.json begins anew", () => {
  const names = (files: readonly File[]): string[] => files.map(({ name }) => name);
  const chosen = filesOf({ "config.json": weights, "a.safetensors": weights });
  expect(names(merged(chosen, filesOf({ "b.safetensors": weights })))).toEqual([
    "config.json",
    "a.safetensors",
    "b.safetensors",
  ]);
  const newer = filesOf({ "a.safetensors": weights });
  expect(merged(chosen, newer).at(-1)).toBe(newer[0]);
  expect(names(merged(chosen, newer))).toEqual(["config.json", "a.safetensors"]);
  expect(names(merged(chosen, filesOf({ "gpt2.config.json": weights })))).toEqual(["gpt2.config.json"]);
});
