import { BackendError } from "@saccade/tensor";
import { contiguousStrides, numelOf, type Operand } from "@saccade/tensor/backend";
import { Chains, type Elementwise } from "./chains.ts";
import type { BlockId, DeviceFacts, Port, RunCommand, Words } from "./gpu/commands.ts";
import { calledIn } from "./kernels/functions.ts";
import { type Groups, groupThreads, type Launch, mostWords, storageTypes } from "./wgsl.ts";

/** A step that is being recorded: it has its own memory, and records the commands that kernels send. */
export interface Recorder {
  make(length: number): BlockId;
  drop(block: BlockId, shape: readonly number[]): void;
  sent(command: RunCommand): void;
}

/** Starts kernels. */
export class Machine {
  readonly #port: Port;
  readonly facts: DeviceFacts;
  readonly #chains: Chains;
  readonly #programs: Map<string, number> = new Map();
  /** Blocks that nothing has used yet, and their bytes: those that stay in registers are never made. */
  readonly #unmade: Map<BlockId, number> = new Map();
  #lastBlock: BlockId = 0;
  #lastBundle = 0;
  #recorder: Recorder | null = null;

  constructor(port: Port, facts: DeviceFacts) {
    this.#port = port;
    this.facts = facts;
    this.#chains = new Chains((launch) => this.#launch(launch), facts.mostBlocks);
  }

  /**
   * The threads of a workgroup that share memory: as many as asked for, or where the GPU is software, as many as its SIMD
   * has, since more would have to be switched at each barrier.
   */
  teamOf(threads: number): number {
    return this.facts.isSoftware ? Math.min(4, threads) : threads;
  }

  /** A number of workgroups in two dims: where one dim takes no more, in rows, and then some beyond the last. */
  plane(groups: number): readonly [number, number] {
    const rows = Math.max(1, Math.ceil(groups / this.facts.mostGroups));
    return [Math.ceil(groups / rows), rows];
  }

  /** A block of this number of elements. */
  make(length: number): BlockId {
    const block = ++this.#lastBlock;
    this.#unmade.set(block, Math.max(1, length) * 4);
    return block;
  }

  /** Gives a block back once nothing that waits reads it; or does something else with it then. */
  drop(block: BlockId, give: (block: BlockId) => void = (unused) => this.#giveBack(unused)): void {
    this.#chains.drop(block, give);
  }

  #giveBack(block: BlockId): void {
    if (!this.#unmade.delete(block)) this.#port.post({ kind: "drop", block });
  }

  /** Calls `use` with a contiguous float32 operand that is given back afterwards. */
  withScratch(shape: readonly number[], use: (scratch: Operand) => void): void {
    const recorder = this.#recorder;
    const buffer = (recorder ?? this).make(numelOf(shape));
    use({ buffer, dtype: "float32", shape, strides: contiguousStrides(shape), offset: 0 });
    if (recorder === null) this.drop(buffer);
    else this.drop(buffer, () => recorder.drop(buffer, shape));
  }

  /** Copies words of the host into a block. */
  write(block: BlockId, words: Uint32Array): void {
    this.#chains.beforeWrite(block);
    this.#need(block);
    this.#port.post({ kind: "write", block, words });
  }

  /** The words of a block, after all that came before. */
  read(block: BlockId, words: number): Promise<Words> {
    this.settle([block]);
    return this.#port.read(block, words);
  }

  /** {@link read} where this thread can wait for it. */
  get readSync(): ((block: BlockId, words: number) => Words) | undefined {
    const port = this.#port;
    if (port.readSync === undefined) return undefined;
    return (block, words) => {
      this.settle([block]);
      return port.readSync!(block, words);
    };
  }

  /** Sends what waits, and has blocks made: for the host, which will read and write them. */
  settle(blocks: Iterable<BlockId> = []): void {
    this.#chains.settle();
    for (const block of blocks) this.#need(block);
  }

  /** From here on, commands belong to a recording, or to none: what waits is sent before. */
  recordInto(recorder: Recorder | null): void {
    if (this.#recorder === recorder) return;
    this.settle();
    this.#recorder = recorder;
  }

  /** Adds an elementwise op to those that wait to be run together. */
  elementwise(call: Elementwise): void {
    this.#port.checkOpen();
    this.#chains.add(call);
  }

  /** y = x, as y's dtype. */
  copy(x: Operand, y: Operand): void {
    this.elementwise({ name: "copy", reads: [x], names: ["x"], types: [x.dtype], result: y, value: "x" });
  }

  run(launch: Launch): void {
    if (launch.threads === 0 || launch.groups?.includes(0)) return;
    this.#chains.before(launch.reads, launch.writes);
    this.#launch(launch);
  }

  /** Has the driver keep commands as a bundle, and gives its number. */
  bundle(runs: readonly RunCommand[]): number {
    const bundle = ++this.#lastBundle;
    this.#port.post({ kind: "bundle", bundle, runs });
    return bundle;
  }

  #need(block: BlockId): void {
    const bytes = this.#unmade.get(block);
    if (bytes === undefined) return;
    this.#unmade.delete(block);
    this.#port.post({ kind: "make", block, bytes });
  }

  #launch({ name, variant, reads, writes, words, threads, groups, source }: Launch): void {
    // A buffer that is bound twice, one time to be written, would be an error: it is bound once.
    const blocks: BlockId[] = [];
    const slots: number[] = [];
    let written = 0;
    let key = `${name} ${variant}`;
    for (const x of [...reads, ...writes]) {
      const block = x.buffer as BlockId;
      let slot = blocks.indexOf(block);
      if (slot < 0) {
        slot = blocks.push(block) - 1;
        this.#need(block);
      }
      slots.push(slot);
      if (slots.length > reads.length) written |= 1 << slot;
      key += ` ${slot}${x.dtype[0]}`;
    }
    let program = this.#programs.get(key);
    if (program === undefined) {
      program = this.#programs.size;
      this.#programs.set(key, program);
      const types = blocks.map((_, slot) => storageTypes[[...reads, ...writes][slots.indexOf(slot)]!.dtype]);
      const own = source(slots.map((slot) => `b${slot}`));
      const text = `${prelude(types, written)}\n${calledIn(own)}\n${own}`;
      this.#port.post({
        kind: "program",
        program: { id: program, name: key, blocks: blocks.length, written, source: text },
      });
    }
    const command: RunCommand = {
      kind: "run",
      program,
      blocks,
      words,
      groups: this.#within(name, groups ?? this.#groupsFor(threads!)),
    };
    this.#port.post(command);
    this.#recorder?.sent(command);
  }

  #within(name: string, [x, y, z = 1]: Groups): RunCommand["groups"] {
    const { mostGroups, adapter } = this.facts;
    const most = Math.max(x, y, z);
    if (most <= mostGroups) return [x, y, z];
    throw new BackendError(
      `webgpu backend: ${name} needs ${most} workgroups in one dim; ${adapter} starts ${mostGroups} at most ` +
        "(maxComputeWorkgroupsPerDimension). Use smaller pieces, or another backend.",
    );
  }

  // Starting a software thread costs more than computing an element.
  #groupsFor(threads: number): Groups {
    const all = Math.ceil(threads / groupThreads);
    return this.plane(this.facts.isSoftware ? Math.min(all, manyGroups) : all);
  }
}

/** As many workgroups keep a GPU of software busy. */
const manyGroups = 32;

function prelude(types: readonly string[], written: number): string {
  const buffers = types.map((type, i) => {
    const access = (written >> i) & 1 ? "read_write" : "read";
    return `@group(0) @binding(${i + 1}) var<storage, ${access}> b${i}: array<${type}>;`;
  });
  return `@group(0) @binding(0) var<uniform> words: array<vec4<u32>, ${mostWords / 4}>;\n${buffers.join("\n")}`;
}
