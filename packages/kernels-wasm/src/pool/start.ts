import type { WorkerAnswer, WorkerStart } from "./protocol.ts";
import type { WorkerLike } from "./worker-host.ts";

/** How long a worker may take to answer, in milliseconds. */
const patience = 10_000;

/**
 * Starts workers and waits until each is ready.
 *
 * @param onDeath is told why a worker that was ready has ended.
 * @throws Error when one of them does not start; the others are ended then.
 */
export async function startWorkers(
  count: number,
  start: Omit<WorkerStart, "thread">,
  make: () => WorkerLike,
  onDeath: (why: string) => void,
): Promise<readonly WorkerLike[]> {
  const starts = Array.from({ length: count }, (_, i) =>
    startWorker({ ...start, thread: i + 1 }, make, onDeath),
  );
  const results = await Promise.allSettled(starts);
  const workers = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return workers;
  for (const worker of workers) worker.terminate();
  throw failed.reason;
}

async function startWorker(
  start: WorkerStart,
  make: () => WorkerLike,
  onDeath: (why: string) => void,
): Promise<WorkerLike> {
  const worker = make();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      let started = false;
      const answer = (message: unknown): void => {
        const { ready, problem } = message as WorkerAnswer;
        started = ready;
        if (ready) resolve();
        else reject(new Error(problem));
      };
      const die = (why: string): void => {
        if (started) onDeath(why);
        else reject(new Error(why));
      };
      listen(worker, answer, die);
      timer = setTimeout(() => reject(new Error(`no answer for ${patience / 1000} s`)), patience);
      worker.postMessage(start);
    });
  } catch (error) {
    worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
  // From here on it must not keep the process alive.
  if ("unref" in worker) worker.unref();
  return worker;
}

function listen(worker: WorkerLike, answer: (message: unknown) => void, die: (why: string) => void): void {
  if ("on" in worker) {
    worker.on("message", answer);
    worker.on("error", (error) => die(messageOf(error)));
    worker.on("exit", (code) => die(`it ended with code ${String(code)}`));
    return;
  }
  worker.addEventListener("message", (event) => answer((event as MessageEvent).data));
  worker.addEventListener("messageerror", () => die("it could not read a message"));
  worker.addEventListener("error", (event) => {
    event.preventDefault();
    die((event as ErrorEvent).message || "it could not be loaded");
  });
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
