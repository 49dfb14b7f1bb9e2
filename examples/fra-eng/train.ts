import { existsSync } from "node:fs";
import type { NmtTensors } from "@saccade/datasets";
import { Adam, CheckpointError, crossEntropy, LambdaLR } from "@saccade/nn";
import { readFileBytes, writeFileAtomicSync } from "@saccade/nn/node";
import { getBackend } from "@saccade/tensor";
import { readTrainerCheckpoint, Trainer } from "@saccade/train";
import { givenWords } from "../tensors.ts";
import { rateAt } from "../train-steps.ts";
import { UsageError } from "../usage.ts";
import { LengthBatches, pad } from "./batches.ts";
import type { FraEng } from "./data.ts";
import type { Translator } from "./models.ts";
import type { Settings } from "./settings.ts";

/** A training that may have been interrupted before. */
export interface Training {
  readonly trainer: Trainer<NmtTensors>;
  readonly steps: number;
}

/** Adam on the mean cross-entropy of a target subword, with label smoothing (Szegedy et al. 2016). */
export function makeTraining({ net, logits }: Translator, data: FraEng, settings: Settings): Training {
  const { batch, epochs, seed, lr, labelSmoothing } = settings;
  const batches = new LengthBatches(data.train, batch, seed);
  const steps = epochs * batches.batchesPerEpoch;
  const optimizer = new Adam(net, { lr, betas: [0.9, 0.98], clipGradNorm: 1 });
  const bos = data.target.vocab.index("<bos>");
  const trainer = new Trainer<NmtTensors>({
    model: net,
    optimizer,
    data: batches,
    trainingStep: ({ X, XValidLen, Y }) => {
      const scores = logits(X, givenWords(Y, bos), XValidLen);
      return crossEntropy(scores.flatten(0, 1), Y.flatten(), { ignoreIndex: pad, labelSmoothing });
    },
    // The reference backend is there to be read step by step.
    compile: getBackend().name !== "reference",
    scheduler: new LambdaLR(optimizer, { lrLambda: (step) => rateAt(step, steps) }),
    scheduleEach: "step",
    checkpointEvery: { steps: 200 },
    maxEpochs: epochs,
    extra: { settings: { ...settings }, digest: data.digest },
  });
  return { trainer, steps };
}

/**
 * Continues from the file where there is one, and keeps it up to date: after every 200 steps, and whenever training ends.
 *
 * @throws UsageError for a checkpoint of other settings or other data, naming what differs.
 */
export async function keepCheckpoint(
  { trainer }: Training,
  path: string,
  settings: Settings,
  { digest }: FraEng,
): Promise<void> {
  if (existsSync(path)) {
    const bytes = await readFileBytes(path);
    checkExtra(path, extraOf(path, bytes), { ...settings, data: digest });
    await trainer.load(bytes);
  }
  trainer.on("checkpoint", ({ bytes }) => writeFileAtomicSync(path, bytes));
}

function extraOf(path: string, bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const { settings, digest }: { settings?: object; digest?: unknown } = Object(
      readTrainerCheckpoint(bytes).extra,
    );
    return { ...settings, data: digest };
  } catch (error) {
    if (!(error instanceof CheckpointError)) throw error;
    throw new UsageError(`--checkpoint ${path}: no checkpoint of this program; name another file.`);
  }
}

function checkExtra(
  path: string,
  saved: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): void {
  const other = Object.keys(now).find((name) => saved[name] !== now[name]);
  if (other === undefined) return;
  const cure = "give the same options again, or name another file";
  if (other === "data")
    throw new UsageError(`--checkpoint ${path}: it was made with other sentences; ${cure}.`);
  throw new UsageError(
    `--checkpoint ${path}: it was made with ${other} ${String(saved[other])}, not ${String(now[other])}; ${cure}.`,
  );
}
