import { BackendError } from "@saccade/tensor";
import { contiguousStrides, numelOf, type Operand } from "@saccade/tensor/backend";
import type { BlockId } from "./gpu/commands.ts";
import type { Port } from "./gpu/port.ts";

export { type Kernel, type KernelTable, numelOf as countOf } from "@saccade/tensor/backend";

/** Threads of a workgroup, in kernels of one thread an element. */
export const groupThreads = 64;

/** A kernel's start: what is bound, the parameters, and the WGSL source if it has not been built yet. */
export interface Launch {
  /** The op, and with `variant` what the source depends on. */
  readonly name: string;
  readonly variant: string;
  readonly reads: readonly Operand[];
  readonly writes: readonly Operand[];
  /** At most 64 words: `u(i)` and `f(i)` in the source. */
  readonly words: readonly number[];
  /** The threads of kernels that have one an element, or workgroups. */
  readonly threads?: number;
  readonly groups?: readonly [number, number, number];
  /** The declarations and `main`; called once for each variant. Gets the names of the buffers, those read first. */
  readonly source: (buffers: readonly string[]) => string;
}

/** Starts kernels. */
export class Machine {
  readonly #port: Port;
  #lastBlock: BlockId = 0;
  readonly #programs: Map<string, number> = new Map();

  constructor(port: Port) {
    this.#port = port;
  }

  /** The most workgroups in one dim of a dispatch. */
  get mostGroups(): number {
    return this.#port.facts.mostGroups;
  }

  /** A block of so many elements. */
  make(length: number): BlockId {
    const block = ++this.#lastBlock;
    this.#port.post({ kind: "make", block, bytes: Math.max(1, length) * 4 });
    return block;
  }

  drop(block: BlockId): void {
    this.#port.post({ kind: "drop", block });
  }

  /** Calls `use` with a contiguous float32 operand that is given back afterwards. */
  withScratch(shape: readonly number[], use: (scratch: Operand) => void): void {
    const buffer = this.make(numelOf(shape));
    use({ buffer, dtype: "float32", shape, strides: contiguousStrides(shape), offset: 0 });
    this.drop(buffer);
  }

  run({ name, variant, reads, writes, words, threads, groups, source }: Launch): void {
    // A buffer that is bound twice, one time to be written, would be an error: it is bound once.
    const blocks: BlockId[] = [];
    const slots: number[] = [];
    let written = 0;
    let key = `${name} ${variant}`;
    for (const x of [...reads, ...writes]) {
      const block = x.buffer as BlockId;
      let slot = blocks.indexOf(block);
      if (slot < 0) slot = blocks.push(block) - 1;
      slots.push(slot);
      if (slots.length > reads.length) written |= 1 << slot;
      key += ` ${slot}${x.dtype[0]}`;
    }
    let program = this.#programs.get(key);
    if (program === undefined) {
      program = this.#programs.size;
      this.#programs.set(key, program);
      const types = blocks.map((_, slot) => storageTypes[[...reads, ...writes][slots.indexOf(slot)]!.dtype]);
      const text = `${prelude(types, written)}\n${source(slots.map((slot) => `b${slot}`))}`;
      this.#port.post({
        kind: "program",
        program: { id: program, name: key, blocks: blocks.length, written, source: text },
      });
    }
    const started = groups === undefined ? this.#groupsFor(threads!) : this.#within(name, groups);
    this.#port.post({ kind: "run", program, blocks, words, groups: started });
  }

  #within(name: string, groups: readonly [number, number, number]): readonly [number, number, number] {
    const { mostGroups, adapter } = this.#port.facts;
    const most = Math.max(...groups);
    if (most <= mostGroups) return groups;
    throw new BackendError(
      `webgpu backend: ${name} needs ${most} workgroups in one dim; ${adapter} starts ${mostGroups} at most ` +
        "(maxComputeWorkgroupsPerDimension). Use smaller pieces, or another backend.",
    );
  }

  // More groups than one dim takes stand in rows: the threads of the last row may be too many.
  #groupsFor(threads: number): readonly [number, number, number] {
    const groups = Math.ceil(threads / groupThreads);
    const { mostGroups } = this.#port.facts;
    if (groups <= mostGroups) return [groups, 1, 1];
    const rows = Math.ceil(groups / mostGroups);
    return [Math.ceil(groups / rows), rows, 1];
  }
}

/** Another window on an operand's buffer. Operands may be tensors, whose members cannot be spread. */
export function windowOn(
  { buffer, dtype, offset }: Operand,
  shape: readonly number[],
  strides: readonly number[],
  start: number = offset,
): Operand {
  return { buffer, dtype, shape, strides, offset: start };
}

/** How elements lie on the GPU, four bytes each. */
export const storageTypes: Readonly<Record<Operand["dtype"], string>> = {
  float32: "f32",
  int32: "i32",
  bool: "u32",
  float64: "f64",
};

function prelude(types: readonly string[], written: number): string {
  const buffers = types.map((type, i) => {
    const access = (written >> i) & 1 ? "read_write" : "read";
    return `@group(0) @binding(${i + 1}) var<storage, ${access}> b${i}: array<${type}>;`;
  });
  return `@group(0) @binding(0) var<uniform> words: array<vec4<u32>, 16>;\n${buffers.join("\n")}`;
}

/** Parameter i as a u32, in WGSL. */
export function u(i: number): string {
  return `words[${i >> 2}][${i & 3}]`;
}

/** Parameter i as an f32, in WGSL. */
export function f(i: number): string {
  return `bitcast<f32>(${u(i)})`;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The word of an f32 parameter. */
export function wordOf(x: number): number {
  float[0] = x;
  return bits[0]!;
}

/** A `main` of one thread an element: `i` is the element, of as many as parameter 0 says. */
export function perElement(body: string): string {
  return `@compute @workgroup_size(${groupThreads})
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
  let i = id.x + id.y * groups.x * ${groupThreads}u;
  if (i >= ${u(0)}) { return; }
${body}
}`;
}
