import { hostParallelism } from "./worker-host.ts";

/** More threads than that are not taken by themselves: the tasks are cut for few. */
const mostAuto = 8;

/** How many threads "auto" or a number means on this host; one where nothing is said. */
export function wantedThreads(threads: number | "auto" | undefined): number {
  return threads === "auto" ? Math.max(1, Math.min(mostAuto, hostParallelism())) : (threads ?? 1);
}

/** @throws RangeError for what is no number of threads. */
export function checkThreads(threads: number | "auto" | undefined): void {
  if (threads === "auto" || threads === undefined) return;
  if (Number.isInteger(threads) && threads >= 1 && threads <= 256) return;
  throw new RangeError(`wasmBackend: threads ${threads} must be "auto" or a whole number from 1 to 256.`);
}
