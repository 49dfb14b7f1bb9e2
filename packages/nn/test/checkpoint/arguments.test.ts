import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ArgumentError, tensor } from "@saccade/tensor";
import { afterAll, expect, test } from "vitest";
import * as nn from "../../src/index.ts";
import * as node from "../../src/node.ts";

const model = new nn.Linear(1, 1);
const optimizer = new nn.SGD(model);
const run = { model, optimizer };
const file = nn.encodeCheckpoint(run);
const entry = { dtype: "F32", shape: [1], data: new Float32Array(1) };
const pairs = [["a", entry]];

const folder = mkdtempSync(join(tmpdir(), "saccade-arguments-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "a");

const junk = [undefined, null, 3, Number.NaN, true, [], new Date(), () => 1, 1n];
const noBytes = [...junk, {}, "a.safetensors", new ArrayBuffer(8), Promise.resolve(file), tensor([1])];
const noPath = [...junk, "", run];
const unfit = [{ model }, { optimizer }, { ...run, model: 3 }, { ...run, optimizer: model }];
const noObjects = [...junk, {}, "model", { ...run, scheduler: 3 }, ...unfit];
const noOptions = [null, 3, true, "a", [], tensor([1]), { strict: false }];
const noEntries = [
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
];
const renamed = "write const { data } = restoreCheckpoint";
const near = 'no option "schedular"; did you mean "scheduler"?';

/** A function, arguments that fit, which one is wrong, the wrong values, and what the message says. */
test.each<[name: string, given: unknown[], at: number, wrongs: readonly unknown[], message: string]>([
  ["encodeCheckpoint", [run], 0, noObjects, ""],
  ["encodeCheckpoint", [run], 0, [{ ...run, schedular: 1 }], near],
  ["restoreCheckpoint", [file, run], 0, noBytes, "bytes must be "],
  ["restoreCheckpoint", [file, run], 1, noObjects, ""],
  ["restoreCheckpoint", [file, run], 1, [{ ...run, data: 1 }], `no option "data"; ${renamed}`],
  ["restoreCheckpoint", [file, run, {}], 2, [...noOptions, { before: 3 }], ""],
  ["readCheckpoint", [file], 0, noBytes, "bytes must be "],
  ["toSafetensors", [model], 0, [...junk, "a", tensor([1]), new Map(), { a: [1] }], "tensors"],
  ["toSafetensors", [model, {}], 1, noOptions.slice(0, -1), "metadata must be"],
  ["fromSafetensors", [file], 0, noBytes, "bytes must be "],
  ["fromSafetensors", [file, {}], 1, noOptions, ""],
  ["encodeSafetensors", [pairs], 0, noEntries.slice(0, -2), "entries"],
  ["encodeSafetensors", [pairs], 0, noEntries.slice(-2), 'the input of "a" must be '],
  [
    "encodeSafetensors",
    [pairs, {}],
    1,
    [...noOptions.slice(0, -1), new Map()],
    "metadata must be texts by name",
  ],
  ["decodeSafetensors", [file, {}], 1, [...noOptions, { maxHeaderBytes: Number.NaN }], ""],
  ["readTensorData", [{ ...entry, bytes: new Uint8Array(4) }], 0, [...junk, {}, entry], "entry must be"],
  ["saveCheckpoint", [path, run], 0, noPath, "path must be"],
  ["saveCheckpoint", [path, run], 1, noObjects, ""],
  ["saveCheckpointSync", [path, run], 0, noPath, "path must be"],
  ["saveCheckpointSync", [path, run], 1, noObjects, ""],
  ["loadCheckpoint", [path, run], 0, [...noPath, file], "path must be"],
  ["loadCheckpoint", [path, run], 1, noObjects, ""],
  ["saveSafetensors", [path, model], 0, [...noPath, model], "path must be"],
  ["saveSafetensors", [path, model], 1, junk, "tensors must"],
  ["loadSafetensors", [path], 0, [...noPath, file], "path must be"],
  ["loadSafetensors", [path, {}], 1, noOptions, ""],
])(
  "%s %# refuses what does not fit, by name, and writes nothing",
  async (name, given, at, wrongs, message) => {
    const f: () => unknown = Reflect.get({ ...nn, ...node }, name);
    for (const wrong of wrongs) {
      const made = async (): Promise<unknown> => Reflect.apply(f, null, given.with(at, wrong));
      await expect(made(), String(Object.prototype.toString.call(wrong))).rejects.toThrow(
        `${name}: ${message}`,
      );
      await expect(made()).rejects.toThrow(ArgumentError);
    }
    expect(readdirSync(folder)).toEqual([]);
  },
);
