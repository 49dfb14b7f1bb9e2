import { describe, expect, it } from "vitest";
import { doubling, findingsOf, float32, resultOf, runFiles } from "./folder-of.ts";

describe("a case", () => {
  it("passes when everything is right", async () => {
    expect(await findingsOf(doubling())).toEqual([]);
  });

  // biome-ignore format: a row a line
  it.each([
    ["a wrong number", { outputs: { out: float32([2], [2, -6.001]) } }, /output out: max error 0.00100 where .*first at \[1\]: -6 instead of -6.0/],
    ["a wrong shape", { outputs: { out: float32([1, 2], [2, -6]) } }, /shape \[2\] instead of \[1, 2\]/],
    ["a wrong dtype", { outputs: { out: { shape: [2], dtype: "int64", data: [2, -6] } } }, /dtype float32 where int64/],
    ["a number instead of NaN", { outputs: { out: float32([2], [2, "NaN"]) } }, /-6 instead of NaN/],
    ["a number instead of infinity", { outputs: { out: float32([2], [2, "-Infinity"]) } }, /-6 instead of -Infinity/],
    ["an output that is not there", { outputs: { other: float32([2], [2, -6]) }, cotangents: {}, grads: {} }, /output other: the adapter gives none/],
    ["a wrong gradient", { grads: { x: float32([2], [2, 1.01]) } }, /gradient of x: max error 0.01/],
    ["a gradient that should be zero", { grads: { x: null } }, /gradient of x: .*2 instead of 0/],
    ["a gradient of nothing", { grads: { y: float32([2], [2, 1]) } }, /gradient of y: there is no float input/],
    ["gradients without cotangents", { cotangents: {} }, /without cotangents/],
    ["an unknown op", { op: "double" }, /no adapter knows the op double/],
    ["an op that every object has", { op: "toString" }, /no adapter knows the op toString/],
    ["an unknown attr", { attrs: { scalar: 2, mode: "fast" } }, /unknown key of case\.attrs.*: mode/],
    ["a missing attr", { attrs: {} }, /attrs\.scalar is missing/],
    ["an attr of another kind", { attrs: { scalar: "two" } }, /must be a number, got "two"/],
    ["an unknown input", { inputs: { x: float32([2], [1, -3]), z: float32([1], [0]) } }, /unknown input.*: z/],
    ["an unknown key", { surprise: [1] }, /unknown key.*: surprise/],
    ["params for an op without any", { params: { w: float32([1], [0]) } }, /has no parameters/],
    ["nothing to compare", { outputs: {}, cotangents: {}, grads: {} }, /nothing to compare/],
    ["a raises that does not raise", { raises: { type: "RuntimeError", message: "no" }, outputs: {} }, /did not throw/],
    ["data that do not fill the shape", { inputs: { x: float32([3], [1, -3]) } }, /2 elements for shape \[3\]/],
    ["an unknown dtype", { inputs: { x: { shape: [1], dtype: "float8", data: [1] } } }, /unknown dtype "float8"/],
    ["an unknown view", { inputs: { x: { ...float32([2], [1, -3]), views: [{ op: "flip", dims: [0] }] } } }, /unknown view operation flip/],

  ])("fails for %s", async (_what, changes, finding) => {
    const findings = await findingsOf(doubling(changes));
    expect(findings.join("\n")).toMatch(finding);
  });

  it("does not take the runner's own refusal for a raise", async () => {
    const raises = { type: "RuntimeError", message: "no" };
    expect(await findingsOf({ name: "r", op: "nothing", attrs: {}, inputs: {}, raises })).toHaveLength(1);
    expect(await findingsOf({ name: "r", op: "neg", attrs: {}, inputs: {}, raises })).toHaveLength(1);
  });

  it("takes gradients of the base of a view", async () => {
    const base = { ...float32([2, 2], [1, 2, 3, 4]), views: [{ op: "select", dim: 1, index: 1 }] };
    const right = {
      inputs: { x: base },
      outputs: { out: float32([2], [4, 8]) },
      grads: { x: float32([2, 2], [0, 2, 0, 1]) },
    };
    expect(await findingsOf(doubling(right))).toEqual([]);
    const wrong = await findingsOf(doubling({ ...right, grads: { x: float32([2, 2], [2, 0, 1, 0]) } }));
    expect(wrong.join()).toMatch(/gradient of x: .*4 of 4 differ/);
  });

  it("says that the corpus is missing and where it was looked for", async () => {
    const golden = { name: "full", op: "Vocab.full", attrs: { min_freq: 2 } };
    const findings = await findingsOf(golden, { corpusPaths: ["/nowhere/fra-eng.txt"] });
    expect(findings.join()).toMatch(/not at \/nowhere\/fra-eng\.txt; pass --data FILE/);
  });

  it("takes the embedded pairs where a case names them, and knows no others by name", async () => {
    const attrs = { num_examples: 1, min_freq: 1, num_steps: 4, batch_size: 2, shuffle: false };
    const golden = { name: "p", op: "load_data_nmt", attrs, num_pairs: 3 };
    const [embedded, other] = [
      await findingsOf({ ...golden, corpus: "embedded" }, { corpusPaths: [] }),
      await findingsOf({ ...golden, corpus: "tatoeba" }, { corpusPaths: [] }),
    ];
    expect(embedded.join()).toMatch(/num_pairs/); // there are two
    expect(other.join()).toMatch(/unknown corpus tatoeba; there is "embedded"/);
  });

  it("fails for a training model, loss, optimizer or schedule that it does not know", async () => {
    const train = (attrs: object): object => ({
      name: "t",
      op: "train",
      attrs: { model: "Linear", loss: "mse_loss", optimizer: "SGD", lr: 0.1, steps: 1, ...attrs },
      inputs: { X: float32([1, 1], [1]), y: float32([1, 1], [0]) },
      params: { weight: float32([1, 1], [1]) },
      losses: [1],
      params_after: { weight: float32([1, 1], [0.8]) },
    });
    expect(await findingsOf(train({}))).toEqual([]);
    for (const [attrs, finding] of [
      [{ model: "Conv" }, /unknown model Conv/],
      [{ loss: "huber" }, /unknown loss huber/],
      [{ optimizer: "LBFGS" }, /unknown optimizer LBFGS/],
      [{ schedule: "Cyclic" }, /unknown schedule Cyclic/],
      [{ warmup: 3 }, /unknown key of case\.attrs.*: warmup/],
      [{ lr: 0.2 }, /parameter weight after training/],
    ] as const)
      expect((await findingsOf(train(attrs))).join()).toMatch(finding);
  });
});

describe("a file", () => {
  it.each([
    ["is no JSON", "{", /JSON/],
    ["holds no object", [1], /holds no object/],
    ["has an unknown layout", { numbers: [1] }, /no training record of a known layout \(keys: numbers\)/],
    ["has another format", { format: "oracle-golden/9", cases: [] }, /unknown format/],
    ["has cases that are not a list", { cases: {} }, /cases is not a list/],
    ["has more lists than its cases", { more: [doubling()], cases: [] }, /unknown key of the file/],
  ])("fails when it %s", async (_what, content, finding) => {
    const { results, failed } = await runFiles({ "odd.json": content });
    expect(failed).toBe(1);
    expect(resultOf(results, "odd.json").findings.join()).toMatch(finding);
  });

  it("fails when it is a state that no record belongs to", async () => {
    const { results } = await runFiles({ "training/lost.safetensors": "" });
    expect(resultOf(results, "training/lost.safetensors").findings.join()).toMatch(/no training record/);
  });

  it("is found in subfolders, whatever its name, and a file without cases is said aloud", async () => {
    const { passed, failed, notes } = await runFiles({
      "a/b/anything.json": { cases: [doubling(), doubling({ name: "again" })] },
      "README.md": "text",
    });
    expect([passed, failed]).toEqual([3, 0]);
    expect(notes).toEqual(["README.md: not read, it is no .json or .safetensors"]);
  });
});
