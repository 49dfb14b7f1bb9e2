// Whether a backend's workers really compute: a job as the pool writes one, of which the caller takes nothing.

/** What of a worker's start message is needed here; src/pool/protocol.ts of @saccade/kernels-wasm says what it means. */
interface Start {
  readonly memory: WebAssembly.Memory;
  readonly names: readonly string[];
  readonly words: Readonly<Record<"left" | "done" | "jobs" | "name" | "count" | "args", number>>;
  readonly controlAddress: number;
  readonly tasksAddress: number;
}

interface Sender {
  postMessage(message: unknown): void;
}

interface Host {
  process?: {
    getBuiltinModule?(name: "node:worker_threads"): { Worker: { prototype: Sender } } | undefined;
  };
  Worker?: { prototype: Sender };
}

let last: Start | null = null;

/** From now on the start messages that workers are sent are seen. */
export function watchStarts(): void {
  const host: Host = globalThis;
  const made = host.process?.getBuiltinModule?.("node:worker_threads")?.Worker ?? host.Worker;
  if (made === undefined) return;
  const send = made.prototype.postMessage;
  made.prototype.postMessage = function (this: Sender, message) {
    last = message as Start;
    send.call(this, message);
  };
}

/** What the last worker was told when it started. */
export function lastStart(): Start | null {
  return last;
}

/** Leaves the square of 3 to the workers, and waits for it. */
export async function workersCompute(start: Start): Promise<boolean> {
  const { memory, names, words, controlAddress, tasksAddress } = start;
  const control = new Int32Array(memory.buffer, controlAddress);
  const tasks = new Float64Array(memory.buffer, tasksAddress);
  // Behind the job's one task, where more could be.
  const address = tasksAddress + 8192;
  const value = new Float32Array(memory.buffer, address, 1);
  value[0] = 3;
  tasks.set([address, address, 1]);
  control[words.name] = names.indexOf("square");
  control[words.count] = 1;
  control[words.args] = 3;
  Atomics.store(control, words.done, 0);
  Atomics.store(control, words.left, 1);
  Atomics.add(control, words.jobs, 1);
  Atomics.notify(control, words.jobs);
  for (let waits = 0; waits < 3000 && Atomics.load(control, words.done) === 0; waits++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return value[0] === 9;
}
