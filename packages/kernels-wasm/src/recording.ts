import type { DType, TypedArray } from "@saccade/tensor";
import type { AnyKernel, Attrs, KernelLog, KernelOp, KernelProgram, Operand } from "@saccade/tensor/backend";
import { runReference } from "./fallback.ts";
import type { FullMachine, Machine } from "./kernel.ts";
import { kernelTable } from "./kernels/table.ts";
import { Allocator, roundedSize } from "./memory.ts";
import { Walker } from "./walker.ts";

/** The least bytes, and the part of what there is, that an arena grows by. */
const leastGrowth = 16_384;
const growth = 1 / 8;

/**
 * The memory of one recorded step. Blocks that it frees are only reused by itself, so that replays at the same addresses
 * overwrite nothing else. It grows by ranges of the backend's memory, which its own allocator splits into blocks.
 */
export class Arena {
  readonly #main: Allocator;
  readonly #own: Allocator;
  #ranges: (readonly [address: number, bytes: number])[] = [];
  // Blocks that are never reused: bytes by address, and those in use.
  readonly #reserved: Map<number, number> = new Map();
  readonly #used: Set<number> = new Set();
  #bytes: number = 0;

  constructor(main: Allocator, own: Allocator) {
    this.#main = main;
    this.#own = own;
  }

  /** @throws OutOfMemoryError when there is no room. */
  allocate(bytes: number): number {
    return this.#own.tryAllocate(bytes) ?? this.#grow(bytes);
  }

  /** A block that this arena uses for nothing else, before or after it is freed. */
  reserve(bytes: number): number {
    const address = this.keep(bytes);
    this.#used.add(address);
    return address;
  }

  /** A block that lasts as long as the arena, and is never freed before it. */
  keep(bytes: number): number {
    const address = this.#main.allocate(bytes);
    this.#reserved.set(address, bytes);
    return address;
  }

  free(address: number, bytes: number): void {
    if (this.#reserved.has(address)) this.#used.delete(address);
    else this.#own.free(address, bytes);
  }

  #grow(bytes: number): number {
    const need = roundedSize(bytes);
    const wanted = roundedSize(Math.max(need, leastGrowth, this.#bytes * growth));
    const size = this.#main.tryAllocate(wanted);
    const [address, got] = size === undefined ? [this.#main.allocate(need), need] : [size, wanted];
    this.#ranges.push([address, got]);
    this.#bytes += got;
    this.#own.add(address, address + got);
    return this.#own.allocate(bytes);
  }

  /** Gives everything back. */
  release(): void {
    for (const [address, bytes] of [...this.#ranges, ...this.#reserved]) this.#main.free(address, bytes);
    this.#ranges = [];
    this.#reserved.clear();
  }

  /** Frees everything except blocks in use, which the backend owns from then on. */
  dissolve(): void {
    for (const [address, bytes] of this.#reserved) {
      if (!this.#used.has(address)) this.#main.free(address, bytes);
    }
    this.#main.adopt(this.#own, this.#ranges);
    this.#ranges = [];
    this.#reserved.clear();
  }
}

/** A function of the compiled module, or a closure without arguments. */
type Callee = (...args: number[]) => unknown;

/** The most arguments of a call that is written out; others are spread from a list, which costs a little more. */
const mostWritten = 9;
const noList: number[] = [];

/** Calls of functions with numbers, in order: noted once, made again many times. */
class Calls {
  readonly #functions: Callee[] = [];
  readonly #counts: number[] = [];
  readonly #starts: number[] = [];
  // The arguments of calls with more of them than `run` writes out.
  readonly #lists: number[][] = [];
  #numbers: number[] = [];
  #args: Float64Array = new Float64Array(0);

  get length(): number {
    return this.#functions.length;
  }

  add(f: Callee, args: readonly number[]): void {
    this.#functions.push(f);
    this.#counts.push(args.length);
    this.#starts.push(this.#numbers.length);
    for (const arg of args) this.#numbers.push(arg);
    this.#lists.push(args.length > mostWritten ? [...args] : noList);
  }

  /** Forgets all calls from `length` on. */
  truncate(length: number): void {
    if (length >= this.length) return;
    this.#numbers.length = this.#starts[length]!;
    this.#functions.length = length;
    this.#counts.length = length;
    this.#starts.length = length;
    this.#lists.length = length;
  }

  /** Nothing is added after this. */
  seal(): void {
    this.#args = Float64Array.from([...this.#numbers, ...new Array<number>(mostWritten).fill(0)]);
    this.#numbers = [];
  }

  /** Makes the calls from `start` up to `end`. Written out by number of arguments: a spread costs more than a call. */
  run(start: number, end: number): void {
    const functions = this.#functions;
    const counts = this.#counts;
    const a = this.#args;
    let i = this.#starts[start]!;
    for (let call = start; call < end; call++) {
      const f = functions[call]!;
      const n = counts[call]!;
      // Arguments beyond a function's parameters are ignored.
      if (n <= 4) f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!);
      else if (n <= 7) f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, a[i + 4]!, a[i + 5]!, a[i + 6]!);
      else if (n <= mostWritten)
        f(a[i]!, a[i + 1]!, a[i + 2]!, a[i + 3]!, a[i + 4]!, a[i + 5]!, a[i + 6]!, a[i + 7]!, a[i + 8]!);
      else f(...this.#lists[call]!);
      i += n;
    }
  }
}

/** The part of a backend that a log uses. */
interface LoggedBackend {
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
    const reference = (): void => runReference(view, op, inputs, outputs, attrs);
    if (done && whole) {
      this.#calls.add(() => whole(inputs, outputs, attrs) || reference(), []);
      return;
    }
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
