import { ArgumentError } from "@saccade/tensor";
import { expect, it } from "vitest";
import { addLora, loadLora, loadPretrained } from "../../src/index.ts";
import { filesOf, liveTensors, refusal, saved, tinyGpt2 } from "../load/checkpoints.ts";
import { withSettings } from "../lora/models.ts";

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
])("loadLora refuses %j, and leaves no tensor", async (change) => {
  const model = tinyGpt2();
  const lora = addLora(model, { rank: 2 });
  const files = lora.save();
  lora.remove();
  await refusal(() => loadLora(model, withSettings(files, change)));
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
  const texts = ["Dear diary, my secret", '{"secret": secret}', '{"a": "secret', "secret: 1", "[1, secret]"];
  for (const text of texts) {
    const list = filesOf({ ...files, "tokenizer.json": tokenizer, [name]: text });
    const error = await refusal(() => loadPretrained(list));
    expect(error.message).toContain(`${name}: it is not JSON`);
    expect(`${error} ${error.cause}`).not.toContain("secret");
  }
});
