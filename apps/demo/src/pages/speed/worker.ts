import { startThread } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import { mostThreads } from "../../work/threads.ts";
import type { SpeedCalls } from "./calls.ts";
import { Measuring } from "./measuring.ts";

let ready: Promise<Measuring> | undefined;
const measuring = (most: number = mostThreads): Promise<Measuring> => {
  ready ??= Measuring.start(most, navigator.hardwareConcurrency, self.crossOriginIsolated, startThread);
  return ready;
};

serve<SpeedCalls>(self, {
  host: ({ threads, gpu }) => measuring(threads).then((here) => here.hostWith(gpu)),
  ceiling: () => measuring().then((here) => here.ceiling()),
  sample: (ask) => measuring().then((here) => here.sample(ask)),
});
