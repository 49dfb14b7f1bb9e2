import type { Backend, KernelLog, KernelProgram, Operand } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";
import type { Attrs, KernelOp } from "../op.ts";
import { StepMemory } from "./step-memory.ts";

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
  readonly #memory: StepMemory;
  #over: boolean = false;

  constructor(backend: Backend) {
    this.#backend = backend;
    this.#memory = new StepMemory(backend);
  }

  get length(): number {
    return this.#calls.length;
  }

  allocate(dtype: DType, length: number): unknown {
    return this.#memory.allocate(dtype, length);
  }

  free(buffer: unknown, dtype: DType, length: number): void {
    (this.#over ? this.#backend : this.#memory).free(buffer, dtype, length);
  }

  reserve(dtype: DType, length: number): unknown {
    return this.#memory.reserve(dtype, length);
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
      free: () => this.#memory.release(),
    };
  }

  abandon(): void {
    this.#over = true;
    this.#memory.dissolve();
  }
}
