import { getBackend } from "../../current-backend.ts";
import type { Backend, KernelProgram, Operand } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";
import { Storage } from "../../memory/storage.ts";
import { Tensor } from "../../tensor.ts";
import { kernelListeners } from "../listeners.ts";
import { aroundKernel } from "../run-kernel.ts";
import type { Assumption, Capture, Command, KernelNote } from "./capture.ts";
import { copyIn, copyRun, keepAddress, run } from "./copy.ts";
import { fits, type Layout, layoutOf, type Pattern, withTensors } from "./patterns.ts";
import type { WatchedFields } from "./watched-fields.ts";

/** The origin of a tensor that the step returned. */
type Output =
  | { readonly kind: "tensor"; readonly tensor: Tensor }
  | { readonly kind: "argument"; readonly slot: number }
  | { readonly kind: "copy"; readonly from: Operand; readonly layout: Layout };

/** A step's kernel calls, and the conditions under which replaying them equals running the step. */
export class CapturedStep {
  /** The kernel calls and their memory. The owner of the step frees it. */
  readonly program: KernelProgram;
  readonly #backend: Backend;
  readonly #current: Backend;
  readonly #pattern: Pattern;
  readonly #commands: readonly Command[];
  readonly #kernels: readonly KernelNote[];
  readonly #places: readonly Operand[];
  readonly #outside: readonly Tensor[];
  readonly #buffers: readonly unknown[];
  readonly #written: readonly Tensor[];
  readonly #assumed: readonly Assumption[];
  readonly #fields: WatchedFields;
  readonly #seen: readonly (readonly [Storage, number])[];
  readonly #result: Pattern;
  readonly #outputs: readonly Output[];

  /** Ends a capture, after its tensors were freed. */
  constructor(
    capture: Capture,
    fields: WatchedFields,
    pattern: Pattern,
    places: readonly Operand[],
    result: Pattern,
    outputs: readonly Output[],
  ) {
    this.#backend = capture.backend;
    this.#current = getBackend();
    this.#pattern = pattern;
    this.#places = places;
    this.#commands = capture.commands;
    this.#kernels = capture.kernels;
    this.#outside = [...capture.outside.keys()];
    this.#buffers = [...capture.outside.values()];
    this.#written = [...capture.written];
    this.#assumed = [...capture.assumed.values()];
    this.#fields = fields;
    this.#seen = [...capture.seen];
    this.#result = result;
    this.#outputs = outputs;
    this.program = capture.log.finish();
  }

  /**
   * The tensor arguments if the step can be replayed on them: the arguments match the captured ones and nothing else
   * has changed. Otherwise null.
   */
  accepts(args: readonly unknown[]): Tensor[] | null {
    const tensors: Tensor[] = [];
    return fits(this.#pattern, args, tensors) && this.#holds(tensors) ? tensors : null;
  }

  /** True once an outside tensor was freed or moved, or a layer was replaced: the step can no longer be replayed. */
  get isStale(): boolean {
    return this.#isMoved || this.#fields.isReplaced;
  }

  get #isMoved(): boolean {
    for (let i = 0; i < this.#outside.length; i++) {
      if (!isAt(this.#outside[i]!, this.#buffers[i])) return true;
    }
    return false;
  }

  #holds(tensors: readonly Tensor[]): boolean {
    if (getBackend() !== this.#current || this.#isMoved) return false;
    for (let i = 0; i < tensors.length; i++) if (tensors[i]!.backend !== this.#backend) return false;
    for (let i = 0; i < this.#seen.length; i++) {
      const [storage, writes] = this.#seen[i]!;
      if (storage.writes !== writes) return false;
    }
    for (let i = 0; i < this.#assumed.length; i++) {
      const { read, value } = this.#assumed[i]!;
      if (!Object.is(read(), value)) return false;
    }
    return this.#fields.hold;
  }

  /** Replays the step on tensors returned by {@link accepts}. */
  replay(tensors: readonly Tensor[]): unknown {
    for (const x of tensors) x.checkLive("compile");
    for (const x of this.#written) {
      if (x.storage.shares > 1) keepAddress(x);
      x.storage.writes++;
    }
    for (let i = 0; i < tensors.length; i++) {
      copyIn(tensors[i]!, this.#places[i]!);
    }
    this.#runAll();
    return this.collect(tensors);
  }

  #runAll(): void {
    const { program } = this;
    const profiling = kernelListeners.length > 0;
    let from = 0;
    for (let i = 0; i < this.#commands.length; i++) {
      const command = this.#commands[i]!;
      if (command.at > from) {
        if (profiling) this.#runCounted(from, command.at);
        else program.run(from, command.at);
        from = command.at;
      }
      command.run();
    }
    if (profiling) this.#runCounted(from, program.length);
    else program.run(from, program.length);
  }

  #runCounted(from: number, to: number): void {
    for (const { name, bytes, start, end } of this.#kernels) {
      if (start >= from && end <= to && start < end) {
        aroundKernel(
          name,
          () => bytes,
          () => this.program.run(start, end),
        );
      }
    }
  }

  /** The step's return value, with copies of the tensors that it computed. */
  collect(tensors: readonly Tensor[]): unknown {
    const outputs = this.#outputs.map((output) => {
      if (output.kind === "tensor") return output.tensor;
      if (output.kind === "argument") return tensors[output.slot];
      return copyOut(this.#backend, output.from, output.layout);
    });
    return withTensors(this.#result, outputs);
  }
}

/** Whether a tensor is live and still on the given buffer. */
export function isAt(tensor: Tensor, buffer: unknown): boolean {
  return tensor.shares > 0 && tensor.storage.buffer === buffer;
}

/** The origins of a result's tensors. */
export function outputsOf(capture: Capture, tensors: readonly Tensor[]): Output[] {
  return tensors.map((tensor) => {
    if (!capture.made(tensor)) return { kind: "tensor", tensor };
    const slot = capture.places.indexOf(tensor);
    if (slot >= 0) return { kind: "argument", slot };
    const layout = layoutOf(tensor);
    return { kind: "copy", from: run(tensor.buffer, tensor.dtype, layout.span, tensor.offset), layout };
  });
}

// A single value that the host can read takes no backend memory.
function copyOut(backend: Backend, from: Operand, { shape, strides, span }: Layout): Tensor {
  const { buffer, dtype, offset } = from;
  if (span === 1 && shape.every((size) => size === 1) && backend.view) {
    const value = backend.view(buffer, dtype, offset + 1).slice(offset);
    return new Tensor(new Storage(backend, dtype, 1, { parked: value }), shape, strides, 0);
  }
  const storage = new Storage(backend, dtype, span);
  if (span > 0) copyRun(backend, from, run(storage.buffer, dtype as DType, span));
  return new Tensor(storage, shape, strides, 0);
}
