/** The page is shown before there is a worker, which is no part of the first load. */
export function startWorker(): Worker {
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}
