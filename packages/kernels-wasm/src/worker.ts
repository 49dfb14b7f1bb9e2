// What a worker runs. It imports nothing, so that the file can be served as it is.
import type { WorkerAnswer, WorkerStart } from "./pool/protocol.ts";

type Kernel = (...args: number[]) => number;

/** Takes calls of jobs for ever. See ControlWords for what the words mean. */
function work({ module, memory, ...start }: WorkerStart, answer: (answer: WorkerAnswer) => void): void {
  const { left, done, jobs, sleepers, waiting, failed, name, count, args, scratchArg, scratchBytes } =
    start.words;
  const control = new Int32Array(memory.buffer, start.controlAddress);
  const tasks = new Float64Array(memory.buffer, start.tasksAddress);
  const { exports } = new WebAssembly.Instance(module, {
    env: {
      memory,
      abort() {
        throw new Error("aborted");
      },
    },
  });
  const values: number[] = [];
  const kernels = start.names.map((key) => exports[key] as Kernel);
  answer({ ready: true });

  for (;;) {
    let until = 0;
    while (Atomics.load(control, left) <= 0) {
      const now = performance.now();
      if (until === 0) until = now + start.spin;
      if (now < until) {
        for (let i = 0; i < 64 && Atomics.load(control, left) <= 0; i++);
        continue;
      }
      const job = Atomics.load(control, jobs);
      Atomics.add(control, sleepers, 1);
      if (Atomics.load(control, left) <= 0) Atomics.wait(control, jobs, job);
      Atomics.sub(control, sleepers, 1);
      until = 0;
    }
    const mine = Atomics.sub(control, left, 1);
    if (mine <= 0) continue;
    const at = (control[count]! - mine) * start.taskArgs;
    values.length = control[args]!;
    for (let i = 0; i < values.length; i++) values[i] = tasks[at + i]!;
    values[control[scratchArg]!]! += start.thread * control[scratchBytes]!;
    try {
      kernels[control[name]!]!(...values);
    } catch {
      Atomics.store(control, failed, 1);
    }
    Atomics.add(control, done, 1);
    if (Atomics.load(control, waiting) === 1) Atomics.notify(control, done);
  }
}

interface NodePort {
  once(event: "message", listener: (message: WorkerStart) => void): unknown;
  postMessage(message: WorkerAnswer): void;
}

interface Host {
  process?: { getBuiltinModule?(name: string): { parentPort?: NodePort | null } | undefined };
  addEventListener(type: "message", listener: (event: { data: WorkerStart }) => void): void;
  postMessage(message: WorkerAnswer): void;
}

declare const globalThis: Host;

function begin(start: WorkerStart, answer: (answer: WorkerAnswer) => void): void {
  try {
    work(start, answer);
  } catch (error) {
    answer({ ready: false, problem: String(error) });
  }
}

const port = globalThis.process?.getBuiltinModule?.("node:worker_threads")?.parentPort;
if (port) port.once("message", (start) => begin(start, (answer) => port.postMessage(answer)));
else {
  globalThis.addEventListener("message", ({ data }) =>
    begin(data, (answer) => globalThis.postMessage(answer)),
  );
}
