import type { TypedArray } from "@saccade/tensor";
import { type Attrs, type HostArray, type KernelOp, numelOf, type Operand } from "@saccade/tensor/backend";
import { elementsOf, wordsOf } from "./elements.ts";
import type { BlockId } from "./gpu/commands.ts";
import type { Port, Words } from "./gpu/port.ts";
import { type Machine, windowOn } from "./machine.ts";

/** Runs ops without a kernel on the host, by the reference: their operands go there, the results come back. */
export class HostFallback {
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
    // The operands of today: tensors may be freed, or moved, before their values come.
    const today = (x: Operand): Operand => windowOn(x, x.shape, x.strides);
    const [inputs, outputs] = [given.map(today), results.map(today)];
    this.counts.set(op.name, (this.counts.get(op.name) ?? 0) + 1);
    const port = this.#port;
    const blocks = new Map<BlockId, Operand>();
    for (const x of [...inputs, ...outputs]) blocks.set(x.buffer as BlockId, x);
    this.#machine.settle(blocks.keys());
    const lengths = new Map([...blocks.keys()].map((block) => [block, this.lengths.get(block)!]));
    const work = (arrays: ReadonlyMap<BlockId, TypedArray>): void => {
      const host = (x: Operand): HostArray => {
        const data = arrays.get(x.buffer as BlockId)!;
        const { dtype, shape, strides, offset } = x;
        return { data, dtype, shape, strides, offset };
      };
      op.forward(inputs.map(host), outputs.map(host), attrs);
    };
    const written = new Set(outputs.map(({ buffer }) => buffer as BlockId));
    const read = new Set(inputs.map(({ buffer }) => buffer as BlockId));
    // Blocks that are overwritten as a whole need not be read first.
    const isNew = (block: BlockId, { offset, shape }: Operand): boolean =>
      !read.has(block) && offset === 0 && numelOf(shape) === lengths.get(block);
    const empty = (block: BlockId): Words => new Uint32Array(lengths.get(block)!);
    if (port.readSync !== undefined) {
      const arrays = new Map<BlockId, TypedArray>();
      for (const [block, x] of blocks) {
        const words = isNew(block, x) ? empty(block) : port.readSync(block, lengths.get(block)!);
        arrays.set(block, elementsOf(words, x.dtype));
      }
      work(arrays);
      for (const block of written) port.post({ kind: "write", block, words: wordsOf(arrays.get(block)!) });
      return;
    }
    port.between!(async (driver) => {
      const arrays = new Map<BlockId, TypedArray>();
      for (const [block, x] of blocks) {
        const words = isNew(block, x) ? empty(block) : await driver.read(block, lengths.get(block)!);
        arrays.set(block, elementsOf(words, x.dtype));
      }
      work(arrays);
      for (const block of written) driver.do({ kind: "write", block, words: wordsOf(arrays.get(block)!) });
    });
  }
}
