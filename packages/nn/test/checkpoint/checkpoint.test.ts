import {
  getRandomState,
  manualSeed,
  referenceBackend,
  setBackend,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import { expect, test } from "vitest";
import * as nn from "../../src/checkpoint/index.ts";
import { Linear } from "../../src/layers/index.ts";
import { AdamW, SGD } from "../../src/optim/index.ts";
import { decodeSafetensors, type SafetensorsInput } from "../../src/safetensors/index.ts";
import { StepLR } from "../../src/schedulers/index.ts";
import { errorOf, keepsMemory } from "../helpers.ts";
import { newRun, train, valuesOf } from "./run.ts";
import { rewrite } from "./tamper.ts";

function problemsOf(action: () => unknown): string {
  const error = errorOf(action);
  expect(error).toBeInstanceOf(nn.CheckpointError);
  return error.message;
}

test("20 steps are the same to the last bit as 10, a checkpoint, fresh objects and 10 more", () => {
  const whole = newRun(1);
  const losses = train(whole, 0, 20);

  const half = newRun(1);
  const first = train(half, 0, 10);
  const bytes = nn.encodeCheckpoint({ ...half, data: { epoch: 3, order: [2, 0, 1] }, extra: "best so far" });
  const resumed = newRun(99);
  train(resumed, 0, 3);
  manualSeed(7);
  const { data, extra, kernels } = nn.restoreCheckpoint(bytes, resumed);
  const second = train(resumed, 10, 20);

  expect([...first, ...second]).toEqual(losses);
  expect(valuesOf(resumed.model)).toEqual(valuesOf(whole.model));
  expect(data).toEqual({ epoch: 3, order: [2, 0, 1] });
  expect(extra).toBe("best so far");
  expect(kernels).toBe("reference");
});

test("a checkpoint names its backend's variant, on which rounding depends", () => {
  setBackend({ ...referenceBackend(), name: "fast", variant: "relaxed" });
  try {
    const model = new Linear(2, 2);
    const run = { model, optimizer: new SGD(model, { lr: 0.1 }) };
    expect(nn.restoreCheckpoint(nn.encodeCheckpoint(run), run).kernels).toBe("fast-relaxed");
  } finally {
    setBackend(referenceBackend());
  }
});

test("a checkpoint holds its moment: training on does not change it, and restoring it goes back", () => {
  const run = newRun(2);
  train(run, 0, 6);
  const bytes = nn.encodeCheckpoint(run);
  const copy = bytes.slice();
  const onwards = train(run, 6, 12);
  expect(bytes).toEqual(copy);
  nn.restoreCheckpoint(bytes, run);
  expect(nn.encodeCheckpoint(run)).toEqual(bytes);
  expect(train(run, 6, 12)).toEqual(onwards);
});

test("it is a safetensors file with the model under PyTorch's names", () => {
  const run = newRun(3);
  train(run, 0, 1);
  const { tensors, metadata } = nn.fromSafetensors(nn.encodeCheckpoint(run));
  const names = Object.keys(run.model.stateDict()).map((name) => `model.${name}`);
  expect(Object.keys(tensors).filter((name) => name.startsWith("model."))).toEqual(names.sort());
  expect(tensors["optimizer.0.exp_avg"]!.shape).toEqual([8, 3]);
  expect(metadata["saccade.checkpoint"]).toBe("2");
  expect(metadata["sha256"]).toMatch(/^[0-9a-f]{64}$/);
});

test("saving and restoring hold no memory", () => {
  const run = newRun(4);
  train(run, 0, 2);
  keepsMemory(() => nn.restoreCheckpoint(nn.encodeCheckpoint(run), run));
});

test("everything that does not fit is named, with the cure, and nothing is written", () => {
  const saved = newRun(5);
  train(saved, 0, 2);
  const bytes = nn.encodeCheckpoint(saved);
  const wide = newRun(6, 9);
  const now = (): unknown => [
    ...[valuesOf(wide.model), wide.optimizer.lr, wide.scheduler.lastStep, getRandomState()],
  ];
  const before = now();
  const problems = problemsOf(() => nn.restoreCheckpoint(bytes, wide));
  for (const message of [
    "model: layers.0.weight is float32[8, 3] in the checkpoint, float32[9, 3] in the model",
    "optimizer: 0.weight: exp_avg must be a tensor like the parameter, float32[9, 3], got tensor float32[8, 3]",
    "Build the model with the sizes",
  ])
    expect(problems).toContain(message);
  expect(now()).toEqual(before);

  const { model, optimizer, scheduler } = newRun(7);
  const swapped = new AdamW([{ params: model.layers[0].parameters() }, { params: model.layers[1] }]);
  const bare = nn.encodeCheckpoint({ model, optimizer });
  const other = { model: new Linear(1, 1), optimizer, scheduler };
  const stepLR = new StepLR(optimizer, { stepSize: 1 });
  // biome-ignore format: a row a line
  const unfit: readonly [string, Parameters<typeof nn.restoreCheckpoint>[1], Uint8Array?][] = [
    ["scheduler: the checkpoint has one (SequentialLR), but no scheduler was passed", { model, optimizer }],
    ['the state is of "SequentialLR", the scheduler is a StepLR', { model, optimizer, scheduler: stepLR }],
    ["it is AdamW in the checkpoint, SGD here", { model, optimizer: new SGD(model), scheduler }],
    ["2 parameter groups in the state, 1", { model, optimizer: new AdamW(model), scheduler }],
    ["parameter 0 is 0.weight in the checkpoint, 0 here", { model, optimizer: swapped, scheduler }],
    ["the checkpoint has none, but a SequentialLR was passed", { model, optimizer, scheduler }, bare],
    ["weight [1, 1] is not in the checkpoint", other],
    ["layers.0.bias is in the checkpoint, not in the model", other],
  ];
  for (const [message, objects, file = bytes] of unfit)
    expect(problemsOf(() => nn.restoreCheckpoint(file, objects))).toContain(message);
});

test("a file cut short anywhere, and one of another kind, are refused", () => {
  const run = newRun(8);
  train(run, 0, 1);
  const bytes = nn.encodeCheckpoint(run);
  const before = valuesOf(run.model);
  for (let length = 0; length < bytes.length; length += length < 16 ? 1 : 97) {
    const problems = problemsOf(() => nn.restoreCheckpoint(bytes.subarray(0, length), run));
    expect(problems).toMatch(/cannot be read:\n {2}file: it is cut short, damaged or of another kind/);
    expect(problems).toContain("go back to an older one");
  }
  expect(() => nn.restoreCheckpoint(new TextEncoder().encode("PK\x03\x04 something else"), run)).toThrow(
    nn.CheckpointError,
  );
  const plain = problemsOf(() => nn.restoreCheckpoint(nn.toSafetensors(run.model), run));
  expect(plain).toContain("no training checkpoint");
  expect(plain).toContain("loadSafetensors");
  expect(valuesOf(run.model)).toEqual(before);
});

test("metadata that was tampered with is refused by part", () => {
  const run = newRun(9);
  train(run, 0, 1);
  const file = nn.encodeCheckpoint(run);
  const { metadata } = decodeSafetensors(file);
  const part = (changes: Record<string, string>, more?: Record<string, SafetensorsInput>): string =>
    problemsOf(() => nn.restoreCheckpoint(rewrite(file, changes, more), run));
  expect(part({ optimizer: "{" })).toContain("optimizer: its part of the metadata is not JSON");
  expect(part({ optimizer: "{}" })).toContain("optimizer: it: kind is missing");
  expect(part({ random: '{"seed":[1]}' })).toContain(
    "random: setRandomState: seed must be two whole numbers",
  );
  expect(part({ random: "null" })).toContain("random: ");
  expect(part({ scheduler: "[]" })).toContain("scheduler: ");
  const stray = { dtype: "F32", shape: [], data: new Float32Array(1) } as const;
  expect(part({}, { stray })).toContain("tensor stray belongs to no part");
  expect(part({}, { "model.stray": stray })).toContain("model: stray is in the checkpoint, not in the model");
  expect(part({}, { "optimizer.0.stray": stray })).toContain("stray is unexpected");
  expect(part({}, { "optimizer.99.exp_avg": stray })).toContain("parameter 99, which the optimizer lacks");
  const groups = JSON.parse(metadata["optimizer"]!);
  groups.steps["0"] = "many";
  expect(part({ optimizer: JSON.stringify(groups) })).toContain(
    'it: steps["0"] must be a finite number, got "many"',
  );
});

test("data and extra that JSON would not give back are refused by place", () => {
  const run = newRun(10);
  const circle: { self?: object } = {};
  circle.self = circle;
  const refused: [unknown, string][] = [
    [{ best: Number.NaN }, "extra: extra.best is NaN"],
    [[1, { list: [undefined] }], "extra[1].list[0] is undefined"],
    [{ when: new Date() }, "extra.when is a Date"],
    [new Float32Array(2), "extra is a Float32Array"],
    [{ f: () => 1 }, "extra.f is a function"],
    [1n, "extra is a bigint"],
    [circle, "extra.self contains itself"],
  ];
  for (const [extra, message] of refused) {
    const problems = problemsOf(() => nn.encodeCheckpoint({ ...run, extra }));
    expect(problems).toContain(message);
    expect(problems).toContain("Give plain JSON");
  }
  const shared = [1];
  const fine = { shared, again: shared, none: null, text: "é\n" };
  const file = nn.encodeCheckpoint({ ...run, data: { ...fine, gone: undefined } });
  expect(nn.restoreCheckpoint(file, run).data).toEqual(fine);
});

test("tensors of every dtype, views and scalars go through a safetensors file", () => {
  const tensors: Record<string, Tensor> = {
    view: tensor([1, 2, 3, 4]).reshape([2, 2]).t(),
    scalar: tensor(0.1),
    exact: tensor(0.1, { dtype: "float64" }),
    whole: tensor([-1, 2 ** 31 - 1], { dtype: "int32" }),
    flags: tensor([true, false]),
    none: tensor([]),
  };
  const loaded = nn.fromSafetensors(nn.toSafetensors(tensors, { note: "hello" }));
  expect(loaded.metadata).toEqual({ note: "hello" });
  for (const [name, x] of Object.entries(tensors)) {
    expect(loaded.tensors[name]!.describe(), name).toBe(x.describe());
    expect(loaded.tensors[name]!.toArray(), name).toEqual(x.toArray());
  }
});
