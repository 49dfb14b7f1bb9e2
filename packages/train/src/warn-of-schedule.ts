import type { TrainerSettings } from "./options.ts";

/** Warns of a schedule that a run is too short for: usually its steps were counted in the other unit. */
export function warnOfSchedule<B>(options: TrainerSettings<B>): void {
  const { scheduler, scheduleEach } = options;
  const needed = scheduler?.totalSteps ?? 0;
  const found = stepsOf(options);
  if (scheduler === undefined || needed <= found) return;
  const [unit, other] = scheduleEach === "epoch" ? ["epochs", "step"] : ["optimizer steps", "epoch"];
  console.warn(
    `saccade: Trainer: the ${scheduler.kind} takes ${needed} steps, but it counts ${unit} (scheduleEach: "${scheduleEach}"), ` +
      `and the run ends after ${found} of them. Give it at most ${found}, or write scheduleEach: "${other}".`,
  );
}

/** The steps of the schedule in a run up to the trainer's limits; Infinity if they are not known. */
function stepsOf<B>(options: TrainerSettings<B>): number {
  const { scheduleEach, data, accumulateGradBatches } = options;
  const { maxEpochs = Number.POSITIVE_INFINITY, maxSteps = Number.POSITIVE_INFINITY } = options;
  const batches = data.batchesPerEpoch ?? data.length;
  const known = batches !== undefined && Number.isFinite(batches);
  const perEpoch = known ? Math.ceil(batches / accumulateGradBatches) : null;
  if (scheduleEach === "epoch")
    return perEpoch === null || perEpoch === 0
      ? maxEpochs
      : Math.min(maxEpochs, Math.floor(maxSteps / perEpoch));
  return perEpoch === null ? maxSteps : Math.min(maxSteps, maxEpochs * perEpoch);
}
