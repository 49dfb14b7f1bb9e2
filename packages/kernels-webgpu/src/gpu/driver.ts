import {
  BufferPool,
  compute,
  copyDst,
  copySrc,
  mapRead,
  Ring,
  readMode,
  Scopes,
  uniform,
} from "./buffers.ts";
import type { BlockId, Command, GpuCounts, Program, RunCommand } from "./commands.ts";

/** Words of parameters that wait for a submission: 2,048 dispatches of at most 64 words each, or half as many. */
const parameterWords = 64 * 2048;
/** Larger writes go to the GPU by themselves. */
const mostStagedWords = 1 << 16;

interface Built {
  readonly program: Program;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
}

/** A kernel's start, with all that the GPU needs. */
interface Dispatch {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  /** The byte at which its parameters start. */
  readonly at: number;
  readonly groups: readonly [number, number, number];
}

/** Dispatches that are kept, to be run again. */
interface Bundle {
  readonly parameters: GPUBuffer;
  readonly dispatches: readonly Dispatch[];
}

/**
 * Carries out commands on a device, in their order: one command buffer collects them, and is submitted when something
 * is read, or when its parameters are full.
 */
export class Driver {
  readonly counts: GpuCounts = {
    dispatches: 0,
    submissions: 0,
    bytesWritten: 0,
    bytesRead: 0,
    buffers: 0,
    bufferBytes: 0,
  };
  readonly #device: GPUDevice;
  readonly #lost: Promise<void>;
  readonly #scopes: Scopes;
  readonly #pool: BufferPool;
  readonly #parameters: Ring;
  readonly #staged: Ring;
  readonly #blocks: Map<BlockId, GPUBuffer> = new Map();
  readonly #programs: Map<number, Built> = new Map();
  readonly #bundles: Map<number, Bundle> = new Map();
  readonly #groups: Map<string, GPUBindGroup> = new Map();
  readonly #numbers: WeakMap<GPUBuffer, number> = new WeakMap();
  #lastNumber = 0;
  #encoder: GPUCommandEncoder | null = null;
  #pass: GPUComputePassEncoder | null = null;
  /** The first thing that went wrong: a read after it throws. */
  #broken: string | null = null;
  /** The first error that no scope caught, often a consequence of one that a scope reports later. */
  #uncaught: string | null = null;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#scopes = new Scopes(device);
    this.#pool = new BufferPool(this.counts, (descriptor) => this.#makeBuffer(descriptor));
    const align = device.limits.minUniformBufferOffsetAlignment / 4;
    this.#parameters = new Ring(device, parameterWords, align, uniform);
    this.#staged = new Ring(device, 4 * mostStagedWords, 1, copySrc);
    device.addEventListener("uncapturederror", (event) => {
      this.#uncaught ??= event.error.message;
      event.preventDefault(); // A read reports it; the host need not log it.
    });
    this.#lost = device.lost.then(({ message, reason }) => {
      const why = message === "" ? "" : `: ${message.replace(/\.$/, "")}`;
      this.fail(`the device was lost (${reason})${why}. Load the last checkpoint on another backend`);
    });
  }

  /** Notes what went wrong: reads from now on throw it. */
  fail(reason: string): void {
    this.#broken ??= reason;
  }

  do(command: Command): void {
    const { kind } = command;
    if (kind === "run") this.#run(command);
    else if (kind === "make") this.#blocks.set(command.block, this.#pool.take(command.bytes));
    else if (kind === "write") this.#write(this.#block(command.block), command.words);
    else if (kind === "program") this.#programs.set(command.program.id, this.#build(command.program));
    else if (kind === "bundle") this.#bundles.set(command.bundle, this.#bundle(command.runs));
    else if (kind === "replay") this.#replay(this.#bundles.get(command.bundle)!, command.from, command.to);
    else if (kind === "drop") {
      this.#pool.give(this.#block(command.block));
      this.#blocks.delete(command.block);
    } else {
      // Commands that were not submitted yet may use its parameters.
      this.submit();
      this.#bundles.get(command.bundle)!.parameters.destroy();
      this.#bundles.delete(command.bundle);
    }
  }

  /** The words of a block, once all that came before is done. */
  async read(block: BlockId, words: number): Promise<Uint32Array<ArrayBuffer>> {
    const size = words * 4;
    const usage = copyDst | mapRead;
    const staging = this.#makeBuffer({ size: Math.max(size, 4), usage });
    this.#endPass();
    this.#open().copyBufferToBuffer(this.#block(block), 0, staging, 0, size);
    this.submit();
    try {
      await staging.mapAsync(readMode);
    } catch (error) {
      // The cause, such as a lost device, may be reported shortly after its consequence.
      await Promise.race([this.#lost, new Promise((resolve) => setTimeout(resolve, 100))]);
      this.fail(String(error));
    }
    await this.#scopes.settled();
    this.check();
    const found = new Uint32Array(staging.getMappedRange(0, size).slice(0));
    staging.destroy();
    this.counts.bytesRead += size;
    return found;
  }

  /** Gives the device back; resolves when all that was asked of it is answered. */
  async close(): Promise<void> {
    this.#device.destroy();
    await this.#lost;
    await this.#scopes.settled();
  }

  /** @throws Error if something failed since the device was made. */
  check(): void {
    const why = this.#broken ?? this.#uncaught;
    if (why !== null) throw new Error(`webgpu backend: ${why}.`);
  }

  submit(): void {
    if (this.#encoder === null) return;
    this.#endPass();
    this.#parameters.flush();
    this.#staged.flush();
    this.#device.queue.submit([this.#encoder.finish()]);
    this.#encoder = null;
    this.counts.submissions++;
  }

  #makeBuffer(descriptor: GPUBufferDescriptor): GPUBuffer {
    const { buffers, bufferBytes } = this.counts;
    const refused = (why: string): void =>
      this.fail(
        `the device refuses a buffer of ${descriptor.size} bytes (out of memory: ${why.split("\n")[0]}). With it, tensors ` +
          `would have ${bufferBytes} bytes in ${buffers} buffers. Use a smaller batch, or another backend`,
      );
    return this.#scopes.watch("out-of-memory", () => this.#device.createBuffer(descriptor), refused);
  }

  #block(id: BlockId): GPUBuffer {
    return this.#blocks.get(id)!;
  }

  #open(): GPUCommandEncoder {
    this.#encoder ??= this.#device.createCommandEncoder();
    return this.#encoder;
  }

  #endPass(): void {
    this.#pass?.end();
    this.#pass = null;
  }

  #write(buffer: GPUBuffer, words: Uint32Array): void {
    if (words.length === 0) return;
    this.counts.bytesWritten += words.byteLength;
    if (words.length > mostStagedWords) {
      // Commands that were collected before must not see it.
      this.submit();
      this.#device.queue.writeBuffer(buffer, 0, words as Uint32Array<ArrayBuffer>);
      return;
    }
    if (!this.#staged.fits(words.length)) this.submit();
    const at = this.#staged.push(words);
    this.#endPass();
    this.#open().copyBufferToBuffer(this.#staged.buffer, at, buffer, 0, words.byteLength);
  }

  #build(program: Program): Built {
    const device = this.#device;
    const visibility = compute;
    const layout = device.createBindGroupLayout({
      entries: [
        { binding: 0, visibility, buffer: { type: "uniform", hasDynamicOffset: true } },
        ...Array.from({ length: program.blocks }, (_, i): GPUBindGroupLayoutEntry => {
          const type = (program.written >> i) & 1 ? "storage" : "read-only-storage";
          return { binding: i + 1, visibility, buffer: { type } };
        }),
      ],
    });
    const compile = (): GPUComputePipeline => {
      const module = device.createShaderModule({ label: program.name, code: program.source });
      return device.createComputePipeline({
        label: program.name,
        layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
        compute: { module, entryPoint: "main" },
      });
    };
    const pipeline = this.#scopes.watch("validation", compile, (why) =>
      this.fail(`the kernel of ${program.name} does not compile: ${why}`),
    );
    return { program, pipeline, layout };
  }

  #run({ program, blocks, words, groups }: RunCommand): void {
    const built = this.#programs.get(program)!;
    if (!this.#parameters.fits(words.length + parameterBytes / 4)) this.submit();
    const at = this.#parameters.push(words);
    this.#dispatch({ pipeline: built.pipeline, group: this.#groupOf(built, blocks), at, groups });
  }

  #dispatch({ pipeline, group, at, groups: [x, y, z] }: Dispatch): void {
    this.#pass ??= this.#open().beginComputePass();
    this.#pass.setPipeline(pipeline);
    this.#pass.setBindGroup(0, group, [at]);
    this.#pass.dispatchWorkgroups(x, y, z);
    this.counts.dispatches++;
  }

  // Parameters never change, so that they are written once.
  #bundle(runs: readonly RunCommand[]): Bundle {
    const align = this.#device.limits.minUniformBufferOffsetAlignment / 4;
    const wordsOf = ({ words }: RunCommand): number => Math.ceil(words.length / align) * align;
    const length = runs.reduce((sum, run) => sum + wordsOf(run), parameterBytes / 4);
    const parameters = new Ring(this.#device, length, align, uniform);
    const dispatches = runs.map(({ program, blocks, words, groups }): Dispatch => {
      const built = this.#programs.get(program)!;
      const buffers = blocks.map((id) => this.#block(id));
      const group = this.#makeGroup(built.layout, parameters.buffer, buffers);
      return { pipeline: built.pipeline, group, at: parameters.push(words), groups };
    });
    parameters.flush();
    return { parameters: parameters.buffer, dispatches };
  }

  #replay({ dispatches }: Bundle, from: number, to: number): void {
    for (let i = from; i < to; i++) this.#dispatch(dispatches[i]!);
  }

  // Pooled buffers come back to the same kernels step after step, so that their groups are worth keeping.
  #groupOf({ program, layout }: Built, blocks: readonly BlockId[]): GPUBindGroup {
    const buffers = blocks.map((id) => this.#block(id));
    const key = `${program.id} ${buffers.map((buffer) => this.#numberOf(buffer)).join(" ")}`;
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    if (this.#groups.size >= mostGroups) this.#groups.clear();
    const group = this.#makeGroup(layout, this.#parameters.buffer, buffers);
    this.#groups.set(key, group);
    return group;
  }

  #makeGroup(layout: GPUBindGroupLayout, parameters: GPUBuffer, buffers: readonly GPUBuffer[]): GPUBindGroup {
    return this.#device.createBindGroup({
      layout,
      entries: [
        { binding: 0, resource: { buffer: parameters, size: parameterBytes } },
        ...buffers.map((buffer, i) => ({ binding: i + 1, resource: { buffer } })),
      ],
    });
  }

  #numberOf(buffer: GPUBuffer): number {
    let number = this.#numbers.get(buffer);
    if (number === undefined) {
      number = ++this.#lastNumber;
      this.#numbers.set(buffer, number);
    }
    return number;
  }
}

/** The parameters that a kernel can access: 128 words. */
const parameterBytes = 512;
const mostGroups = 8192;
