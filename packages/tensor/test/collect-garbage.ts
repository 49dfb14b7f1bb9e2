import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Lets go of whatever nothing holds, earlier tests' tensors included: else the collector may do so between two counts
 * of an asynchronous test.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  for (let i = 0; i < 3; i++) {
    collect();
    await setImmediate(); // finalizers run in a task of their own
  }
}
