import { workerCode } from "../generated/worker.gen.ts";

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
    getBuiltinModule?(name: "node:worker_threads"): { Worker: NodeWorkerConstructor } | undefined;
    getBuiltinModule?(name: "node:os"): { availableParallelism(): number } | undefined;
  };
  readonly navigator?: { readonly hardwareConcurrency?: number };
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
