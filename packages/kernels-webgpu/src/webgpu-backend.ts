import { ArgumentError, type Backend, BackendError, type DType, type TypedArray } from "@saccade/tensor";
import {
  type AnyKernel,
  type Attrs,
  type HostArray,
  type KernelOp,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import { type OptionsOf, options, rule } from "@saccade/tensor/contract";
import type { BlockId, Command, DeviceFacts, GpuCounts, Port, Words } from "./gpu/commands.ts";
import { DirectPort } from "./gpu/direct-port.ts";
import { openDevice } from "./gpu/open-device.ts";
import { type PageWorker, WorkerPort } from "./gpu/worker-port.ts";
import { cacheKernels } from "./kernels/moving.ts";
import { isComposed } from "./kernels/score-program.ts";
import { kernelTable } from "./kernels/table.ts";
import { Machine } from "./machine.ts";
import { type RecordedBackend, Recording } from "./recording.ts";
import { snapshot } from "./wgsl.ts";

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

/** The WebGPU backend: tensors live on the GPU, kernels are WGSL; the rest runs on the host, counted. */
export interface WebGPUBackend extends Backend {
  /** The GPU, in its driver's words. */
  readonly adapter: string;
  /** Whether that GPU is one in software, such as SwiftShader: it computes on the processor, slower than wasm. */
  readonly isSoftware: boolean;
  /** Whether an op has a kernel here; it may still leave odd dtypes to the host. */
  hasKernel(name: string): boolean;
  /** Ops that ran on the host, by name, and how often: each of them moves its operands there and back. */
  readonly onHost: ReadonlyMap<string, number>;
  /** Dispatches, submissions and bytes so far. */
  counts(): Promise<GpuCounts>;
  /** Gives the device back. Tensors on it are lost. */
  close(): void;
}

/** @param facts those of the device; tests take some away */
export function makeBackend(port: Port, facts: DeviceFacts = port.facts): WebGPUBackend {
  const machine = new Machine(port, facts);
  const kernels = new Map<string, AnyKernel>(
    Object.entries({ ...kernelTable(machine), ...cacheKernels(machine) }),
  );
  const host = new HostFallback(machine, port);
  const { readSync } = machine;
  const start: RecordedBackend["start"] = (op, inputs, outputs, attrs) =>
    kernels.get(op.name)?.(inputs, outputs, attrs) ?? false;
  const allocate = (dtype: DType, length: number): BlockId => {
    if (length * 4 > facts.mostBytes) throw tooLarge(dtype, length, facts);
    const block = machine.make(length);
    host.lengths.set(block, length);
    return block;
  };
  const free = (buffer: unknown): void => {
    const block = buffer as BlockId;
    host.lengths.delete(block);
    machine.drop(block);
  };
  return {
    name: "webgpu",
    dtypes: ["float32", "int32", "bool"],
    adapter: facts.adapter,
    isSoftware: facts.isSoftware,
    hasKernel: (name) => kernels.has(name),
    onHost: host.counts,
    counts(): Promise<GpuCounts> {
      machine.settle();
      return port.counts();
    },
    close: () => port.close(),
    allocate,
    free,
    write: (buffer, data) => machine.write(buffer as BlockId, wordsOf(data)),
    read: async (buffer, dtype, length) => elementsOf(await machine.read(buffer as BlockId, length), dtype),
    ...(readSync && {
      readSync: (buffer: unknown, dtype: DType, length: number): TypedArray =>
        elementsOf(readSync(buffer as BlockId, length), dtype),
    }),
    composes: (name, attrs = {}) => !kernels.has(name) || isComposed(name, attrs),
    run(op, inputs, outputs, attrs): void {
      machine.recordInto(null);
      if (!start(op, inputs, outputs, attrs)) host.run(op, inputs, outputs, attrs);
    },
    record: () => new Recording({ allocate, free, start, runOnHost: host.run.bind(host) }, machine, port),
  };
}

function tooLarge(dtype: DType, length: number, { mostBytes, adapter }: DeviceFacts): BackendError {
  return new BackendError(
    `webgpu backend: ${length} elements of ${dtype} take ${length * 4} bytes; ${adapter} binds ${mostBytes} at most ` +
      "(maxStorageBufferBindingSize). Use smaller pieces, or another backend.",
  );
}

/** Runs ops without a kernel on the host, by the reference: their operands go there, the results come back. */
class HostFallback {
  /** How often each op ran here. */
  readonly counts: Map<string, number> = new Map();
  /** How many elements each block holds. */
  readonly lengths: Map<BlockId, number> = new Map();
  readonly #machine: Machine;
  readonly #port: Port;

  constructor(machine: Machine, port: Port) {
    this.#machine = machine;
    this.#port = port;
  }

  run(op: KernelOp, given: readonly Operand[], results: readonly Operand[], attrs: Attrs): void {
    const [inputs, outputs] = [given.map(snapshot), results.map(snapshot)];
    this.counts.set(op.name, (this.counts.get(op.name) ?? 0) + 1);
    const port = this.#port;
    const blocks = new Map<BlockId, Operand>();
    for (const x of [...inputs, ...outputs]) blocks.set(x.buffer as BlockId, x);
    this.#machine.settle(blocks.keys());
    const read = new Set(inputs.map(({ buffer }) => buffer));
    const arrays = new Map<BlockId, TypedArray>();
    const old: { readonly block: BlockId; readonly length: number; readonly dtype: DType }[] = [];
    for (const [block, { dtype, offset, shape }] of blocks) {
      const length = this.lengths.get(block)!;
      // Blocks that are overwritten as a whole need not be read first.
      if (read.has(block) || offset > 0 || numelOf(shape) !== length) old.push({ block, length, dtype });
      else arrays.set(block, elementsOf(new Uint32Array(length), dtype));
    }
    const work = (send: (command: Command) => void): void => {
      const host = ({ buffer, ...x }: Operand): HostArray => ({ ...x, data: arrays.get(buffer as BlockId)! });
      op.forward(inputs.map(host), outputs.map(host), attrs);
      for (const block of new Set(outputs.map(({ buffer }) => buffer as BlockId)))
        send({ kind: "write", block, words: wordsOf(arrays.get(block)!) });
    };
    if (port.readSync !== undefined) {
      for (const { block, length, dtype } of old)
        arrays.set(block, elementsOf(port.readSync(block, length), dtype));
      work((command) => port.post(command));
      return;
    }
    port.between!(async (driver) => {
      for (const { block, length, dtype } of old)
        arrays.set(block, elementsOf(await driver.read(block, length), dtype));
      work((command) => driver.do(command));
    });
  }
}

/** How elements come from the GPU, and go there: four bytes each. */
function elementsOf(words: Words, dtype: DType): TypedArray {
  if (dtype === "float32") return new Float32Array(words.buffer);
  if (dtype === "int32") return new Int32Array(words.buffer);
  return Uint8Array.from(words);
}

function wordsOf(data: TypedArray): Words {
  if (data instanceof Uint8Array) return Uint32Array.from(data);
  return new Uint32Array(data.slice().buffer as ArrayBuffer);
}
