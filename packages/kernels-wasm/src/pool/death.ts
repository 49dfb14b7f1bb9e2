// How a caller whose event loop does not turn, because it computes or waits, learns that a worker has ended: Node can be
// asked; elsewhere a further worker, the guard, gets the lock that a worker held. Bun has neither.
import type { WorkerLike } from "./worker-host.ts";

interface Host {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
  readonly navigator?: { readonly locks?: unknown };
}

const host: Host = globalThis;

/** Whether workers can be asked for their end. Deno and Bun call themselves Node too. */
export function canAsk(): boolean {
  const { node, deno, bun } = host.process?.versions ?? {};
  return !!node && !deno && !bun;
}

/**
 * The milliseconds that a worker's event loop has run, first queried while it does; −1 when it has ended, as Node reports it
 * (of the idle time), and 0 if unknown.
 */
export function turned(worker: WorkerLike): number {
  const loop = "performance" in worker && worker.performance?.eventLoopUtilization();
  return loop ? (loop.idle < 0 ? -1 : loop.active) : 0;
}

/** The prefix of the names of a backend's workers' locks; null where no guard is needed, or none is possible. */
export function guardLock(): string | null {
  return !canAsk() && host.navigator?.locks !== undefined ? crypto.randomUUID() : null;
}
