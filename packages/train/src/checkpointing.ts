import { type CarriedData, encodeCheckpoint, restoreCheckpoint } from "@saccade/nn";
import type { LoadedCheckpoint } from "./controls.ts";
import type { TrainingLoop } from "./loop.ts";
import { packExtra, type TrainerState, unfit, unpack } from "./state.ts";

/** Encodes the run between two steps as a safetensors file. */
export function encodeRun<B>({ options, state }: TrainingLoop<B>): Uint8Array<ArrayBuffer> {
  const { model, optimizer, scheduler, data, extra } = options;
  const extras = packExtra(state, extra);
  return encodeCheckpoint({ model, optimizer, scheduler, data: data.state?.(), extra: extras });
}

/**
 * Restores a run saved by {@link encodeRun}. A failed restore changes nothing.
 *
 * @throws CheckpointError, RangeError for bytes that do not match.
 */
export function restoreRun<B>(loop: TrainingLoop<B>, bytes: Uint8Array): LoadedCheckpoint {
  const { model, optimizer, scheduler, data } = loop.options;
  const before = data.state?.();
  let isMoved = false;
  const check = (carried: CarriedData): void => {
    const { state, data: place } = unpack(carried);
    checkBatch(state, data.batchesPerEpoch ?? data.length);
    data.restore?.(place);
    isMoved = true;
  };
  try {
    const { state, extra, kernels } = unpack(
      restoreCheckpoint(bytes, { model, optimizer, scheduler }, { before: check }),
    );
    loop.restore(state);
    return { extra, kernels };
  } catch (error) {
    if (isMoved) data.restore?.(before);
    throw error;
  }
}

/** @throws CheckpointError for a state beyond the batches of an epoch, if their number is known. */
function checkBatch({ batch }: TrainerState, known: number | undefined): void {
  if (known === undefined || batch <= known) return;
  throw unfit([
    `trainer.batch is ${batch}, but an epoch has ${known} batches; the data or its batchSize differ`,
  ]);
}
