import { BackendError, CompileError } from "@saccade/contract";
import type { Backend, KernelLog, Operand, RunKernel } from "../../kernel.ts";
import type { TypedArray } from "../../memory/dtype.ts";
import type { Handle } from "../../memory/handle.ts";
import { rebind } from "../../memory/lifetime.ts";
import { Storage } from "../../memory/storage.ts";
import { contiguousKernel } from "../../reference/contiguous.ts";
import { Tensor } from "../../tensor.ts";
import type { CaptureListener } from "../listeners.ts";
import { aroundKernel, bytesOf } from "../run-kernel.ts";
import { copyIn, keepAddress, run } from "./copy.ts";
import { elementsOf } from "./host-values.ts";
import { layoutOf } from "./patterns.ts";
import { PlainLog } from "./plain-log.ts";

/** Host work and its position in the log: before call number `at`. */
export interface Command {
  readonly at: number;
  readonly run: () => void;
}

/** A kernel's range of calls in the log, for the profiler. */
export interface KernelNote {
  readonly name: string;
  readonly bytes: number;
  readonly start: number;
  readonly end: number;
}

/** A value that must not have changed since the step was captured. */
export interface Assumption {
  readonly read: () => unknown;
  readonly value: unknown;
}

/** A constant made by the step. `rewrite` is true once the step wrote into it: replays must then fill it again. */
interface Constant {
  readonly command: Command;
  rewrite: boolean;
}

/** A step being captured: kernel calls go to the log, host work to a list of commands. */
export class Capture implements CaptureListener {
  backend: Backend;
  log: KernelLog;
  // False until the backend of a step without tensor arguments is known.
  #settled: boolean;
  /** Copies of the tensor arguments, which the step gets instead. */
  readonly places: Tensor[] = [];
  /** Tensors from outside the step, with their buffers at that time. */
  readonly outside: Map<Tensor, unknown> = new Map();
  /** Outside tensors that the step writes. */
  readonly written: Set<Tensor> = new Set();
  /** Outside storages that the host read, with their write counts at that time. */
  readonly seen: Map<Storage, number> = new Map();
  readonly kernels: KernelNote[] = [];
  readonly assumed: Map<object, Assumption> = new Map();
  readonly #given: ReadonlySet<Tensor>;
  readonly #commands: Command[] = [];
  readonly #tensors: Set<Tensor> = new Set();
  readonly #storages: Set<Storage> = new Set();
  readonly #constants: Map<Storage, Constant> = new Map();
  // Storages that the host fills again in each replay.
  readonly #refilled: Set<Storage> = new Set();
  // Objects returned by host work: attrs that contain them must be read again in each replay.
  readonly #live: Set<object> = new Set();

  constructor(backend: Backend, given: readonly Tensor[]) {
    this.backend = backend;
    this.#given = new Set(given);
    this.#settled = given.length > 0;
    this.log = logOf(backend);
  }

  // Host writes and host ops come after all calls so far.
  #now(): number {
    this.log.settle?.();
    return this.log.length;
  }

  /** Host work in order, without commands that no replay needs. */
  get commands(): Command[] {
    const needless = new Set(
      [...this.#constants.values()].filter(({ rewrite }) => !rewrite).map(({ command }) => command),
    );
    return this.#commands.filter((command) => !needless.has(command));
  }

  /** Whether the step made the tensor. */
  made(tensor: Tensor): boolean {
    return this.#tensors.has(tensor);
  }

  /** Live tensors made by the step. */
  alive(): Tensor[] {
    return [...this.#tensors].filter((tensor) => tensor.shares > 0);
  }

  /** Copies the tensor arguments. */
  copyIn(): void {
    for (const x of this.#given) {
      if (x.backend !== this.backend)
        throw new BackendError(
          `compile: the arguments are on two backends (${this.backend.name} and ${x.backend.name}); move them with to(backend).`,
        );
      const { shape, strides, span } = layoutOf(x);
      const storage = new Storage(this.backend, x.dtype, span);
      this.places.push(new Tensor(storage, shape, strides, 0));
      copyIn(x, run(storage.buffer, x.dtype, span));
    }
  }

  madeTensor(tensor: Handle): void {
    if (tensor instanceof Tensor) this.#tensors.add(tensor);
  }

  memoryFor(backend: Backend): KernelLog | null {
    return backend === this.backend ? this.log : null;
  }

  madeStorage(storage: Storage): void {
    this.#storages.add(storage);
  }

  filled(storage: Storage, data: TypedArray): void {
    if (storage.backend !== this.backend) return;
    this.#settled = true;
    const { backend } = this;
    const { buffer } = storage;
    const copy = data.slice();
    // Earlier calls cannot refer to the new memory, so the order does not matter.
    const command = { at: this.log.length, run: () => backend.write(buffer, copy) };
    this.#commands.push(command);
    this.#constants.set(storage, { command, rewrite: false });
  }

  refill(storage: Storage, make: () => TypedArray): void {
    const { backend, buffer } = storage;
    this.#settled = true;
    this.#commands.push({ at: this.#now(), run: () => backend.write(buffer, make()) });
    this.#constants.delete(storage);
    this.#refilled.add(storage);
  }

  uses(tensor: Tensor): void {
    if (this.#tensors.has(tensor) || this.outside.has(tensor)) return;
    if (this.#given.has(tensor))
      throw new CompileError(
        `compile: ${tensor.describe()} is an argument of the step, which also uses it directly, as a parameter or a ` +
          "captured variable. Pass it or capture it, not both; parameters of an optimizer need not be passed.",
      );
    this.#settle(tensor.backend);
    this.outside.set(tensor, tensor.storage.buffer);
  }

  // Without tensor arguments, the first tensor used determines the step's backend.
  #settle(backend: Backend): void {
    if (!this.#settled && backend !== this.backend) {
      this.log.abandon();
      this.backend = backend;
      this.log = logOf(backend);
    }
    this.#settled = true;
  }

  writes(tensor: Tensor): void {
    this.uses(tensor);
    const { storage } = tensor;
    if (this.#tensors.has(tensor)) {
      const constant = this.#constants.get(storage);
      if (constant && storage.shares === 1) constant.rewrite = true;
      return;
    }
    if (this.seen.has(storage)) throw unreadable("a read", "that the step writes");
    if (storage.shares > 1) this.#separate(tensor);
    this.written.add(tensor);
  }

  // Views made by the step keep the old values of a tensor that it is about to write: every replay copies them.
  #separate(tensor: Tensor): void {
    const { storage } = tensor;
    const views = this.alive().filter((view) => view.storage === storage);
    if (views.length > 0) {
      const { backend, dtype, length } = storage;
      const copy = new Storage(backend, dtype, length);
      const [from, to] = [run(storage.buffer, dtype, length), run(copy.buffer, dtype, length)];
      this.runKernel(backend, contiguousKernel, [from], [to], {});
      for (const view of views) {
        copy.shares++;
        rebind(view, copy);
      }
      copy.release();
    }
    if (storage.shares > 1) keepAddress(tensor);
  }

  reads(what: string, storage: Storage): void {
    if (this.#constants.get(storage)?.rewrite === false) return;
    if (this.#storages.has(storage)) {
      if (storage.backend !== this.backend && !this.#refilled.has(storage)) return;
      throw unreadable(what, "that depends on what the step computes");
    }
    if ([...this.written].some((tensor) => tensor.storage === storage))
      throw unreadable(what, "that the step writes");
    this.seen.set(storage, storage.writes);
  }

  runKernel(...[backend, op, inputs, outputs, attrs]: Parameters<RunKernel>): void {
    this.#settled = true;
    if (backend !== this.backend)
      throw new CompileError(
        `compile: ${op.name} runs on the ${backend.name} backend in a step whose arguments are on ${this.backend.name}; ` +
          "a step computes on one backend. Move tensors before it.",
      );
    const [from, to] = [inputs.map(frozen), outputs.map(frozen)];
    const bytes = bytesOf(from, to);
    const timed = (call: () => void): void => aroundKernel(op.name, () => bytes, call);
    if (this.#live.has(attrs)) {
      const replay = (): void => timed(() => backend.run(op, from, to, attrs));
      replay();
      this.#commands.push({ at: this.#now(), run: replay });
      return;
    }
    const start = this.log.length;
    timed(() => this.log.run(op, from, to, attrs));
    this.kernels.push({ name: op.name, bytes, start, end: this.log.length });
  }

  host<T>(work: () => T): T {
    const value = work();
    if (typeof value !== "object" || value === null) {
      this.#commands.push({ at: this.log.length, run: work });
      return value;
    }
    // Replays update the same object, so that kernels and other host work that hold it see the new values.
    this.#live.add(value);
    this.#commands.push({ at: this.log.length, run: () => Object.assign(value, work()) });
    return value;
  }

  check(what: string, x: Tensor, check: (elements: TypedArray) => void): void {
    const constant = this.#constants.get(x.storage);
    if (constant?.rewrite === false) {
      check(elementsOf(x, x.storage.view(what)));
      return;
    }
    this.uses(x);
    const { backend } = this;
    const { buffer, dtype } = x;
    const { span, ...layout } = layoutOf(x);
    const offset = span === 0 ? 0 : x.offset;
    const look = (): void => {
      const block = backend.view?.(buffer, dtype, offset + span);
      if (block) check(elementsOf({ ...layout, dtype, offset }, block));
    };
    look();
    this.#commands.push({ at: this.#now(), run: look });
  }

  assume(owner: object, read: () => unknown): void {
    if (!this.assumed.has(owner)) this.assumed.set(owner, { read, value: read() });
  }
}

function logOf(backend: Backend): KernelLog {
  return backend.record?.() ?? new PlainLog(backend);
}

function unreadable(what: string, which: string): CompileError {
  return new CompileError(
    `${what}: compile captures this step, and the values of a tensor ${which} are not known in a replay. ` +
      "Return the tensor and read it after the call, or leave the step uncompiled.",
  );
}

// A snapshot of the operand: tensors may change after the step.
function frozen({ buffer, dtype, shape, strides, offset }: Operand): Operand {
  return { buffer, dtype, shape, strides, offset };
}
