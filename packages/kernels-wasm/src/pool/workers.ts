import { workerCode } from "../generated/worker.gen.ts";
import type { WorkerAnswer, WorkerStart } from "./protocol.ts";

// Workers of every host: made, started, and asked whether they still live.

/** A worker as pages, Deno and Bun have it. */
export interface WebWorkerLike {
  /** Sends a message to the worker. */
  postMessage(message: unknown): void;
  /** Ends the worker. */
  terminate(): unknown;
  /** Adds a listener. */
  addEventListener(type: string, listener: (event: Event) => void): void;
}

/** A worker as node:worker_threads has it. */
export interface NodeWorkerLike {
  /** Sends a message to the worker. */
  postMessage(message: unknown): void;
  /** Ends the worker. */
  terminate(): unknown;
  /** Adds a listener. */
  on(event: string, listener: (value: unknown) => void): unknown;
  /** Lets the process end while the worker runs. */
  unref(): unknown;
  /** Reports how busy the worker is. */
  readonly performance?: { eventLoopUtilization(): { readonly idle: number; readonly active: number } };
}

/** The result of the option `worker`: a Web Worker, or a Worker of node:worker_threads. */
export type WorkerLike = WebWorkerLike | NodeWorkerLike;

interface Host {
  readonly process?: {
    readonly versions?: Readonly<Record<string, string | undefined>>;
    getBuiltinModule?(name: "node:worker_threads"): { Worker: NodeWorkerConstructor } | undefined;
    getBuiltinModule?(name: "node:os"): { availableParallelism(): number } | undefined;
  };
  readonly navigator?: { readonly hardwareConcurrency?: number; readonly locks?: unknown };
  readonly crossOriginIsolated?: boolean;
  readonly SharedArrayBuffer?: unknown;
}

type NodeWorkerConstructor = new (code: string, options: { eval: boolean; name: string }) => NodeWorkerLike;

const host: Host = globalThis;

/**
 * The ways to make a worker of this host's own kind, to be tried in turn: from the code in this package, and
 * in pages from its file, which a Content Security Policy may allow where it refuses a blob: URL. Vite and webpack
 * know this form of `new Worker` and put the file next to the program; without a bundler it is already there.
 */
export function hostWorkers(): readonly (() => WorkerLike)[] {
  const node = host.process?.getBuiltinModule?.("node:worker_threads");
  if (node !== undefined) return [() => new node.Worker(workerCode, { eval: true, name: "saccade" })];
  return [
    () =>
      new Worker(URL.createObjectURL(new Blob([workerCode], { type: "text/javascript" })), {
        name: "saccade",
      }),
    () => new Worker(new URL("../worker.js", import.meta.url), { type: "module" }),
  ];
}

/** The number of threads that the host runs in parallel. */
function hostParallelism(): number {
  const os = host.process?.getBuiltinModule?.("node:os");
  return os?.availableParallelism() ?? host.navigator?.hardwareConcurrency ?? 1;
}

/** Why memory cannot be shared with workers here; null where it can. */
export function whyNotShared(): string | null {
  if (host.SharedArrayBuffer !== undefined && host.crossOriginIsolated !== false) return null;
  if (host.crossOriginIsolated === false) {
    return (
      "this page is not cross-origin isolated; serve it over HTTPS or from localhost, with " +
      "the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp"
    );
  }
  return "this host has no SharedArrayBuffer, which newer ones have";
}

/** The maximum for "auto": tasks are split for few threads. */
const mostAuto = 8;

/** The number of threads for "auto" or a number on this host; one by default. */
export function wantedThreads(threads: number | "auto" | undefined): number {
  return threads === "auto" ? Math.max(1, Math.min(mostAuto, hostParallelism())) : (threads ?? 1);
}

/**
 * Makes workers, sends them what they start with once it is open, and waits until each is ready. If only locks reveal that one
 * has ended, there is an additional one, the guard, which computes nothing.
 *
 * @param onDeath is called with the reason if a worker that was ready ends.
 * @throws Error when one of them does not start; the others are ended then.
 */
export async function startWorkers(
  count: number,
  opening: Promise<{ readonly start: Omit<WorkerStart, "thread" | "threads" | "lock"> }>,
  make: () => WorkerLike,
  onDeath: (why: string) => void,
): Promise<readonly WorkerLike[]> {
  const common = { threads: count + 1, lock: guardLock() };
  const made: WorkerLike[] = [];
  const startOne = async (thread: number, after: Promise<unknown> = opening): Promise<WorkerLike> => {
    const worker = make();
    if (typeof worker?.postMessage !== "function") throw new Error("the result is not a Worker");
    made.push(worker);
    const message = after.then(async () => ({ ...(await opening).start, ...common, thread }));
    return startWorker(worker, message, onDeath);
  };
  try {
    const starts = Array.from({ length: count }, (_, i) => startOne(i + 1));
    // The guard asks for the locks when the workers have them.
    if (common.lock !== null) starts.push(startOne(0, Promise.all(starts)));
    return await Promise.all(starts);
  } catch (error) {
    for (const worker of made) worker.terminate();
    throw error;
  }
}

async function startWorker(
  worker: WorkerLike,
  start: Promise<WorkerStart>,
  onDeath: (why: string) => void,
): Promise<WorkerLike> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve, reject) => {
    let die = (why: string): void => reject(new Error(why));
    const answer = (problem: WorkerAnswer): void => {
      if (problem !== null) die(problem);
      else {
        die = onDeath;
        resolve();
      }
    };
    listen(worker, answer, (why) => die(why));
    start
      .then((message) => {
        timer = setTimeout(() => die("no answer for 10 s"), 10_000);
        worker.postMessage(message);
      })
      .catch(reject);
  }).finally(() => clearTimeout(timer));
  if ("unref" in worker) {
    // From here on it must not keep the process alive.
    worker.unref();
    // Node 20 only knows its state from the next turn on.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return worker;
}

function listen(
  worker: WorkerLike,
  answer: (problem: WorkerAnswer) => void,
  die: (why: string) => void,
): void {
  if ("on" in worker) {
    worker.on("message", (message) => answer(message as WorkerAnswer));
    worker.on("error", (error) => die(messageOf(error)));
    worker.on("exit", (code) => die(`it ended with code ${code}`));
    return;
  }
  worker.addEventListener("message", (event) => answer((event as MessageEvent).data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    die((event as ErrorEvent).message || "it could not be loaded");
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// How a caller whose event loop does not turn, because it computes or waits, learns that a worker has ended: Node can be
// asked; elsewhere a further worker, the guard, gets the lock that a worker held. Bun has neither.

/** Whether workers can be asked for their end. Deno and Bun call themselves Node too. */
export function canAsk(): boolean {
  const { node, deno, bun } = host.process?.versions ?? {};
  return !!node && !deno && !bun;
}

/**
 * The milliseconds that a worker's event loop has run, first queried while it does; −1 when it has ended, as Node reports it
 * (of the idle time), and 0 if unknown.
 */
export function turned(worker: WorkerLike): number {
  const loop = "performance" in worker && worker.performance?.eventLoopUtilization();
  return loop ? (loop.idle < 0 ? -1 : loop.active) : 0;
}

/** The prefix of the names of a backend's workers' locks; null where no guard is needed, or none is possible. */
function guardLock(): string | null {
  return !canAsk() && host.navigator?.locks !== undefined ? crypto.randomUUID() : null;
}
