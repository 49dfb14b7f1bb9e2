import { BufferPool, makeBuffer } from "./buffer-pool.ts";
import type { BlockId, Command, GpuCounts, Program } from "./commands.ts";
import { compute, copyDst, copySrc, mapRead, readMode, uniform } from "./flags.ts";
import { Ring } from "./ring.ts";

/** Words of parameters that wait for a submission: 2,048 dispatches of at most 64 words each. */
const parameterWords = 64 * 2048;
/** Larger writes go to the GPU by themselves. */
const mostStagedWords = 1 << 16;

interface Built {
  readonly program: Program;
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
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
  readonly #pool: BufferPool;
  readonly #parameters: Ring;
  readonly #staged: Ring;
  readonly #blocks: Map<BlockId, GPUBuffer> = new Map();
  readonly #programs: Map<number, Built> = new Map();
  readonly #groups: Map<string, GPUBindGroup> = new Map();
  readonly #numbers: WeakMap<GPUBuffer, number> = new WeakMap();
  #lastNumber = 0;
  #encoder: GPUCommandEncoder | null = null;
  #pass: GPUComputePassEncoder | null = null;
  /** The first thing that went wrong: a read after it throws. */
  #broken: string | null = null;

  constructor(device: GPUDevice) {
    this.#device = device;
    this.#pool = new BufferPool(device, this.counts, (why) => this.fail(why));
    const align = device.limits.minUniformBufferOffsetAlignment / 4;
    this.#parameters = new Ring(device, parameterWords, align, uniform);
    this.#staged = new Ring(device, 4 * mostStagedWords, 1, copySrc);
    device.addEventListener("uncapturederror", ({ error }) => this.fail(error.message));
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
    switch (command.kind) {
      case "make":
        this.#blocks.set(command.block, this.#pool.take(command.bytes));
        return;
      case "drop":
        this.#pool.give(this.#block(command.block));
        this.#blocks.delete(command.block);
        return;
      case "write":
        this.#write(this.#block(command.block), command.words);
        return;
      case "program":
        this.#programs.set(command.program.id, this.#build(command.program));
        return;
      case "run":
        this.#run(command.program, command.blocks, command.words, command.groups);
    }
  }

  /** The words of a block, once all that came before is done. */
  async read(block: BlockId, words: number): Promise<Uint32Array<ArrayBuffer>> {
    const size = words * 4;
    const usage = copyDst | mapRead;
    const staging = makeBuffer(this.#device, { size: Math.max(size, 4), usage }, (why) => this.fail(why));
    this.#endPass();
    this.#open().copyBufferToBuffer(this.#block(block), 0, staging, 0, size);
    this.submit();
    try {
      await staging.mapAsync(readMode);
    } catch (error) {
      // The cause, such as a lost device, may be told a moment after what it causes.
      await Promise.race([this.#lost, new Promise((resolve) => setTimeout(resolve, 100))]);
      this.fail(String(error));
    }
    this.check();
    const found = new Uint32Array(staging.getMappedRange(0, size).slice(0));
    staging.destroy();
    this.counts.bytesRead += size;
    return found;
  }

  /** @throws Error if something failed since the device was made. */
  check(): void {
    if (this.#broken !== null) throw new Error(`webgpu backend: ${this.#broken}.`);
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
    device.pushErrorScope("validation");
    const module = device.createShaderModule({ label: program.name, code: program.source });
    const pipeline = device.createComputePipeline({
      label: program.name,
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: { module, entryPoint: "main" },
    });
    void device.popErrorScope().then((error) => {
      if (error !== null) this.fail(`the kernel of ${program.name} does not compile: ${error.message}`);
    });
    return { program, pipeline, layout };
  }

  #run(
    id: number,
    blocks: readonly BlockId[],
    words: readonly number[],
    [x, y, z]: readonly [number, number, number],
  ): void {
    const built = this.#programs.get(id)!;
    if (!this.#parameters.fits(words.length + 64)) this.submit();
    this.#open();
    this.#pass ??= this.#encoder!.beginComputePass();
    const at = this.#parameters.push(words);
    this.#pass.setPipeline(built.pipeline);
    this.#pass.setBindGroup(0, this.#groupOf(built, blocks), [at]);
    this.#pass.dispatchWorkgroups(x, y, z);
    this.counts.dispatches++;
  }

  // Pooled buffers come back to the same kernels step after step, so that their groups are worth keeping.
  #groupOf({ program, layout }: Built, blocks: readonly BlockId[]): GPUBindGroup {
    const buffers = blocks.map((id) => this.#block(id));
    const key = `${program.id} ${buffers.map((buffer) => this.#numberOf(buffer)).join(" ")}`;
    const found = this.#groups.get(key);
    if (found !== undefined) return found;
    if (this.#groups.size >= mostGroups) this.#groups.clear();
    const group = this.#device.createBindGroup({
      layout,
      entries: [
        { binding: 0, resource: { buffer: this.#parameters.buffer, size: parameterBytes } },
        ...buffers.map((buffer, i) => ({ binding: i + 1, resource: { buffer } })),
      ],
    });
    this.#groups.set(key, group);
    return group;
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

/** What a kernel sees of the parameters: 64 words. */
export const parameterBytes = 256;
const mostGroups = 8192;
