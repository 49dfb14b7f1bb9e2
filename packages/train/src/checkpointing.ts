import { type CarriedData, encodeCheckpoint, restoreCheckpoint } from "@saccade/nn";
import type { LoadedCheckpoint } from "./controls.ts";
import type { TrainingLoop } from "./loop.ts";
import { type Batching, batchingOf, otherData, packExtra, type TrainerCheckpoint, unpack } from "./state.ts";

/** Encodes the run between two steps as a safetensors file. */
export function encodeRun<B>({
  options,
  state,
  random,
  dataState,
}: TrainingLoop<B>): Uint8Array<ArrayBuffer> {
  const { model, optimizer, scheduler, data, extra } = options;
  const extras = packExtra(state, extra, batchingOf(data));
  return random.lend(() => encodeCheckpoint({ model, optimizer, scheduler, data: dataState, extra: extras }));
}

/**
 * Restores a run saved by {@link encodeRun}. A failed restore changes nothing.
 *
 * @throws CheckpointError for bytes that do not match.
 */
export function restoreRun<B>(loop: TrainingLoop<B>, bytes: Uint8Array): LoadedCheckpoint {
  const { model, optimizer, scheduler, data } = loop.options;
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
    return { extra, kernels };
  } catch (error) {
    if (isMoved) loop.moveData(before);
    throw error;
  }
}

/** @throws CheckpointError for a place within an epoch of data that were cut in another way, as far as they tell. */
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
