import { ArgumentError } from "@saccade/tensor/checks";
import { warnOfSchedule } from "./check-schedule.ts";
import { checkSomeLimit } from "./limits.ts";
import { type TrainerOptions, type TrainerSettings, trainerOptions } from "./options.ts";

/** The settings of a Trainer. @throws ArgumentError for an unknown option, a missing one or a wrong value. */
export function settingsOf<B>(given: TrainerOptions<B>): TrainerSettings<B> {
  const settings = trainerOptions(given) as TrainerSettings<B>;
  const { optimizer, scheduler, validationData, validationStep, validateEvery } = settings;
  if (scheduler !== undefined && scheduler.optimizer !== optimizer)
    throw new ArgumentError(
      "Trainer: scheduler schedules another optimizer than the trainer's; make it of that one.",
    );
  if (validationData === undefined && (validateEvery !== undefined || validationStep !== undefined))
    throw new ArgumentError("Trainer: there is a validationStep or validateEvery, but no validationData.");
  checkSomeLimit("Trainer", settings);
  warnOfSchedule(settings);
  return settings;
}
