import { Worker } from "node:worker_threads";
import { limit } from "./parts.ts";
import type { Numbered } from "./verdict.ts";

/** The bytes that the process may hold. */
const memory = 2 * 2 ** 30;
/** Cases of a thread: what they leave behind ends with it. */
const batch = 2000;

/** Tries cases in threads, and ends the thread of one that takes too long or too much memory. */
export async function watched(
  part: string,
  { seed, from, to }: { readonly seed: number; readonly from: number; readonly to: number },
  report: (verdict: Numbered) => void,
): Promise<void> {
  for (let next = from; next < to; ) {
    const now = new Int32Array(new SharedArrayBuffer(4)).fill(next);
    const end = Math.min(to, next + batch);
    const stopped = await inThread({ part, seed, to: end, now }, report);
    if (stopped !== null) report({ index: now[0]!, of: "unknown", fault: stopped });
    next = stopped === null ? end : now[0]! + 1;
  }
}

/** Why the thread was stopped, or ended early; null where it came to its end. */
function inThread(
  workerData: { readonly part: string; readonly seed: number; readonly to: number; readonly now: Int32Array },
  report: (verdict: Numbered) => void,
): Promise<string | null> {
  const { now, to } = workerData;
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData });
  worker.on("message", report);
  return new Promise((resolve) => {
    const from = now[0]!;
    let [last, since, why]: [number, number, string | null] = [from, performance.now(), null];
    const stop = (reason: string): void => {
      why = reason;
      void worker.terminate();
    };
    const timer = setInterval(() => {
      if (now[0]! !== last) [last, since] = [now[0]!, performance.now()];
      // The first case waits for the thread to load.
      const allowed = last === from ? 60 : limit + 20;
      if (performance.now() - since > allowed * 1000) stop(`does not end in ${allowed} s`);
      if (process.memoryUsage.rss() > memory) stop("takes more than 2 GB");
    }, 200);
    worker.on("error", (error) => {
      why ??= `ends the thread: ${String(error)}`;
    });
    worker.on("exit", () => {
      clearInterval(timer);
      resolve(why ?? (now[0]! < to ? "ends the thread" : null));
    });
  });
}
