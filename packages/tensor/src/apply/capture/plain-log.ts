import type { Backend, KernelLog, KernelProgram, Operand } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";
import type { Attrs, KernelOp } from "../op.ts";

interface Call {
  readonly op: KernelOp;
  readonly inputs: readonly Operand[];
  readonly outputs: readonly Operand[];
  readonly attrs: Attrs;
}

/** A log for any backend: it records op calls, and replays run them again on the same buffers. */
export class PlainLog implements KernelLog {
  readonly #backend: Backend;
  readonly #calls: Call[] = [];
  // Every block of the log, with the arguments of `free` and whether it is in use.
  readonly #blocks: Map<unknown, { dtype: DType; length: number; used: boolean }> = new Map();
  readonly #reserved: Set<unknown> = new Set();
  readonly #spare: Map<string, unknown[]> = new Map();
  #over: boolean = false;

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  get length(): number {
    return this.#calls.length;
  }

  allocate(dtype: DType, length: number): unknown {
    let buffer = this.#spare.get(`${dtype} ${length}`)?.pop();
    buffer ??= this.#backend.allocate(dtype, length);
    this.#blocks.set(buffer, { dtype, length, used: true });
    return buffer;
  }

  free(buffer: unknown, dtype: DType, length: number): void {
    if (this.#over) {
      this.#backend.free(buffer, dtype, length);
      return;
    }
    this.#blocks.get(buffer)!.used = false;
    if (this.#reserved.has(buffer)) return;
    const key = `${dtype} ${length}`;
    const list = this.#spare.get(key);
    if (list) list.push(buffer);
    else this.#spare.set(key, [buffer]);
  }

  reserve(dtype: DType, length: number): unknown {
    const buffer = this.#backend.allocate(dtype, length);
    this.#blocks.set(buffer, { dtype, length, used: true });
    this.#reserved.add(buffer);
    return buffer;
  }

  run(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void {
    this.#backend.run(op, inputs, outputs, attrs);
    this.#calls.push({ op, inputs, outputs, attrs });
  }

  finish(): KernelProgram {
    const backend = this.#backend;
    const calls = this.#calls;
    this.#over = true;
    return {
      length: calls.length,
      run(start, end) {
        for (let i = start; i < end; i++) {
          const { op, inputs, outputs, attrs } = calls[i]!;
          backend.run(op, inputs, outputs, attrs);
        }
      },
      free: () => this.#freeBlocks(),
    };
  }

  abandon(): void {
    this.#over = true;
    for (const [buffer, { used }] of this.#blocks) if (used) this.#blocks.delete(buffer);
    this.#freeBlocks();
  }

  #freeBlocks(): void {
    for (const [buffer, { dtype, length }] of this.#blocks) this.#backend.free(buffer, dtype, length);
    this.#blocks.clear();
  }
}
