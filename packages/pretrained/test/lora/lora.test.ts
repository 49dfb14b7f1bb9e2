import { gradCheck } from "@saccade/autograd";
import { Bert, GPT, type GPTOptions } from "@saccade/models";
import { AdamW, crossEntropy, Linear, type LinearMap, Module } from "@saccade/nn";
import { ArgumentError, manualSeed, randn, type Tensor, tensor } from "@saccade/tensor";
import { beforeEach, describe, expect, test } from "vitest";
import * as pretrained from "../../src/index.ts";
import { addRows } from "../../src/lora/adapter.ts";
import { bitsOf, filled, withSettings } from "./models.ts";

const sizes = { vocabSize: 11, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 4 };
const llama = { positions: "rotary", norm: "rms", activation: "swiglu", bias: false } as const;
const newGpt = (): GPT => new GPT(sizes);
const newLlama = (): GPT => new GPT({ ...sizes, ...llama, numKvHeads: 2, dimFeedforward: 12 });
const ids = tensor([[1, 4, 2, 8, 5]], { dtype: "int32" });

beforeEach(() => {
  manualSeed(3);
});

function lossOf(model: GPT): Tensor {
  return crossEntropy(model.forward(ids).select(0, 0).narrow(0, 0, 4), ids.select(0, 0).narrow(0, 1, 4));
}

const trained = (model: GPT, options: object = { rank: 2, targets: "all-linear" }): pretrained.Lora =>
  filled(pretrained.addLora(model, options));

describe("addLora", () => {
  test("leaves the outputs as they are until the adapters are trained", () => {
    const model = newGpt();
    const before = model.forward(ids).dataSync();
    pretrained.addLora(model, { rank: 2, alpha: 4, targets: "all-linear" });
    expect(model.forward(ids).dataSync()).toEqual(before);
  });

  test("trains the adapters alone: the model's own weights stay bit for bit", () => {
    const model = newGpt();
    const before = bitsOf(model);
    const lora = pretrained.addLora(model, { rank: 2, dropout: 0.1, targets: "all-linear" });
    const optimizer = new AdamW(lora.parameters(), { lr: 1e-2 });
    const losses = Array.from({ length: 6 }, () => optimizer.step(() => lossOf(model)).item());
    expect(losses.at(-1)).toBeLessThan(losses[0]!);
    lora.remove();
    expect(bitsOf(model)).toEqual(before);
  });

  test("gives q_proj an adapter on the rows of the queries only", () => {
    const model = newLlama();
    trained(model, { rank: 2, targets: ["q_proj"] });
    const { qkv } = model.blocks[0]!.attention;
    expect(qkv).toBeInstanceOf(pretrained.LoraLinear);
    if (!(qkv instanceof pretrained.LoraLinear)) return;
    const x = randn([1, 3, 8]);
    const change = qkv.forward(x).sub(qkv.base.forward(x)); // (1, 3, 8 + 4 + 4)
    expect(change.narrow(-1, 0, 8).abs().min().item()).toBeGreaterThan(0);
    expect(change.narrow(-1, 8, 8).abs().max().item()).toBe(0);
  });

  test("names PEFT's modules for Llama's shape, and starts A as uniform and B as zeros", () => {
    const lora = pretrained.addLora(newLlama(), { rank: 4 });
    expect([...lora.adapters.keys()]).toEqual([
      "model.layers.0.self_attn.q_proj",
      "model.layers.0.self_attn.v_proj",
      "model.layers.1.self_attn.q_proj",
      "model.layers.1.self_attn.v_proj",
    ]);
    const { loraA, loraB } = lora.adapters.get("model.layers.1.self_attn.v_proj")!;
    expect(loraA.shape).toEqual([4, 8]);
    expect(loraB.shape).toEqual([4, 4]);
    const most = loraA.abs().max().item();
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(1 / Math.sqrt(8));
    expect(loraB.abs().max().item()).toBe(0);
  });

  test("adds changes to slices of a shared map with gradients that differences confirm", () => {
    const changes = (a: Tensor, b: Tensor) => [[1, a], [4, b]] as const; // biome-ignore format: rows and what they get
    const sum = (y: Tensor, a: Tensor, b: Tensor): Tensor => addRows(y, -1, changes(a, b)).square();
    gradCheck(sum, [randn([2, 6]), randn([2, 2]), randn([2, 1])], { order: 2 });
  });

  test.each([
    newGpt(),
    new GPT({ ...sizes, tied: false }),
    newLlama(),
    new Bert(sizes),
    new Bert({ ...sizes, maskedHead: true, weights: "bfloat16" }),
  ])("gives modules the names that their weights have in files", (model) => {
    const weights = Object.keys(pretrained.namedWeights(model));
    const lora = pretrained.addLora(model, { rank: 2, targets: "all-linear" });
    for (const name of lora.adapters.keys()) expect(weights).toContain(`${name}.weight`);
    // Every matrix but embeddings and the output layer.
    const matrices = weights.filter((name) =>
      /(layers?|h|pooler|transform)\.(?!.*(norm|ln_)).*weight$/i.test(name),
    );
    expect([...lora.adapters.keys()].map((name) => `${name}.weight`).sort()).toEqual(matrices.sort());
  });

  test("gives a GPT between GPT-2 and Llama the names of GPT-2, unless it has a gate", () => {
    const namesOf = (options: Partial<GPTOptions>): string[] => [
      ...pretrained
        .addLora(new GPT({ ...sizes, ...options }), { rank: 2, targets: "all-linear" })
        .adapters.keys(),
    ];
    expect(namesOf({ positions: "rotary", norm: "rms", numKvHeads: 2 })).toContain(
      "transformer.h.1.attn.c_attn",
    );
    expect(namesOf({ activation: "geglu", numKvHeads: 2 })).toContain("model.layers.1.mlp.gate_proj");
  });

  test("scales by alpha / rank, or by alpha / √rank if told", () => {
    const scaleOf = (rankStabilized: boolean): number =>
      [...pretrained.addLora(newGpt(), { rank: 4, alpha: 8, rankStabilized }).adapters.values()][0]!.scale;
    expect([scaleOf(false), scaleOf(true)]).toEqual([2, 4]);
  });

  test("follows train() and eval(), dropout included", () => {
    const model = newGpt();
    trained(model, { rank: 2, dropout: 0.5 });
    expect(model.forward(ids).dataSync()).not.toEqual(model.forward(ids).dataSync());
    model.eval();
    expect(model.forward(ids).dataSync()).toEqual(model.forward(ids).dataSync());
  });
});

const has = "a model of GPT-2's shape has c_attn, c_proj, c_fc";
const rows = "is above the narrower side of transformer.h.0.attn.c_attn, 24 × 8; take a rank of at most 8.";

// biome-ignore format: a row a line
test.each<[options: object, message: string, model?: GPT]>([
  [{ targets: ["c_atn"] }, `addLora: no module of the model is named "c_atn"; ${has}; did you mean "c_attn"?`],
  [{ targets: ["c_attn"] }, "has q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj", newLlama()],
  [{ targets: [] }, 'targets must be a list of module names, or "all-linear", got []; write targets: ["c_attn"]'],
  [{ rank: 9 }, `addLora: rank 9 ${rows}`],
  [{ rank: 5, targets: ["v_proj"] }, "4 × 8", newLlama()],
  [{ rank: 0 }, "rank must be a whole number ≥ 1"],
  [{ lora_alpha: 3 }, "write alpha"],
])("addLora refuses %j before any change", (options, message, model = newGpt()) => {
  const before = Object.keys(model.stateDict());
  expect(() => pretrained.addLora(model, options)).toThrow(ArgumentError);
  expect(() => pretrained.addLora(model, options)).toThrow(message);
  expect(Object.keys(model.stateDict())).toEqual(before);
});

test("addLora refuses a second adapter, and a model of another class", () => {
  const model = newGpt();
  pretrained.addLora(model);
  expect(() => pretrained.addLora(model)).toThrow("transformer.h.0.attn.c_attn has an adapter already");
  expect(() => pretrained.addLora(Object(new AdamW(model.parameters(), { lr: 1 })))).toThrow(
    "model must be a GPT",
  );
});

/** A map whose weights have a form of their own. */
class Rounded extends Module implements LinearMap {
  readonly inFeatures: number;
  readonly outFeatures: number;
  table: Tensor;

  constructor({ inFeatures, outFeatures, weight }: Linear) {
    super();
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    this.table = weight.mul(1024).round().to("int32");
  }

  override forward(x: Tensor): Tensor {
    return x.matmul(this.table.to("float32").div(1024).transpose(0, 1));
  }
}

describe("a Lora", () => {
  test("trains beside weights of another form, and refuses to merge into them", () => {
    const model = newGpt();
    for (const { attention } of model.blocks)
      if (attention.qkv instanceof Linear) attention.qkv = new Rounded(attention.qkv);
    const lora = pretrained.addLora(model, { rank: 2 });
    const optimizer = new AdamW(lora.parameters(), { lr: 1e-2 });
    const losses = Array.from({ length: 4 }, () => optimizer.step(() => lossOf(model)).item());
    expect(losses.at(-1)).toBeLessThan(losses[0]!);
    const before = model.forward(ids).dataSync();
    expect(() => lora.merge()).toThrow(
      "transformer.h.0.attn.c_attn is a Rounded, whose weight is not that of a Linear or HalfLinear",
    );
    expect(model.forward(ids).dataSync()).toEqual(before);
  });

  test("merges and unmerges only in turn, and not after the model's layers were replaced", () => {
    const model = newGpt();
    const lora = trained(model);
    expect(() => lora.unmerge()).toThrow("not merged");
    lora.merge();
    expect(() => lora.merge()).toThrow("call unmerge() first");
    const second = pretrained.addLora(model);
    expect(() => lora.unmerge()).toThrow("was replaced");
    second.remove();
    lora.unmerge().remove();
    expect(() => lora.merge()).toThrow("were removed");
  });

  test("lets the model be saved only without adapters beside it", () => {
    const model = newGpt();
    const lora = trained(model);
    expect(() => pretrained.savePretrained(model)).toThrow(
      "call lora.merge() to save them as part of the weights",
    );
    lora.merge();
    expect(() => pretrained.savePretrained(model)).not.toThrow();
  });

  test("that is removed while merged leaves the weights of before", () => {
    const model = newLlama();
    const before = bitsOf(model);
    const lora = trained(model).merge();
    expect(bitsOf(model)).not.toEqual(before);
    lora.remove();
    expect(bitsOf(model)).toEqual(before);
  });

  test("goes on training after it was saved and loaded", () => {
    const model = newLlama();
    const lora = trained(model);
    const expected = model.forward(ids).dataSync();
    const files = lora.save({ baseModel: "tiny" });
    lora.remove();
    const loaded = pretrained.loadLora(model, files);
    expect(model.forward(ids).dataSync()).toEqual(expected);
    const before = lossOf(model).item();
    const optimizer = new AdamW(loaded.parameters(), { lr: 1e-3 });
    for (let i = 0; i < 3; i++) optimizer.step(() => lossOf(model));
    expect(lossOf(model).item()).toBeLessThan(before);
  });
});

describe("loadLora refuses", () => {
  const files = pretrained.addLora(newGpt(), { rank: 2 }).save();
  test.each([
    [{ use_dora: true }, "use_dora true"],
    [{ bias: "all", rank_pattern: { h: 3 } }, 'bias "all", rank_pattern {"h":3}'],
    [{ peft_type: "IA3" }, 'peft_type is "IA3"'],
    [{ use_rslora: "yes" }, "use_rslora"],
    [{ r: 0 }, "r is 0, expected a whole number ≥ 1"],
    [{ target_modules: ["q_proj"] }, "name no module of a model of GPT-2's shape"],
  ])("settings it does not have: %j", (change, message) => {
    const load = () => pretrained.loadLora(newGpt(), withSettings(files, change));
    expect(load).toThrow(pretrained.PretrainedError);
    expect(load).toThrow(message);
  });

  const { "adapter_model.safetensors": tensors, ...config } = files;
  const cut = { ...files, "adapter_model.safetensors": tensors.slice(0, 99) };

  const first = "base_model.model.transformer.h.2.attn.c_attn.lora_A.weight";

  // biome-ignore format: a row a line
  test.each<[what: string, options: object, files: object, message: string]>([
    ["of a wider model", { dModel: 16 }, files, "lora_A.weight: [2, 8] in the file, [2, 16] beside the model"],
    ["of other layers", { numLayers: 3 }, files, `missing: ${first}`],
    ["without a file", {}, config, "adapter_model.safetensors is missing; the files are adapter_config.json"],
    ["with cut bytes", {}, cut, "safetensors"],
  ])("an adapter %s", (_what, options, given, message) => {
    expect(() => pretrained.loadLora(new GPT({ ...sizes, ...options }), Object(given))).toThrow(message);
  });

  test("nothing where target_modules is PEFT's pattern", () => {
    const pattern = withSettings(files, { target_modules: ".*\\.attn\\.c_attn" });
    expect(pretrained.loadLora(newGpt(), pattern).adapters.size).toBe(2);
  });
});
