import type { TrainingData } from "./options.ts";

/** Warns of data whose place a checkpoint cannot hold. `what` is the method that was called. */
export function warnOfData(what: string, data: TrainingData<unknown>): void {
  const problem = whyInexact(data);
  if (problem !== null) console.warn(`saccade: ${what}: ${problem}`);
}

function whyInexact(data: TrainingData<unknown>): string | null {
  if (data.canResume === false)
    return (
      "the sampler of data has no state() and restore(state), so that a resumed run goes on with the same batches only " +
      "where the sampler's order is the same in every epoch."
    );
  if (data.restore !== undefined || Array.isArray(data)) return null;
  return (
    "data have no state() and restore(state), so that a resumed run passes over the first batches of its epoch, which is exact " +
    "only where every epoch has the same order. Add both methods, or use DataLoader or batches() of @saccade/datasets."
  );
}
