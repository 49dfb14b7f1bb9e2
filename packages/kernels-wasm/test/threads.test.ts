import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { packedModule } from "../src/generated/module.gen.ts";
import { workerCode } from "../src/generated/worker.gen.ts";
import { wasmBackend } from "../src/index.ts";
import type { Machine } from "../src/kernel.ts";
import { buildMachine } from "../src/machine.ts";
import { loadModule } from "../src/wasm-module.ts";

const load = (shared: boolean) => loadModule(packedModule, "plain", shared);

afterEach(() => vi.unstubAllGlobals());

const options = { load, most: 2 ** 26, worker: null } as const;

function floats({ allocator, memory }: Machine, n: number): { address: number; view: () => Float32Array } {
  const address = allocator.allocate(n * 4);
  return { address, view: () => new Float32Array(memory.memory.buffer, address, n) };
}

describe("tasks", () => {
  test.each([1, 2, 3])("each is done once, with %i threads", async (threads) => {
    const { machine } = await buildMachine({ ...options, threads });
    expect(machine.threads).toBe(threads);
    const n = 1000;
    const [x, ones] = [floats(machine, n), floats(machine, n)];
    ones.view().fill(1);
    // More tasks than fit into the table at once.
    const tasks = Array.from({ length: n }, (_, i) => {
      const at = x.address + i * 4;
      return [at, ones.address, at, 1, 4, 4, 0];
    });
    for (let round = 1; round <= 20; round++) {
      machine.parallel("add", tasks);
      expect(x.view().every((value) => value === round)).toBe(true);
    }
  });

  test("a memory that grew is seen by the workers", async () => {
    const { machine } = await buildMachine({ ...options, threads: 2 });
    const n = 1 << 22;
    const x = floats(machine, n);
    x.view().fill(3);
    const half = n / 2;
    machine.parallel("square", [
      [x.address, x.address, half],
      [x.address + half * 4, x.address + half * 4, half],
    ]);
    expect(x.view().every((value) => value === 9)).toBe(true);
  });

  test("a kernel that traps is an error, not a hang, and so is every later job", async () => {
    const { machine } = await buildMachine({ ...options, threads: 2 });
    const beyond = 2 ** 32 - 65536;
    const bad = Array.from({ length: 4 }, () => [beyond, beyond, 16]);
    expect(() => machine.parallel("square", bad)).toThrow();
    expect(() => machine.parallel("square", [[4096, 4096, 0]])).toThrow(/a worker died.*make a new backend/s);
  });
});

describe("workers", () => {
  test("one that dies is an error at the next job", async () => {
    const workers: Worker[] = [];
    const worker = (): Worker => {
      const made = new Worker(workerCode, { eval: true });
      workers.push(made);
      return made;
    };
    const { machine } = await buildMachine({ ...options, threads: 2, worker });
    machine.parallel("square", [[4096, 4096, 0]]);
    await workers[0]!.terminate();
    expect(() => machine.parallel("square", [[4096, 4096, 0]])).toThrow(
      /a worker died: it ended with code 1/,
    );
  });

  test("none keeps the process alive", async () => {
    const program = `
      import { setBackend, randn } from "@saccade/tensor";
      import { wasmBackend } from "@saccade/kernels-wasm";
      const backend = await wasmBackend({ threads: 2 });
      setBackend(backend);
      process.stdout.write([backend.threads, ...randn([64, 32]).matmul(randn([32, 64])).shape].join());`;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--import", "tsx", "--conditions=@saccade/source", "--input-type=module", "--eval", program],
      { cwd: fileURLToPath(new URL("..", import.meta.url)), timeout: 100_000 },
    );
    expect(stdout).toBe("2,64,64");
  });

  test("one that cannot start leaves one thread, and says why and what to do", async () => {
    const worker = (): Worker => {
      throw new Error("refused");
    };
    const backend = await wasmBackend({ threads: 2, worker });
    expect(backend.threads).toBe(1);
    expect(backend.threadsNote).toMatch(/one thread: a worker did not start: refused; .*option worker/);
    const failing = (): Worker => new Worker("throw new Error('broken')", { eval: true });
    expect((await wasmBackend({ threads: 3, worker: failing })).threadsNote).toMatch(
      /a worker did not start: broken/,
    );
  });
});

test("one thread that was asked for needs no reason; without a number it says how to get more", async () => {
  expect((await wasmBackend({ threads: 1 })).threadsNote).toBe("one thread");
  expect((await wasmBackend()).threadsNote).toBe('one thread: give threads: "auto" or a number for more');
});

describe("without shared memory there is one thread, which says why", () => {
  test("a host that has none", async () => {
    vi.stubGlobal("SharedArrayBuffer", undefined);
    const backend = await wasmBackend({ threads: 2 });
    expect(backend).toMatchObject({
      threads: 1,
      threadsNote: "one thread: this host has no SharedArrayBuffer, which newer ones have",
    });
  });

  test("a page that is not isolated is told the headers", async () => {
    vi.stubGlobal("crossOriginIsolated", false);
    const { threads, threadsNote } = await wasmBackend({ threads: 2 });
    expect(threads).toBe(1);
    expect(threadsNote).toMatch(
      /Cross-Origin-Opener-Policy: same-origin.*Cross-Origin-Embedder-Policy: require-corp/,
    );
  });
});
