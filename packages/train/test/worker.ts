import { parentPort } from "node:worker_threads";
import { serveTrainer, type TrainerJob } from "../src/index.ts";
import { makeTrainer, weightsOf } from "./helpers.ts";

export interface Settings {
  readonly maxEpochs: number;
  readonly failAt?: number;
}

type Questions = {
  weights(): number[];
  add(a: number, b: number): Promise<number>;
  noCopy(): unknown;
  crash(): void;
  exit(): void;
};

/** The trainer of the other tests, in a worker. */
export function create({ maxEpochs, failAt }: Settings): TrainerJob<Questions> {
  if (maxEpochs < 0) throw new RangeError("maxEpochs cannot be below 0");
  const { trainer, net } = makeTrainer({ maxEpochs });
  trainer.on("step", ({ step }) => {
    if (step === failAt) throw new TypeError("the step went wrong");
  });
  const queries: Questions = {
    weights: () => weightsOf(net),
    add: (a, b) => Promise.resolve(a + b),
    noCopy: () => () => 1,
    crash: () => {
      setTimeout(() => {
        throw new Error("out of the blue");
      });
    },
    exit: () => {
      setTimeout(() => process.exit(3));
    },
  };
  return { trainer, queries };
}

if (parentPort !== null) serveTrainer(parentPort, { create });
