// Checks that a backend's workers really compute: writes a job as the pool does, but the caller takes none of it.

/** The part of a worker's start message that is needed here; see src/pool/protocol.ts of @saccade/kernels-wasm. */
interface Start {
  readonly module: WebAssembly.Module;
  readonly control: Int32Array;
  readonly words: Readonly<Record<"left" | "done" | "jobs" | "name" | "count" | "args", number>>;
  readonly tasks: Float64Array;
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

/** The start message of the last worker. */
export function lastStart(): Start | null {
  return last;
}

/** Leaves the square of 3 to the workers, and waits for it. */
export async function workersCompute({ module, control, words, tasks }: Start): Promise<boolean> {
  const { left, done, jobs, name, count, args } = words;
  // After the job's only task, where more could be.
  const address = tasks.byteOffset + 8192;
  const value = new Float32Array(tasks.buffer, address, 1);
  value[0] = 3;
  tasks.set([address, address, 1]);
  control[name] = WebAssembly.Module.exports(module).findIndex((one) => one.name === "square");
  control[count] = 1;
  control[args] = 3;
  Atomics.store(control, done, 0);
  Atomics.store(control, left, 1);
  Atomics.add(control, jobs, 1);
  Atomics.notify(control, jobs);
  for (let waits = 0; waits < 3000 && Atomics.load(control, done) === 0; waits++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return value[0] === 9;
}
