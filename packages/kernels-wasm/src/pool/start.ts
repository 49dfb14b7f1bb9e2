import { guardLock } from "./death.ts";
import type { WorkerAnswer, WorkerStart } from "./protocol.ts";
import type { WorkerLike } from "./worker-host.ts";

/**
 * Starts workers and waits until each is ready. If only locks reveal that one has ended, there is an additional one, the guard,
 * which computes nothing.
 *
 * @param onDeath is called with the reason if a worker that was ready ends.
 * @throws Error when one of them does not start; the others are ended then.
 */
export async function startWorkers(
  count: number,
  start: Omit<WorkerStart, "thread" | "threads" | "lock">,
  make: () => WorkerLike,
  onDeath: (why: string) => void,
): Promise<readonly WorkerLike[]> {
  const common = { ...start, threads: count + 1, lock: guardLock() };
  const made: WorkerLike[] = [];
  const startOne = async (thread: number, after?: Promise<unknown>): Promise<WorkerLike> => {
    const worker = make();
    if (typeof worker?.postMessage !== "function") throw new Error("the result is not a Worker");
    made.push(worker);
    return startWorker(worker, { ...common, thread }, onDeath, after);
  };
  try {
    const starts = Array.from({ length: count }, (_, i) => startOne(i + 1));
    // The guard asks for the locks when the workers have them.
    if (common.lock !== null) starts.push(startOne(0, Promise.all(starts)));
    return await Promise.all(starts);
  } catch (error) {
    for (const worker of made) worker.terminate();
    throw error;
  }
}

async function startWorker(
  worker: WorkerLike,
  start: WorkerStart,
  onDeath: (why: string) => void,
  after: Promise<unknown> = Promise.resolve(),
): Promise<WorkerLike> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve, reject) => {
    let die = (why: string): void => reject(new Error(why));
    const answer = (problem: WorkerAnswer): void => {
      if (problem !== null) die(problem);
      else {
        die = onDeath;
        resolve();
      }
    };
    listen(worker, answer, (why) => die(why));
    timer = setTimeout(() => die("no answer for 10 s"), 10_000);
    after.then(() => worker.postMessage(start)).catch(reject);
  }).finally(() => clearTimeout(timer));
  if ("unref" in worker) {
    // From here on it must not keep the process alive.
    worker.unref();
    // Node 20 only knows its state from the next turn on.
    await new Promise((resolve) => setTimeout(resolve));
  }
  return worker;
}

function listen(
  worker: WorkerLike,
  answer: (problem: WorkerAnswer) => void,
  die: (why: string) => void,
): void {
  if ("on" in worker) {
    worker.on("message", (message) => answer(message as WorkerAnswer));
    worker.on("error", (error) => die(messageOf(error)));
    worker.on("exit", (code) => die(`it ended with code ${code}`));
    return;
  }
  worker.addEventListener("message", (event) => answer((event as MessageEvent).data));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    die((event as ErrorEvent).message || "it could not be loaded");
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
