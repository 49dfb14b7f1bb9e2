import { ArgumentError } from "@saccade/tensor";
import { expect, it } from "vitest";
import { addLora, loadLora, loadPretrained, PretrainedError } from "../../src/index.ts";
import { filesOf, liveTensors, saved, tinyGpt2 } from "../load/checkpoints.ts";

const alphas = [0, -1, "8"];
const dropouts = [1, -0.1, 1.5];
const ranks = [0, -1, 1.5, 1e9];
const targets = [[], [""], ["nothing"], 3];

it.each<object>([
  ...[...alphas, Number.NaN, Number.POSITIVE_INFINITY].map((alpha) => ({ alpha })),
  ...dropouts.map((dropout) => ({ dropout })),
  ...ranks.map((rank) => ({ rank })),
  ...[...targets, "c_attn", [3], ["c_attn", "nothing"]].map((value) => ({ targets: value })),
])("addLora refuses %j, which would train nothing or make no sense", (options) => {
  const model = tinyGpt2();
  const before = liveTensors();
  expect(() => addLora(model, options)).toThrow(ArgumentError);
  expect(liveTensors()).toBeLessThanOrEqual(before);
});

const patterns = ["(a+)+$", "(.*)*x", "(a|ab)*c", "[", "nothing", ".*nothing"];

it.each<object>([
  ...alphas.map((alpha) => ({ lora_alpha: alpha })),
  ...dropouts.map((dropout) => ({ lora_dropout: dropout })),
  ...ranks.map((r) => ({ r })),
  ...[...targets, ...patterns].map((list) => ({ target_modules: list })),
])("loadLora refuses %j, and leaves no tensor", (change) => {
  const model = tinyGpt2();
  const lora = addLora(model, { rank: 2 });
  const files = lora.save();
  lora.remove();
  const config: object = JSON.parse(new TextDecoder().decode(files["adapter_config.json"]));
  const text = new TextEncoder().encode(JSON.stringify({ ...config, ...change }));
  const before = liveTensors();
  expect(() => loadLora(model, { ...files, "adapter_config.json": text })).toThrow(PretrainedError);
  expect(liveTensors()).toBeLessThanOrEqual(before);
});

const gpt2 = saved(tinyGpt2());

it.each(["config.json", "model.safetensors", "tokenizer.json"])(
  "a list with two files named %s is refused",
  async (name) => {
    const all = filesOf({ ...gpt2, "tokenizer.json": {} });
    const twice = [...all, all.find((file) => file.name === name)!];
    await expect(loadPretrained(twice)).rejects.toThrow(
      `the list has 2 files named ${name}; pass the files of one folder only`,
    );
  },
);

const jsonFiles = ["config.json", "model.safetensors.index.json", "tokenizer.json", "tokenizer_config.json"];

it.each(jsonFiles)("an error never quotes a %s that is not JSON", async (name) => {
  const { "model.safetensors": weights, ...rest } = gpt2;
  const files = name.includes("index") ? rest : { ...rest, "model.safetensors": weights! };
  const tokenizer = { model: { type: "BPE", vocab: { a: 0 }, merges: [] } };
  for (const text of [
    "Dear diary, my secret",
    '{"secret": secret}',
    '{"a": "secret',
    "secret: 1",
    "[1, secret]",
  ]) {
    const list = filesOf({ ...files, "tokenizer.json": tokenizer, [name]: text });
    const error: unknown = await loadPretrained(list).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PretrainedError);
    expect(String(error)).toContain(`${name}: it is not JSON`);
    expect(`${String(error)} ${String((error as Error).cause)}`).not.toContain("secret");
  }
});
