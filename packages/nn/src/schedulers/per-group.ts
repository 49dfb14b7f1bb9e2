import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { listOf, number, type RequiredRule, type Rules, required } from "@saccade/tensor/contract";
import { either } from "../rules.ts";
import type { Scheduled } from "./schedule.ts";
import { Scheduler, type Settings } from "./scheduler.ts";

/** A number for all groups, or a list with one for each. */
export type PerGroup = number | readonly number[];

/** The rule of a number ≥ 0 for all groups, or one for each. */
/* @__NO_SIDE_EFFECTS__ */
export function perGroup(): RequiredRule<PerGroup> {
  const one = number(undefined, { min: 0 });
  return required(either("a number ≥ 0, or a list with one for each group", one, listOf(one)));
}

/** A group's value: its item of a list, or the common value. @throws ArgumentError for a group added after the scheduler. */
export function ofGroup<T extends number | ((step: number) => number)>(
  kind: string,
  value: T | readonly T[],
  group: number,
): T {
  if (!Array.isArray(value)) return value as T;
  const own: T | undefined = value[group];
  if (own === undefined)
    throw new ArgumentError(`${kind}: a group was added to the optimizer; make a new scheduler, with one for each group.`); // biome-ignore format: one line
  return own;
}

/** @throws ArgumentError for a list that has not one number for each group. */
export function checkPerGroup(kind: string, name: string, value: PerGroup, { paramGroups }: Scheduled): void {
  if (typeof value !== "number" && value.length !== paramGroups.length)
    throw badArgument(kind, name, `a number, or one for each of the ${paramGroups.length} groups`, value);
}

/** The settings of schedulers that cycle the momentum. */
type MomentumSettings = Settings & { cycleMomentum: boolean; baseMomentum: number; maxMomentum: number };

/** A scheduler that may move the momentum against the rate: a group's `momentum`, or the first of its `betas`. */
export abstract class MomentumScheduler<S extends MomentumSettings> extends Scheduler<S> {
  /** @throws ArgumentError unless each group has a momentum, for the lower momentum above the other. */
  protected constructor(kind: string, optimizer: Scheduled, settings: S, rules: Rules) {
    const { cycleMomentum, baseMomentum, maxMomentum } = settings;
    if (cycleMomentum) {
      const without = optimizer.paramGroups.find((group) => !("momentum" in group) && !("betas" in group));
      if (without !== undefined)
        throw badArgument(
          kind,
          "optimizer",
          "one with momentum or betas",
          without,
          "write cycleMomentum: false to leave the momentum alone",
        );
      if (baseMomentum > maxMomentum)
        throw badArgument(kind, "baseMomentum", `a number ≤ maxMomentum = ${maxMomentum}`, baseMomentum);
    }
    super(kind, optimizer, settings, rules);
  }

  /** The momentum at a step. */
  protected abstract momentumAt(step: number): number;

  protected override setLrs(): void {
    super.setLrs();
    if (!this.settings.cycleMomentum) return;
    const momentum = this.momentumAt(this.lastStep);
    for (const group of this.optimizer.paramGroups)
      if ("betas" in group) {
        const betas = Reflect.get(group, "betas") as readonly number[];
        Reflect.set(group, "betas", [momentum, ...betas.slice(1)]);
      } else Reflect.set(group, "momentum", momentum);
  }
}
