import type { DType } from "@saccade/tensor";
import {
  type Attrs,
  type KernelLog,
  type KernelOp,
  type KernelProgram,
  numelOf,
  type Operand,
  StepMemory,
} from "@saccade/tensor/backend";
import type { BlockId, Port, RunCommand } from "./gpu/commands.ts";
import type { Machine, Recorder } from "./machine.ts";

/** The part of a backend that a recording uses. */
export interface RecordedBackend {
  allocate(dtype: DType, length: number): BlockId;
  free(buffer: unknown): void;
  /** Starts an op's kernel; false if it is left to the host. */
  start(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): boolean;
  runOnHost(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void;
}

/**
 * Records the commands that kernels send while a step runs. The driver keeps them as a bundle: pipelines, bind groups and
 * parameters in a separate buffer, so that a replay is a single message. Host ops run again as a whole.
 */
export class Recording implements KernelLog, Recorder {
  readonly #backend: RecordedBackend;
  readonly #machine: Machine;
  readonly #port: Port;
  readonly #memory: StepMemory;
  readonly #runs: RunCommand[] = [];
  /** Work of the host, and how many commands come before it. */
  readonly #hostWork: { readonly at: number; readonly run: () => void }[] = [];
  /** For each call of an op, how many commands and host works come before it. */
  readonly #starts: { readonly runs: number; readonly host: number }[] = [];
  #isOver = false;

  constructor(backend: RecordedBackend, machine: Machine, port: Port) {
    this.#backend = backend;
    this.#machine = machine;
    this.#port = port;
    this.#memory = new StepMemory(backend);
  }

  get length(): number {
    return this.#starts.length;
  }

  allocate(dtype: DType, length: number): unknown {
    return this.#memory.allocate(dtype, length);
  }

  reserve(dtype: DType, length: number): unknown {
    return this.#memory.reserve(dtype, length);
  }

  free(buffer: unknown, dtype: DType, length: number): void {
    if (this.#isOver) this.#backend.free(buffer);
    else if (this.#memory.isReserved(buffer)) this.#memory.free(buffer, dtype, length);
    // A block that a chain has yet to read is not used again before.
    else this.#machine.drop(buffer as BlockId, () => this.#memory.free(buffer, dtype, length));
  }

  /** Memory of kernels between their commands. */
  make(length: number): BlockId {
    return this.#memory.allocate("float32", length) as BlockId;
  }

  drop(block: BlockId, shape: readonly number[]): void {
    this.#memory.free(block, "float32", numelOf(shape));
  }

  sent(command: RunCommand): void {
    this.#runs.push(command);
  }

  run(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void {
    this.#machine.recordInto(this);
    this.#starts.push({ runs: this.#runs.length, host: this.#hostWork.length });
    if (this.#backend.start(op, inputs, outputs, attrs)) return;
    this.#machine.recordInto(null);
    const run = (): void => this.#backend.runOnHost(op, inputs, outputs, attrs);
    run();
    this.#hostWork.push({ at: this.#runs.length, run });
  }

  settle(): void {
    this.#machine.settle();
  }

  finish(): KernelProgram {
    this.#machine.recordInto(null);
    this.#isOver = true;
    const { length } = this;
    this.#starts.push({ runs: this.#runs.length, host: this.#hostWork.length });
    const bundle = this.#machine.bundle(this.#runs);
    return {
      length,
      run: (start, end) => this.#replay(bundle, start, end),
      free: () => {
        this.#port.post({ kind: "unbundle", bundle });
        this.#memory.release();
      },
    };
  }

  #replay(bundle: number, start: number, end: number): void {
    this.#machine.settle();
    const [first, last] = [this.#starts[start]!, this.#starts[end]!];
    let from = first.runs;
    const replayTo = (to: number): void => {
      if (to > from) this.#port.post({ kind: "replay", bundle, from, to });
      from = to;
    };
    for (const { at, run } of this.#hostWork.slice(first.host, last.host)) {
      replayTo(at);
      run();
    }
    replayTo(last.runs);
  }

  abandon(): void {
    this.#machine.recordInto(null);
    this.#isOver = true;
    this.#memory.dissolve();
  }
}
