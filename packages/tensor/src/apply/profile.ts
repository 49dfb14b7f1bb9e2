import { checkFunction } from "@saccade/contract";
import { refusePromise } from "../memory/scope.ts";
import { withListener } from "./listeners.ts";

/** The profile of one kernel. */
export interface KernelProfile {
  /** How often the kernel ran. */
  readonly calls: number;
  /** Milliseconds in all. */
  readonly ms: number;
  /** Bytes read and written in all. */
  readonly bytes: number;
}

/** The result of {@link profile}. */
export interface Profile<T> {
  /** The profiled function's result. */
  readonly value: T;
  /** By kernel name, slowest first. */
  readonly kernels: ReadonlyMap<string, KernelProfile>;
  /** Milliseconds from start to end, including the time between kernels. */
  readonly ms: number;
}

interface Entry {
  calls: number;
  ms: number;
  bytes: number;
}

/**
 * Runs `f` and counts the calls, milliseconds and bytes of each kernel.
 *
 * @throws ArgumentError unless `f` is a function, and when it returns a promise.
 * @example profile(() => tensor([1, 2]).exp().exp()).kernels.get("exp").calls // 2
 */
export function profile<T>(f: () => T): Profile<T> {
  checkFunction("profile", "f", f, "write profile(() => …)");
  const entries = new Map<string, Entry>();
  const aroundKernel = (name: string, bytes: () => number, run: () => void): void => {
    const start = performance.now();
    run();
    const ms = performance.now() - start;
    const entry = entries.get(name) ?? { calls: 0, ms: 0, bytes: 0 };
    entry.calls++;
    entry.ms += ms;
    entry.bytes += bytes();
    entries.set(name, entry);
  };
  const start = performance.now();
  const value = withListener({ aroundKernel }, f);
  refusePromise("profile", value);
  const ms = performance.now() - start;
  return { value, ms, kernels: new Map([...entries].sort(([, a], [, b]) => b.ms - a.ms)) };
}
