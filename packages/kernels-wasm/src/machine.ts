import { Allocator } from "./allocator.ts";
import { BlockRing } from "./blocks.ts";
import type { KernelExports } from "./generated/exports.gen.ts";
import { instantiate, kernelNames } from "./instance.ts";
import type { FullMachine } from "./kernel.ts";
import { controlAddress, mostPages, pageBytes, reservedBytes, tasksAddress } from "./layout.ts";
import { LinearMemory } from "./memory.ts";
import { type Parallel, Pool } from "./pool/pool.ts";
import { taskArgs, words } from "./pool/protocol.ts";
import { messageOf, startWorkers } from "./pool/start.ts";
import { wantedThreads } from "./pool/threads.ts";
import { hostWorkers, type WorkerLike, whyNotShared } from "./pool/worker-host.ts";
import { Walker } from "./walker.ts";

/** A machine, and what there is to say about its threads. */
export interface BuiltMachine {
  readonly machine: FullMachine;
  readonly threadsNote: string;
  readonly workers: readonly WorkerLike[];
}

export interface MachineOptions {
  /** Gives the kernels' module for plain or for shared memory. */
  readonly load: (shared: boolean) => Promise<WebAssembly.Module>;
  /** The most bytes of memory. */
  readonly most: number;
  readonly threads: number | "auto" | undefined;
  /** Makes a worker; null for the host's own way. */
  readonly worker: (() => WorkerLike) | null;
}

/** How long a worker looks for work before it sleeps, in milliseconds: waking it takes about as long. */
const spin = 0.1;

/** Builds a machine with as many threads as are wanted and can be had. */
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
  const blocks = new BlockRing();
  const walker = new Walker(memory, blocks);
  const machine = { wasm, memory, allocator, walker, blocks, threads: 1, parallel };
  return { machine, threadsNote: why === null ? "one thread" : `one thread: ${why}`, workers: [] };
}

/** @throws Error where no worker can be had. */
async function together(options: MachineOptions, threads: number): Promise<BuiltMachine> {
  const { memory, allocator } = makeMemory(options.most, true);
  const module = await options.load(true);
  const wasm: KernelExports = await instantiate(module, memory.memory);
  const names = kernelNames(module);
  const pool = new Pool(wasm, names, memory.memory);
  const start = {
    module,
    memory: memory.memory,
    names,
    words,
    controlAddress,
    tasksAddress,
    taskArgs,
    spin,
  };
  const workers = await tryInTurn(options.worker ? [options.worker] : hostWorkers(), (make) =>
    startWorkers(threads - 1, start, make, (why) => pool.fail(why)),
  ).catch((error) => {
    throw new Error(noWorker(messageOf(error), options.worker === null));
  });
  const blocks = new BlockRing();
  const walker = new Walker(memory, blocks);
  const machine = { wasm, memory, allocator, walker, blocks, threads, parallel: pool.run };
  return { machine, threadsNote: `${threads} threads on shared memory`, workers };
}

/** What the first way that works gives. @throws Error with what is wrong with each, where none does. */
async function tryInTurn<W, T>(ways: readonly W[], attempt: (way: W) => Promise<T>): Promise<T> {
  const problems = new Set<string>();
  for (const way of ways) {
    try {
      return await attempt(way);
    } catch (error) {
      problems.add(messageOf(error));
    }
  }
  throw new Error([...problems].join("; ") || "this host has no workers");
}

function noWorker(problem: string, own: boolean): string {
  const cure = own
    ? ". If a Content Security Policy refuses workers from blob: URLs, allow them with worker-src blob:, or serve the " +
      'file @saccade/kernels-wasm/worker from this site and give worker: () => new Worker("/worker.js", { type: "module" })'
    : "; it came from the option worker";
  return `a worker did not start: ${problem}${cure}`;
}

function makeMemory(most: number, shared: boolean): { memory: LinearMemory; allocator: Allocator } {
  const pages = Math.min(Math.floor(most / pageBytes), mostPages);
  const memory = new LinearMemory(Math.min(16, pages), pages, shared);
  const allocator = new Allocator(reservedBytes, pages * pageBytes, (bytes) => memory.reach(bytes));
  return { memory, allocator };
}
