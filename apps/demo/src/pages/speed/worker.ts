import { mostThreads, startThread } from "../../work/backend.ts";
import { type CallsOf, serve } from "../../work/serve.ts";
import type { Host, SampleAsk } from "./calls.ts";
import { Measuring } from "./measuring.ts";

let ready: Promise<Measuring> | undefined;
const measuring = (): Promise<Measuring> => {
  const { hardwareConcurrency: cores } = navigator;
  ready ??= Measuring.start(mostThreads, cores, self.crossOriginIsolated, startThread);
  return ready;
};

const calls = {
  /** With the GPU, if it is asked for. */
  host: async (gpu: boolean): Promise<Host> => (await measuring()).hostWith(gpu),
  /** Seconds that one run takes, of a sample of many. */
  sample: async (ask: SampleAsk): Promise<number> => (await measuring()).sample(ask),
};
export type SpeedCalls = CallsOf<typeof calls>;

serve<SpeedCalls>(self, calls);
