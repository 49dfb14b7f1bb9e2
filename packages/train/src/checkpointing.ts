import { type CarriedData, encodeCheckpoint, restoreCheckpoint } from "@saccade/nn";
import { keep, type Tensor } from "@saccade/tensor";
import { readingBest } from "./early-stopping.ts";
import type { LoadedCheckpoint } from "./events.ts";
import type { TrainingLoop } from "./loop.ts";
import { type Batching, batchingOf, otherData, packExtra, type TrainerCheckpoint, unpack } from "./state.ts";

/** Encodes the run between two steps as a safetensors file. */
export function encodeRun<B>(loop: TrainingLoop<B>): Uint8Array<ArrayBuffer> {
  const { optimizer, scheduler, data, extra } = loop.options;
  const model = loop.best?.beside(loop.options.model) ?? loop.options.model;
  const extras = packExtra(loop.state, extra, batchingOf(data));
  return loop.random.lend(() =>
    encodeCheckpoint({ model, optimizer, scheduler, data: loop.dataState, extra: extras }),
  );
}

/**
 * Restores a run saved by {@link encodeRun}. A failed restore changes nothing.
 *
 * @throws CheckpointError for bytes that do not match.
 */
export function restoreRun<B>(loop: TrainingLoop<B>, bytes: Uint8Array): LoadedCheckpoint {
  const { optimizer, scheduler, data } = loop.options;
  let best: Weights | null = null;
  const model = readingBest(loop.options.model, bytes, (found) => {
    for (const x of Object.values(found)) keep(x); // else they end with the load
    best = found;
  });
  const before = loop.dataState;
  let isMoved = false;
  const check = (carried: CarriedData): void => {
    const saved = unpack(carried);
    checkBatch(saved, batchingOf(data));
    loop.moveData(saved.data);
    isMoved = true;
  };
  try {
    const { state, extra, kernels } = unpack(
      loop.random.take(() => restoreCheckpoint(bytes, { model, optimizer, scheduler }, { before: check })),
    );
    loop.state = state;
    takeBest(loop, best);
    return { extra, kernels };
  } catch (error) {
    drop(best);
    if (isMoved) loop.moveData(before);
    throw error;
  }
}

type Weights = Readonly<Record<string, Tensor>>;

function takeBest<B>({ best, state }: TrainingLoop<B>, found: Weights | null): void {
  if (best === null) drop(found);
  else best.set(found);
  if (best !== null && found === null && state.earlyStopping.best !== null)
    console.warn(
      "saccade: Trainer.load: the file holds no best weights, as it was saved without restoreBestWeights; the run goes " +
        "back to its best weights only if a later check is better than the best one so far.",
    );
}

function drop(weights: Weights | null): void {
  for (const x of Object.values(weights ?? {})) x.dispose();
}

/** @throws CheckpointError for a position within an epoch of data that are now batched differently, if they report it. */
function checkBatch({ state: { batch }, batching = {} }: TrainerCheckpoint, now: Batching): void {
  if (batch === 0) return;
  const { batchesPerEpoch: count = Number.POSITIVE_INFINITY, batchSize: size } = now;
  if (batch > count) throw otherData(`trainer.batch is ${batch}, but an epoch has ${count} batches`);
  const { batchesPerEpoch = count, batchSize = size } = batching;
  const then = `it was saved after batch ${batch} of`;
  if (now.batchesPerEpoch !== undefined && batchesPerEpoch !== count)
    throw otherData(`${then} ${batchesPerEpoch}, but an epoch of these data has ${count}`);
  if (size !== undefined && batchSize !== size)
    throw otherData(`${then} ${batchSize} rows each, but these batches have ${size}`);
}
