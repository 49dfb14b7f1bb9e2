import { hostParallelism } from "./worker-host.ts";

/** More threads than that are not taken by themselves: the tasks are cut for few. */
const mostAuto = 8;

/** How many threads "auto" or a number means on this host; one where nothing is said. */
export function wantedThreads(threads: number | "auto" | undefined): number {
  return threads === "auto" ? Math.max(1, Math.min(mostAuto, hostParallelism())) : (threads ?? 1);
}
