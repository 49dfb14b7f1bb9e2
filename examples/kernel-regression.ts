// Kernel regression three ways: the mean of everything, a fixed Gaussian kernel, and one that learns how wide it is.
// `kernel-regression --help` lists what can be changed.
import { manualSeed } from "@saccade/tensor";
import { useBackend } from "./backend.ts";
import { train } from "./kernel-regression/experiment.ts";
import { parseOptions } from "./kernel-regression/options.ts";
import { savePictures } from "./kernel-regression/pictures.ts";
import { jsonReporter, textReporter } from "./kernel-regression/report.ts";
import { runMain } from "./usage.ts";

async function main(): Promise<number> {
  const options = parseOptions(process.argv.slice(2));
  if (options === null) return 0;
  const reporter = options.json ? jsonReporter() : textReporter();
  // One thread: fifty points are too little work to be split.
  reporter.start(await useBackend(options.backend, { threads: 1 }));
  manualSeed(options.seed);
  const result = await train(options, (epoch) => reporter.epoch(epoch));
  reporter.result(result);
  reporter.pictures(await savePictures(options.out, result));
  return 0;
}

await runMain("kernel-regression", main);
