import { ArgumentError, BackendError } from "@saccade/tensor";
import { type OptionsOf, options, rule } from "@saccade/tensor/contract";
import { makeBackend, type WebGPUBackend } from "./backend.ts";
import { DirectPort } from "./gpu/direct-port.ts";
import { openDevice } from "./gpu/open-device.ts";
import { type PageWorker, WorkerPort } from "./gpu/worker-port.ts";

const webgpuOptions = options(
  "webgpuBackend",
  {
    /**
     * Whether a worker owns the device, so that `item()` and `dataSync()` can wait for it. Default "auto": in Node and in
     * Workers; the main thread of a page must not wait. A function makes that worker, where a Content Security Policy
     * refuses those that start from a blob: URL: `() => new Worker("/worker.js", { type: "module" })`, with a copy of
     * `@saccade/kernels-webgpu/worker` there.
     */
    worker: rule<boolean | "auto" | (() => PageWorker)>(
      '"auto", true, false or a function that makes a worker',
      (worker): worker is boolean | "auto" | (() => PageWorker) =>
        worker === "auto" || typeof worker === "boolean" || typeof worker === "function",
      "auto",
    ),
  },
  { example: "webgpuBackend()" },
);

/** Options of {@link webgpuBackend}. */
export interface WebGPUOptions extends OptionsOf<typeof webgpuOptions> {}

/**
 * Makes a backend on the machine's GPU, to hand to `setBackend`. In Node it needs the package `webgpu`.
 *
 * @throws ArgumentError for an unknown option; NoGPUError where the host has no WebGPU, or no adapter.
 * @example
 * const backend = await webgpuBackend().catch(() => referenceBackend());
 * setBackend(backend);
 * await ones([2]).sum().data() // Float32Array [2]
 */
export async function webgpuBackend(given: WebGPUOptions = {}): Promise<WebGPUBackend> {
  const { worker } = webgpuOptions(given);
  const needsWorker = worker === true || typeof worker === "function";
  if (needsWorker && !mayWait()) {
    throw new ArgumentError(
      "webgpuBackend: a worker needs a thread that may wait, on shared memory: Node, or a Worker of a page with the " +
        'headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp. Use worker: "auto".',
    );
  }
  const dawn = dawnAddress();
  if (needsWorker || (worker === "auto" && mayWait())) {
    const port = await WorkerPort.start(dawn, typeof worker === "function" ? worker : undefined);
    if (typeof port === "string") throw noGPU(port);
    return makeBackend(port);
  }
  const { device, ...rest } = await openDevice(dawn);
  if ("why" in rest) throw noGPU(rest.why);
  return makeBackend(new DirectPort(device!, rest.facts));
}

/**
 * The host has no WebGPU, or WebGPU finds no GPU. Use `wasmBackend()` there.
 *
 * @example new NoGPUError("webgpuBackend: this host has no WebGPU.", "this host has no WebGPU") instanceof BackendError // true
 */
export class NoGPUError extends BackendError {
  override readonly name: string = "NoGPUError";
  /** The missing requirement, as a clause for messages: "this host has no WebGPU". */
  readonly why: string;

  constructor(message: string, why: string) {
    super(message);
    this.why = why;
  }
}

function noGPU(why: string): NoGPUError {
  return new NoGPUError(`webgpuBackend: ${why}. setBackend(await wasmBackend()) works everywhere.`, why);
}

/** Node's globals that pages lack. */
interface NodeHost {
  readonly SharedArrayBuffer?: unknown;
  readonly process?: {
    getBuiltinModule(name: "node:module"): {
      createRequire(from: string): { resolve(name: string): string };
    };
    getBuiltinModule(name: "node:url"): { pathToFileURL(path: string): { readonly href: string } };
  };
}

/** Node has no built-in WebGPU: the package `webgpu` provides it. */
function dawnAddress(): string | null {
  const isNode = "process" in globalThis && !("window" in globalThis) && !("WorkerGlobalScope" in globalThis);
  if (!isNode) return null;
  try {
    // Not import.meta.resolve: bundlers for pages would look for the package.
    const { process }: NodeHost = globalThis;
    const { createRequire } = process!.getBuiltinModule("node:module");
    const { pathToFileURL } = process!.getBuiltinModule("node:url");
    return pathToFileURL(createRequire(import.meta.url).resolve("webgpu")).href;
  } catch {
    throw noGPU("Node needs the package webgpu for WebGPU, and it is not installed; npm install webgpu");
  }
}

/** Whether this thread may wait: not the main thread of a page. */
function mayWait(): boolean {
  return typeof SharedArrayBuffer === "function" && !("document" in globalThis);
}
