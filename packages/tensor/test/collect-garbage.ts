import { setTimeout } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { memory } from "@saccade/tensor";

/**
 * Lets go of whatever nothing holds, earlier tests' tensors included: else the collector may do so between two counts
 * of an asynchronous test. Finalizers run in tasks of their own, some time after the collection, and free what holds
 * further tensors: it goes on until the count has stood still three times.
 */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  for (let still = 0, before = -1; still < 3; ) {
    collect();
    await setTimeout(2);
    const { tensors } = memory();
    still = tensors === before ? still + 1 : 0;
    before = tensors;
  }
}
