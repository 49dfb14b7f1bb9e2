import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArgumentError, tensor } from "@saccade/tensor";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import * as node from "../../src/node.ts";

const model = new nn.Linear(1, 1);
const optimizer = new nn.SGD(model);
const run = { model, optimizer };
const file = nn.encodeCheckpoint(run);
const entry = { dtype: "F32", shape: [1], data: new Float32Array(1) };

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "saccade-arguments-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const path = (): string => join(folder, "a");
type Call = [call: (wrong: unknown) => unknown, wrongs: readonly unknown[], message: RegExp];
const call = (f: object, ...args: readonly unknown[]): unknown =>
  Reflect.apply(f as () => unknown, null, args);
const junk = [undefined, null, 3, Number.NaN, true, [], new Date(), () => 1, 1n];
const noBytes = [...junk, {}, "a.safetensors", new ArrayBuffer(8), Promise.resolve(file), tensor([1])];
const noObjects = [
  ...junk,
  {},
  "model",
  { model },
  { optimizer },
  { ...run, model: 3 },
  { ...run, optimizer: model },
];
const noOptions = [null, 3, true, "a", [], tensor([1])];

const calls: Record<string, Call> = {
  encodeCheckpoint: [(x) => call(nn.encodeCheckpoint, x), noObjects, /^encodeCheckpoint: /],
  "encodeCheckpoint, schedular": [
    (x) => call(nn.encodeCheckpoint, { ...run, schedular: x }),
    [1],
    /no option "schedular"; did you mean "scheduler"\?/,
  ],
  restoreCheckpoint: [
    (x) => call(nn.restoreCheckpoint, x, run),
    noBytes,
    /^restoreCheckpoint: bytes must be /,
  ],
  "restoreCheckpoint, objects": [
    (x) => call(nn.restoreCheckpoint, file, x),
    noObjects,
    /^restoreCheckpoint: /,
  ],
  "restoreCheckpoint, data": [
    (x) => call(nn.restoreCheckpoint, file, { ...run, data: x }),
    [1],
    /no option "data"; write const \{ data \} = restoreCheckpoint/,
  ],
  "restoreCheckpoint, options": [
    (x) => call(nn.restoreCheckpoint, file, run, x),
    [...noOptions, { strict: false }, { before: 3 }],
    /^restoreCheckpoint: /,
  ],
  readCheckpoint: [(x) => call(nn.readCheckpoint, x), noBytes, /^readCheckpoint: bytes must be /],
  toSafetensors: [
    (x) => call(nn.toSafetensors, x),
    [...junk, "a", tensor([1]), new Map(), { a: [1] }],
    /^toSafetensors: tensors/,
  ],
  "toSafetensors, metadata": [
    (x) => call(nn.toSafetensors, model, x),
    noOptions,
    /^toSafetensors: metadata must be/,
  ],
  fromSafetensors: [(x) => call(nn.fromSafetensors, x), noBytes, /^fromSafetensors: bytes must be /],
  "fromSafetensors, options": [
    (x) => call(nn.fromSafetensors, file, x),
    noOptions,
    /^fromSafetensors: options/,
  ],
  encodeSafetensors: [
    (x) => call(nn.encodeSafetensors, x),
    [
      undefined,
      null,
      3,
      true,
      {},
      [3],
      ["ab"],
      [["a"]],
      [["a", null]],
      [["a", { dtype: "F32" }]],
      { a: entry },
    ],
    /^encodeSafetensors: (entries|the input of "a") must be /,
  ],
  "encodeSafetensors, metadata": [
    (x) => call(nn.encodeSafetensors, [["a", entry]], x),
    [...noOptions, new Map()],
    /^encodeSafetensors: metadata must be texts by name/,
  ],
  "decodeSafetensors, options": [
    (x) => call(nn.decodeSafetensors, file, x),
    [...noOptions, { maxHeaderByte: 1 }],
    /^decodeSafetensors: /,
  ],
  readTensorData: [
    (x) => call(nn.readTensorData, x),
    [...junk, {}, { ...entry }],
    /^readTensorData: entry must be/,
  ],
  saveCheckpoint: [
    (x) => call(node.saveCheckpoint, x, run),
    [...junk, "", run],
    /^saveCheckpoint: path must be/,
  ],
  "saveCheckpoint, parts": [(x) => call(node.saveCheckpoint, path(), x), noObjects, /^saveCheckpoint: /],
  saveCheckpointSync: [
    (x) => call(node.saveCheckpointSync, x, run),
    [...junk, "", run],
    /^saveCheckpointSync: path must be/,
  ],
  loadCheckpoint: [
    (x) => call(node.loadCheckpoint, x, run),
    [...junk, "", file],
    /^loadCheckpoint: path must be/,
  ],
  "loadCheckpoint, objects": [(x) => call(node.loadCheckpoint, path(), x), noObjects, /^loadCheckpoint: /],
  saveSafetensors: [
    (x) => call(node.saveSafetensors, x, model),
    [...junk, "", model],
    /^saveSafetensors: path/,
  ],
  "saveSafetensors, tensors": [
    (x) => call(node.saveSafetensors, path(), x),
    junk,
    /^saveSafetensors: tensors must/,
  ],
  loadSafetensors: [
    (x) => call(node.loadSafetensors, x),
    [...junk, "", file],
    /^loadSafetensors: path must be/,
  ],
  "loadSafetensors, options": [
    (x) => call(node.loadSafetensors, path(), x),
    noOptions,
    /^loadSafetensors: options/,
  ],
};

test.each(Object.entries(calls))(
  "%s refuses what does not fit, by name, and writes nothing",
  async (_, given) => {
    const [wrongCall, wrongs, message] = given;
    for (const wrong of wrongs) {
      const made = async (): Promise<unknown> => wrongCall(wrong);
      await expect(made(), String(Object.prototype.toString.call(wrong))).rejects.toThrow(message);
      await expect(made()).rejects.toThrow(ArgumentError);
    }
    expect(readdirSync(folder)).toEqual([]);
  },
);
