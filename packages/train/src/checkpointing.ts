import { encodeCheckpoint, restoreCheckpoint } from "@saccade/nn";
import type { LoadedCheckpoint } from "./controls.ts";
import type { TrainingLoop } from "./loop.ts";
import { packExtra, readTrainerCheckpoint } from "./state.ts";

/** The run as it stands between two steps, as a safetensors file. */
export function encodeRun<B>({ options, state }: TrainingLoop<B>): Uint8Array<ArrayBuffer> {
  const { model, optimizer, scheduler, data, extra } = options;
  const extras = packExtra(state, extra);
  return encodeCheckpoint({ model, optimizer, scheduler, data: data.state?.(), extra: extras });
}

/**
 * Puts a run back to where {@link encodeRun} found it.
 *
 * @throws CheckpointError, RangeError for bytes that do not fit; nothing is changed then.
 */
export function restoreRun<B>(loop: TrainingLoop<B>, bytes: Uint8Array): LoadedCheckpoint {
  const { model, optimizer, scheduler, data } = loop.options;
  const { state, data: place, extra, kernels } = readTrainerCheckpoint(bytes);
  const before = data.state?.();
  data.restore?.(place);
  try {
    restoreCheckpoint(bytes, { model, optimizer, scheduler });
  } catch (error) {
    data.restore?.(before);
    throw error;
  }
  loop.restore(state);
  return { extra, kernels };
}
