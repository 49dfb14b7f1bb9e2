import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tensor } from "@saccade/tensor";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CheckpointError } from "../../src/checkpoint/index.ts";
import { Linear } from "../../src/layers/index.ts";
import {
  FileError,
  loadCheckpoint,
  loadSafetensors,
  saveCheckpoint,
  saveCheckpointSync,
  saveSafetensors,
} from "../../src/node.ts";
import { newRun, train, valuesOf } from "./run.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "saccade-checkpoint-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a module's state goes through a file, and so do tensors by name", async () => {
  const path = join(folder, "net.safetensors");
  const net = new Linear(3, 2);
  await saveSafetensors(path, net, { epoch: "4" });
  const other = new Linear(3, 2);
  other.loadStateDict(await loadSafetensors(path));
  const { tensors, metadata } = await loadSafetensors(path, { metadata: true });
  expect([Object.keys(tensors), metadata]).toEqual([["bias", "weight"], { epoch: "4" }]);
  expect(valuesOf(other)).toEqual(valuesOf(net));
  await saveSafetensors(path, { x: tensor([1, 2]) });
  expect((await loadSafetensors(path))["x"]!.toArray()).toEqual([1, 2]);
});

test("a checkpoint holds the moment of the call, even while training goes on during the write", async () => {
  const path = join(folder, "run.safetensors");
  const run = newRun(1);
  train(run, 0, 5);
  const writing = saveCheckpoint(path, { ...run, extra: { step: 5 } });
  const onwards = train(run, 5, 9);
  await writing;
  const resumed = newRun(2);
  expect(await loadCheckpoint(path, resumed)).toEqual({
    data: undefined,
    extra: { step: 5 },
    kernels: "reference",
  });
  expect(train(resumed, 5, 9)).toEqual(onwards);
  saveCheckpointSync(path, resumed);
  await loadCheckpoint(path, run);
  expect(valuesOf(run.model)).toEqual(valuesOf(resumed.model));
  expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("what cannot be read or written says so, and an old file stays", async () => {
  const run = newRun(3);
  const path = join(folder, "old.safetensors");
  await saveCheckpoint(path, run);
  const old = await readFile(path);
  await expect(saveCheckpoint(path, { ...run, extra: Number.NaN })).rejects.toThrow(CheckpointError);
  expect(await readFile(path)).toEqual(old);
  await expect(saveCheckpoint(join(folder, "none", "x"), run)).rejects.toThrow(FileError);
  await expect(loadCheckpoint(join(folder, "none"), run)).rejects.toThrow(/it does not exist/);
  await truncate(path, old.length - 1);
  await expect(loadCheckpoint(path, run)).rejects.toThrow(/cut short/);
  await writeFile(path, "");
  await expect(loadCheckpoint(path, run)).rejects.toThrow(CheckpointError);
});
