import { startThread } from "../../work/backend.ts";
import { serve } from "../../work/serve.ts";
import type { SpeedCalls } from "./calls.ts";
import { Measuring } from "./measuring.ts";

const ready = Measuring.start(navigator.hardwareConcurrency, self.crossOriginIsolated, startThread);

serve<SpeedCalls>(self, {
  host: ({ gpu }) => ready.then((measuring) => measuring.hostWith(gpu)),
  ceiling: () => ready.then((measuring) => measuring.ceiling()),
  sample: (ask) => ready.then((measuring) => measuring.sample(ask)),
});
