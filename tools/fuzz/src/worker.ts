import { parentPort, workerData } from "node:worker_threads";
import { tryPart } from "./parts.ts";

// Tries cases in a thread of its own, which can be ended where a case never ends.

const { part, seed, to, now } = workerData as {
  readonly part: string;
  readonly seed: number;
  readonly to: number;
  /** The case that is tried; at first the one to start with. */
  readonly now: Int32Array;
};
console.warn = () => undefined;
// Promises that a wrong call leaves behind are its own.
process.on("unhandledRejection", () => undefined);
for await (const verdict of tryPart(part, { seed, from: now[0]!, to })) {
  parentPort?.postMessage(verdict);
  Atomics.store(now, 0, verdict.index + 1);
}
process.exit(0);
