import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { beforeEach, describe, expect, test } from "vitest";
import type { KernelExports } from "../src/generated/exports.gen.ts";
import { packedModule } from "../src/generated/module.gen.ts";
import { buildMachine } from "../src/machine.ts";
import { Pool } from "../src/pool/pool.ts";
import { words } from "../src/pool/words.ts";
import { turned, type WorkerLike } from "../src/pool/workers.ts";
import { loadModule } from "../src/wasm-module.ts";

const ended = /a worker died: it ended while it computed/;

describe("a worker that ends with a task in hand is an error, though the caller only waits", () => {
  let pool: Pool;

  beforeEach(async () => {
    const load = (shared: boolean) => loadModule(packedModule, "plain", shared);
    const { machine } = await buildMachine({ load, most: 2 ** 20, threads: 1, worker: null });
    // When the caller does its first task, another one is taken, which nobody will end.
    const kernels: KernelExports = {
      ...machine.wasm,
      square: () => Atomics.sub(pool.control, words.left, 1),
    };
    pool = new Pool(kernels, new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }));
  });

  const job = (): void => pool.run("square", [[0], [0]]);

  test("where it can be asked", () => {
    let idle = 0;
    const worker: WorkerLike = {
      postMessage: () => {},
      terminate: () => {},
      on: () => {},
      unref: () => {},
      performance: { eventLoopUtilization: () => ({ idle: idle--, active: 1 }) },
    };
    pool.ask([worker]);
    expect(job).toThrow(ended);
    expect(job).toThrow(ended);
  });

  test("where a guard saw it", () => {
    Atomics.store(pool.control, words.guard, 2);
    expect(job).toThrow(ended);
  });
});

test("Node tells that a worker has ended to a thread whose event loop stands still", async () => {
  const flag = new Int32Array(new SharedArrayBuffer(8));
  const code = `
    const { parentPort, workerData } = require("node:worker_threads");
    parentPort.once("message", () => {
      parentPort.postMessage(null);
      Atomics.wait(workerData, 0, 0);
      process.exit(3);
    });`;
  const worker = new Worker(code, { eval: true, workerData: flag });
  worker.postMessage(null);
  await once(worker, "message");
  await setTimeout(0);
  expect(turned(worker)).toBeGreaterThan(0);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  for (let waits = 0; waits < 200 && turned(worker) > 0; waits++) Atomics.wait(flag, 1, 0, 100);
  expect(turned(worker)).toBe(-1);
});
