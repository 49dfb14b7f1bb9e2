import { WorkerError } from "../errors.ts";
import { type KernelExports, scratchArguments } from "../generated/exports.gen.ts";
import { controlAddress, reservedBytes, tasksAddress } from "../shared/layout.ts";
import { taskArgs } from "./protocol.ts";
import { words } from "./words.ts";
import { turned, type WorkerLike } from "./workers.ts";

/** The arguments of one call of a kernel. */
export type Task = readonly number[];

/**
 * Calls a kernel once a task, on all threads. Tasks must not write what another one reads or writes, and which there
 * are must only depend on shapes, never on the number of threads. Walks need a block a task. Of the scratch
 * whose address is the kernel's argument `scratch`, each thread has its own `scratchBytes`, one after the other.
 */
export type Parallel = (name: keyof KernelExports, tasks: readonly Task[], scratchBytes?: number) => void;

/** Tasks that fit into the reserved bytes at the same time. */
const mostTasks = Math.floor((reservedBytes - tasksAddress) / (taskArgs * 8));
/** How often the caller looks for the workers' end before it waits: some tens of microseconds. */
const looks = 20_000;
/** How long the caller waits until it looks whether a worker has ended, in milliseconds. */
const slice = 100;
/** The number of slices without a finished task after which workers count as dead, without other evidence: 30 s. */
const patience = 300;

/** The caller's side of threads that share a memory. worker.ts is the other side. */
export class Pool {
  /** The part that is shared with workers. */
  readonly control: Int32Array;
  readonly tasks: Float64Array;
  readonly #kernels: KernelExports;
  readonly #places: ReadonlyMap<string, number>;
  readonly #mayWait: boolean;
  #askable: readonly WorkerLike[] | null = null;
  #death: string | null = null;

  constructor(kernels: KernelExports, memory: WebAssembly.Memory) {
    this.#kernels = kernels;
    this.#places = new Map(Object.keys(kernels).map((name, place) => [name, place]));
    // A shared buffer never moves: these views stay good when the memory grows.
    this.control = new Int32Array(memory.buffer, controlAddress, (tasksAddress - controlAddress) / 4);
    this.tasks = new Float64Array(memory.buffer, tasksAddress, mostTasks * taskArgs);
    this.#mayWait = mayWait(this.control);
  }

  /** From now on these are asked whether they have ended. */
  ask(workers: readonly WorkerLike[]): void {
    if (workers.every((worker) => turned(worker) > 0)) this.#askable = workers;
  }

  /** A worker died: the next job throws. */
  fail(why: string): void {
    this.#death ??= why;
  }

  /** @throws WorkerError when a worker has died, or dies meanwhile. */
  readonly run: Parallel = (name, tasks, scratchBytes = 0) => {
    this.#checkAlive();
    this.control[words.scratchArg] = scratchArguments[name] ?? 0;
    this.control[words.scratchBytes] = scratchBytes;
    try {
      for (let start = 0; start < tasks.length; start += mostTasks) {
        this.#runSome(name, tasks.length <= mostTasks ? tasks : tasks.slice(start, start + mostTasks));
      }
    } catch (error) {
      this.fail(`a kernel failed: ${String(error)}`);
      throw error;
    }
    if (this.control[words.failed] !== 0) this.fail("a kernel failed in it");
    this.#checkAlive();
  };

  #runSome(name: keyof KernelExports, tasks: readonly Task[]): void {
    const control = this.control;
    const count = tasks.length;
    this.#write(name, tasks);
    Atomics.store(control, words.done, 0);
    Atomics.store(control, words.left, count);
    Atomics.add(control, words.jobs, 1);
    if (Atomics.load(control, words.sleepers) > 0) Atomics.notify(control, words.jobs);
    const kernel = this.#kernels[name] as (...args: number[]) => number;
    let taken = Atomics.sub(control, words.left, 1);
    while (taken > 0) {
      kernel(...tasks[count - taken]!);
      Atomics.add(control, words.done, 1);
      taken = Atomics.sub(control, words.left, 1);
    }
    for (let i = 0; i < looks; i++) if (Atomics.load(control, words.done) === count) return;
    this.#awaitDone(count);
  }

  #write(name: keyof KernelExports, tasks: readonly Task[]): void {
    const control = this.control;
    control[words.name] = this.#places.get(name)!;
    control[words.count] = tasks.length;
    control[words.args] = tasks[0]?.length ?? 0;
    let at = 0;
    for (const task of tasks) {
      for (let i = 0; i < task.length; i++) this.tasks[at + i] = task[i]!;
      at += taskArgs;
    }
  }

  #awaitDone(count: number): void {
    const control = this.control;
    Atomics.store(control, words.waiting, 1);
    // Slices, not time: while a machine sleeps, time passes but workers do not run.
    let idle = 0;
    let done = Atomics.load(control, words.done);
    while (done < count && this.#death === null) {
      this.#pause(done);
      const now = Atomics.load(control, words.done);
      idle = now === done ? idle + 1 : 0;
      done = now;
      if (idle > 0) this.#look(idle);
    }
    Atomics.store(control, words.waiting, 0);
  }

  /** Waits until a task ends or the guard reports something, at most a slice. */
  #pause(done: number): void {
    const control = this.control;
    if (this.#mayWait) {
      Atomics.wait(control, words.done, done, slice);
      return;
    }
    const until = performance.now() + slice;
    while (Atomics.load(control, words.done) === done && performance.now() < until);
  }

  /** Checks whether a worker has ended, after this number of slices without a finished task. */
  #look(idle: number): void {
    const guard = Atomics.load(this.control, words.guard);
    if (guard === 2 || this.#askable?.some((worker) => turned(worker) < 0))
      this.fail("it ended while it computed");
    else if (guard === 0 && this.#askable === null && idle > patience) this.fail("no answer for 30 s");
  }

  #checkAlive(): void {
    if (this.#death === null) return;
    throw new WorkerError(
      `wasm backend: a worker died: ${this.#death}; make a new backend, with threads: 1 if it happens again.`,
    );
  }
}

/** Whether this thread may block: a page's main thread may not. */
function mayWait(control: Int32Array): boolean {
  try {
    Atomics.wait(control, words.done, -1, 0);
    return true;
  } catch {
    return false;
  }
}
