// The program of a worker. It imports nothing, so that the file can be served as it is.
import type { WorkerAnswer, WorkerStart } from "./pool/protocol.ts";

type Kernel = (...args: number[]) => number;

/** How long a worker looks for work before it sleeps, in milliseconds: waking it takes about as long. */
const spin = 0.1;

/** Takes calls of jobs for ever. */
function work(
  { module, memory, control, tasks, ...start }: WorkerStart,
  answer: (answer: WorkerAnswer) => void,
): void {
  const { left, done, jobs, sleepers, waiting, failed, name, count, args, scratchArg, scratchBytes } =
    start.words;
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const values: number[] = [];
  const kernels = Object.values(exports) as Kernel[];
  answer(null);

  for (;;) {
    let until = 0;
    while (Atomics.load(control, left) <= 0) {
      const now = performance.now();
      if (until === 0) until = now + spin;
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

/** Waits for the workers' locks, and notifies the caller, whose event loop is blocked, when one ends. */
function guard({ control, words, threads, lock }: WorkerStart, locks: Locks): void {
  const tell = (state: number): void => {
    Atomics.store(control, words.guard, state);
    Atomics.notify(control, words.done);
  };
  tell(1);
  for (let thread = 1; thread < threads; thread++) {
    locks.request(lock! + thread, () => tell(2)).catch(() => tell(0));
  }
}

interface Locks {
  request(name: string, run: () => void): Promise<unknown>;
}

interface NodePort {
  once(event: "message", listener: (message: WorkerStart) => void): unknown;
  postMessage(message: WorkerAnswer): void;
}

interface Host {
  navigator?: { locks?: Locks };
  process?: { getBuiltinModule?(name: string): { parentPort?: NodePort | null } | undefined };
  addEventListener(type: "message", listener: (event: { data: WorkerStart }) => void): void;
  postMessage(message: WorkerAnswer): void;
}

declare const globalThis: Host;

function begin(start: WorkerStart, answer: (answer: WorkerAnswer) => void): void {
  const run = (): void => {
    try {
      work(start, answer);
    } catch (error) {
      answer(String(error));
    }
  };
  const { lock, thread } = start;
  // The caller has locks if it names one, and so has this thread.
  const locks = globalThis.navigator?.locks as Locks;
  if (lock === null) run();
  else if (thread > 0) locks.request(lock + thread, run).catch(run);
  else {
    guard(start, locks);
    answer(null);
  }
}

const port = globalThis.process?.getBuiltinModule?.("node:worker_threads")?.parentPort;
if (port) port.once("message", (start) => begin(start, (answer) => port.postMessage(answer)));
else {
  globalThis.addEventListener("message", ({ data }) =>
    begin(data, (answer) => globalThis.postMessage(answer)),
  );
}
