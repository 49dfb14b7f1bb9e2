import { Worker } from "node:worker_threads";
import { limit } from "./parts.ts";
import type { News } from "./verdict.ts";

/** The bytes that the process may hold. */
const memory = 2 * 2 ** 30;
/** Cases of one thread: whatever they leak ends with it. */
const batch = 2000;
/** Seconds in which a thread loads. */
const start = 60;

interface Cases {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

/** Tries cases in threads, and ends the thread of one that takes too long or too much memory. */
export async function watched(part: string, cases: Cases, report: (news: News) => void): Promise<void> {
  const { seed, to } = cases;
  for (let { from } = cases; from < to; ) {
    const last = await inThread({ part, seed, from, to: Math.min(to, from + batch) }, report);
    from = last + 1;
  }
}

/** The number of the last case that a thread tried. */
function inThread(
  workerData: Cases & { readonly part: string },
  report: (news: News) => void,
): Promise<number> {
  const worker = new Worker(new URL("worker.mjs", import.meta.url), { workerData });
  let now: News = { index: workerData.from, of: "the start", args: "" };
  let [begun, allowed] = [performance.now(), start];
  let why = "ends the thread";
  const stop = (reason: string): void => {
    clearInterval(timer);
    why = reason;
    void worker.terminate();
  };
  worker.on("message", (news: News) => {
    now = news;
    [begun, allowed] = [performance.now(), 2 * limit];
    if (news.outcome !== undefined || news.fault !== undefined) report(news);
  });
  worker.on("error", (error) => {
    why = `ends the thread: ${String(error)}`;
  });
  const timer = setInterval(() => {
    if (performance.now() - begun > allowed * 1000) stop(`does not end in ${allowed} s`);
    if (process.memoryUsage.rss() > memory) stop("takes more than 2 GB");
  }, 200);
  return new Promise((resolve) => {
    worker.on("exit", () => {
      clearInterval(timer);
      // The last case has ended, unless it is what ended the thread.
      if (now.outcome === undefined && now.fault === undefined) report({ ...now, fault: why });
      resolve(now.index);
    });
  });
}
