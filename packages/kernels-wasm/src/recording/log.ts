import type { DType, TypedArray } from "@saccade/tensor";
import type { AnyKernel, Attrs, KernelLog, KernelOp, KernelProgram, Operand } from "@saccade/tensor/backend";
import { Allocator } from "../allocator.ts";
import { runReference } from "../fallback.ts";
import type { FullMachine, Machine } from "../kernel.ts";
import { kernelTable } from "../kernels/table.ts";
import { Walker } from "../walker.ts";
import { Arena } from "./arena.ts";
import { type Callee, Calls } from "./calls.ts";

/** The part of a backend that a log uses. */
export interface LoggedBackend {
  readonly machine: FullMachine;
  readonly kernels: ReadonlyMap<string, AnyKernel>;
  view(buffer: unknown, dtype: DType, length: number): TypedArray;
  bytes(dtype: DType, length: number): number;
}

/**
 * Notes the calls of the compiled module that kernels make, with their numbers: addresses, sizes and the blocks of
 * walks, all in a lasting arena. Kernels that compute on the host with a call's result, or that read the
 * memory, are recorded as a whole, as is the reference where a kernel declines.
 */
export class WasmLog implements KernelLog {
  readonly #backend: LoggedBackend;
  readonly #arena: Arena;
  readonly #calls: Calls = new Calls();
  readonly #kernels: ReadonlyMap<string, AnyKernel>;
  // Whether the running kernel read a value, which replayed calls cannot repeat.
  #sawValue: boolean = false;
  #over: boolean = false;

  constructor(backend: LoggedBackend) {
    this.#backend = backend;
    this.#arena = new Arena(backend.machine.allocator, new Allocator(0, 0, () => false));
    this.#kernels = new Map<string, AnyKernel>(Object.entries(kernelTable(this.#notingMachine())));
  }

  #notingMachine(): Machine {
    const { machine } = this.#backend;
    const { wasm, memory, parallel } = machine;
    const arena = this.#arena;
    const calls = this.#calls;
    const blocks = { take: (words: number): number => arena.keep(words * 4) };
    return {
      ...machine,
      allocator: arena,
      blocks,
      walker: new Walker(memory, blocks),
      memory: new Proxy(memory, {
        get: (target, key): unknown => {
          // The words are for writing blocks, which last; whatever else is looked at is a value.
          if (key !== "words") this.#sawValue = true;
          return Reflect.get(target, key, target);
        },
      }),
      // Of a copy: a proxy may not give other values than a frozen object has.
      wasm: new Proxy(
        { ...wasm },
        {
          get: (target, name, receiver): unknown => {
            const f: unknown = Reflect.get(target, name, receiver);
            return typeof f === "function" ? this.#noting(String(name), f as Callee) : f;
          },
        },
      ),
      parallel: (name, tasks, ...rest) => {
        if (machine.threads === 1) {
          const kernel = this.#noting(name, wasm[name] as Callee);
          for (const task of tasks) kernel(...task);
          return;
        }
        parallel(name, tasks, ...rest);
        calls.add(() => parallel(name, tasks, ...rest), []);
      },
    };
  }

  #noting(name: string, f: Callee): Callee {
    // Scratch sizes follow from the arguments.
    const isSize = name.endsWith("Scratch");
    return (...args) => {
      const result = f(...args);
      if (isSize) return result;
      if (result !== undefined) this.#sawValue = true;
      this.#calls.add(f, args);
      return result;
    };
  }

  get length(): number {
    return this.#calls.length;
  }

  allocate(dtype: DType, length: number): number {
    return this.#arena.allocate(this.#backend.bytes(dtype, length));
  }

  reserve(dtype: DType, length: number): number {
    return this.#arena.reserve(this.#backend.bytes(dtype, length));
  }

  free(buffer: unknown, dtype: DType, length: number): void {
    const bytes = this.#backend.bytes(dtype, length);
    const owner = this.#over ? this.#backend.machine.allocator : this.#arena;
    owner.free(buffer as number, bytes);
  }

  run(op: KernelOp, inputs: readonly Operand[], outputs: readonly Operand[], attrs: Attrs): void {
    const { kernels, view } = this.#backend;
    const start = this.#calls.length;
    this.#sawValue = false;
    const done = this.#kernels.get(op.name)?.(inputs, outputs, attrs) ?? false;
    if (done && !this.#sawValue) return;
    this.#calls.truncate(start);
    const whole = kernels.get(op.name);
    if (done && whole) {
      this.#calls.add(() => whole(inputs, outputs, attrs), []);
      return;
    }
    const reference = (): void => runReference(view, op, inputs, outputs, attrs);
    reference();
    this.#calls.add(reference, []);
  }

  finish(): KernelProgram {
    const calls = this.#calls;
    this.#over = true;
    calls.seal();
    return {
      length: calls.length,
      run: (start, end) => calls.run(start, end),
      free: () => this.#arena.release(),
    };
  }

  abandon(): void {
    this.#over = true;
    this.#arena.dissolve();
  }
}
