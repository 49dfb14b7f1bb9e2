import type { KernelExports } from "./generated/exports.gen.ts";
import type { FullMachine } from "./kernel.ts";
import { Allocator, LinearMemory } from "./memory.ts";
import { type Parallel, Pool } from "./pool/pool.ts";
import { taskArgs } from "./pool/protocol.ts";
import { words } from "./pool/words.ts";
import {
  canAsk,
  hostWorkers,
  messageOf,
  startWorkers,
  type WorkerLike,
  wantedThreads,
  whyNotShared,
} from "./pool/workers.ts";
import { mostPages, pageBytes, reservedBytes, vectorBytes } from "./shared/layout.ts";
import { BlockRing, Walker } from "./walker.ts";
import { instantiate } from "./wasm-module.ts";

/** A machine, and a note about its threads. */
interface BuiltMachine {
  readonly machine: FullMachine;
  readonly threadsNote: string;
  readonly workers: readonly WorkerLike[];
}

interface MachineOptions {
  /** Gives the kernels' module for plain or for shared memory. */
  readonly load: (shared: boolean) => Promise<WebAssembly.Module>;
  /** The most bytes of memory. */
  readonly most: number;
  readonly threads: number | "auto" | undefined;
  /** Makes a worker; null for the host's own way. */
  readonly worker: (() => WorkerLike) | null;
}

/** Builds a machine with the requested number of threads, or as many as are available. */
export async function buildMachine(options: MachineOptions): Promise<BuiltMachine> {
  const threads = wantedThreads(options.threads);
  if (threads === 1) return alone(options, whyOne(options.threads));
  const refused = whyNotShared();
  if (refused !== null) return alone(options, refused);
  try {
    return await together(options, threads);
  } catch (error) {
    return alone(options, messageOf(error));
  }
}

/** Why there is one thread where no more were tried; null where one was asked for. */
function whyOne(asked: number | "auto" | undefined): string | null {
  if (asked === "auto") return "this host runs no more at once";
  return asked === undefined ? 'give threads: "auto" or a number for more' : null;
}

async function alone({ load, most }: MachineOptions, why: string | null): Promise<BuiltMachine> {
  const { memory, allocator } = makeMemory(most, false);
  const wasm = await instantiate(await load(false), memory.memory);
  const parallel: Parallel = (name, tasks) => {
    const kernel = wasm[name] as (...args: number[]) => number;
    for (const task of tasks) kernel(...task);
  };
  const machine = { wasm, memory, allocator, ...walks(memory), threads: 1, parallel };
  return { machine, threadsNote: why === null ? "one thread" : `one thread: ${why}`, workers: [] };
}

/** @throws Error where no worker can be had. */
async function together(options: MachineOptions, threads: number): Promise<BuiltMachine> {
  const { memory, allocator } = makeMemory(options.most, true);
  const opening = openShared(options, memory.memory);
  const die = (why: string): void => void opening.then(({ pool }) => pool.fail(why));
  // One way after the other, until one works.
  const ways = options.worker ? [options.worker] : hostWorkers();
  const none: Promise<readonly WorkerLike[]> = Promise.reject();
  const started = ways
    .reduce((before, make) => before.catch(() => startWorkers(threads - 1, opening, make, die)), none)
    .catch((error) => {
      throw new Error(noWorker(messageOf(error), options.worker === null));
    });
  const [{ wasm, pool }, workers] = await Promise.all([opening, started]);
  if (canAsk()) pool.ask(workers);
  const machine = { wasm, memory, allocator, ...walks(memory), threads, parallel: pool.run };
  return { machine, threadsNote: `${threads} threads on shared memory`, workers };
}

/** The kernels on shared memory, their pool, and what workers start with. They come up while the module is compiled. */
async function openShared({ load }: MachineOptions, memory: WebAssembly.Memory) {
  const module = await load(true);
  const wasm: KernelExports = await instantiate(module, memory);
  const pool = new Pool(wasm, memory);
  const { control, tasks } = pool;
  return { wasm, pool, start: { module, memory, control, words, tasks, taskArgs } };
}

function walks(memory: LinearMemory): Pick<FullMachine, "walker" | "blocks"> {
  const blocks = new BlockRing();
  return { blocks, walker: new Walker(memory, blocks) };
}

function noWorker(problem: string, own: boolean): string {
  const cure = own
    ? ". If a Content Security Policy refuses blob: URLs, copy @saccade/kernels-wasm/worker " +
      'to this site and give worker: () => new Worker("/worker.js", { type: "module" })'
    : "; it came from the option worker";
  return `a worker did not start: ${problem}${cure}`;
}

function makeMemory(most: number, shared: boolean): { memory: LinearMemory; allocator: Allocator } {
  const pages = Math.min(Math.floor(most / pageBytes), mostPages);
  const memory = new LinearMemory(Math.min(16, pages), pages, shared);
  // Kernels read whole vectors: reserve one more after the last block.
  const limit = pages * pageBytes - vectorBytes;
  const allocator = new Allocator(reservedBytes, limit, (bytes) => memory.reach(bytes + vectorBytes));
  return { memory, allocator };
}
