import { Bert, GPT } from "@saccade/models";
import { HalfEmbedding, HalfLinear } from "@saccade/nn";
import { dispose, randn } from "@saccade/tensor";
import { expect, it } from "vitest";
import { addLora, loadPretrained, PretrainedError } from "../../src/index.ts";
import {
  filesOf,
  free,
  ids,
  liveTensors,
  outputs,
  saved,
  sharded,
  sizes,
  tinyBert,
  tinyGpt2,
  tinyLlama,
} from "./checkpoints.ts";

const formats = ["bfloat16", "float16"] as const;
const withHead = (): Bert => new Bert({ ...sizes, dimFeedforward: 12, maskedHead: true });
const shapes = { "GPT-2": tinyGpt2, Llama: tinyLlama, BERT: tinyBert, "BERT with its head": withHead };

for (const weights of formats) {
  for (const [shape, make] of Object.entries(shapes)) {
    it(`${shape}'s weights kept as ${weights} give what the same weights give in float32`, async () => {
      for (const dtype of [weights, "float32"] as const) {
        const files = saved(make(), { dtype });
        const { model } = await loadPretrained(filesOf(files), { weights });
        const { model: wide } = await loadPretrained(filesOf(saved(model)));
        expect(outputs(model)).toEqual(outputs(wide));
        expect(model.modules().some((module) => module instanceof HalfLinear)).toBe(true);
        // As saved in this format: rounded once, by the file or by the load.
        const rounded = saved(model, { dtype: weights })["model.safetensors"];
        if (dtype === weights) expect(rounded).toEqual(files["model.safetensors"]);
      }
    });
  }
}

it("weights in 16 bits come from shards too, and an adapter trains over them", async () => {
  const { "config.json": config, "model.safetensors": bytes } = saved(tinyLlama(), { dtype: "bfloat16" });
  const files = filesOf({ "config.json": config!, ...sharded(bytes!) });
  const { model } = await loadPretrained(files, { weights: "bfloat16" });
  const before = outputs(model);
  const lora = addLora(model as Parameters<typeof addLora>[0], { rank: 1, alpha: 1 });
  expect(outputs(model)).toEqual(before); // B starts as zeros
  for (const [name, { loraA, loraB }] of lora.adapters)
    lora.adapters.get(name)!.loadStateDict({ loraA, loraB: randn(loraB.shape) });
  expect(outputs(model)).not.toEqual(before);
  lora.remove();
  expect(outputs(model)).toEqual(before);
});

it("a Bert keeps its attention, feed-forward networks, pooler, head and tokens in 16 bits", async () => {
  const { model } = await loadPretrained(filesOf(saved(withHead())), { weights: "bfloat16" });
  const halves = [...model.namedModules()]
    .filter(([, module]) => module instanceof HalfLinear || module instanceof HalfEmbedding)
    .map(([name]) => name);
  const layer = (i: number): string[] =>
    ["self_attn.in_proj", "self_attn.out_proj", "linear1", "linear2"].map((name) => `layers.${i}.${name}`);
  expect(halves.toSorted()).toEqual(
    ["embedding", ...layer(0), ...layer(1), "pooler", "maskedHead.dense"].toSorted(),
  );
  // Positions and token types.
  expect(Object.entries(model.namedParameters()).filter(([, { ndim }]) => ndim === 2)).toHaveLength(2);
});

it("a load into 16 bits that fails leaves nothing behind", async () => {
  const files = saved(tinyGpt2());
  const before = liveTensors();
  const cut = { ...files, "model.safetensors": files["model.safetensors"]!.slice(0, -4) };
  await expect(loadPretrained(filesOf(cut), { weights: "bfloat16" })).rejects.toThrow(PretrainedError);
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(loadPretrained(filesOf(files), { weights: "bfloat16", signal })).rejects.toThrow("enough");
  expect(liveTensors()).toBeLessThanOrEqual(before);
  const { model } = await loadPretrained(filesOf(files), { weights: "bfloat16" });
  for (const parameter of model.parameters()) dispose(parameter);
  for (const module of model.modules())
    if (module instanceof HalfLinear || module instanceof HalfEmbedding) dispose(module.weight);
  expect(liveTensors()).toBeLessThanOrEqual(before);
  expect(ids.shape).toEqual([2, 4]);
});

it("refuses 16 bits where they are not possible, and says what they would take", async () => {
  const before = liveTensors();
  for (const [odd, what] of [
    [new Bert({ ...sizes, dimFeedforward: 7 }), "Bert: dimFeedforward is 7; it must be even"],
    [new GPT({ ...sizes, dModel: 9, numHeads: 3 }), "GPT: dModel is 9; it must be even"],
  ] as const) {
    const files = filesOf(saved(odd));
    free(odd);
    await expect(loadPretrained(files, { weights: "bfloat16" })).rejects.toThrow(what);
  }
  expect(liveTensors()).toBeLessThanOrEqual(before);
  const gpt = filesOf(saved(tinyGpt2()));
  // @ts-expect-error no such format
  await expect(loadPretrained(gpt, { weights: "int8" })).rejects.toThrow(/weights .*"int8"/);
  const memoryLimit = 100;
  const told = async (weights: "float32" | "bfloat16"): Promise<number> => {
    const error = await loadPretrained(gpt, { weights, memoryLimit }).catch((caught: unknown) =>
      String(caught),
    );
    return Number(/take ([\d.]+) kB/.exec(String(error))?.[1]);
  };
  expect(await told("bfloat16")).toBeLessThan(await told("float32"));
});
