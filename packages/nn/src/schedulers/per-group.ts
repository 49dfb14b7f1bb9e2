import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { listOf, number, type RequiredRule, required } from "@saccade/tensor/contract";
import { either } from "../rules.ts";
import type { Scheduled } from "./schedule.ts";

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

/** @throws ArgumentError if the lower of two momenta is above the other. */
export function checkMomenta(
  kind: string,
  { baseMomentum, maxMomentum }: { readonly baseMomentum: number; readonly maxMomentum: number },
): void {
  if (baseMomentum > maxMomentum)
    throw badArgument(kind, "baseMomentum", `a number ≤ maxMomentum = ${maxMomentum}`, baseMomentum);
}

type Group = Scheduled["paramGroups"][number];

/** @throws ArgumentError unless each group has a momentum that a scheduler can cycle: `momentum`, or the first of `betas`. */
export function checkMomentum(kind: string, { paramGroups }: Scheduled): void {
  for (const group of paramGroups)
    if (!("momentum" in group) && !("betas" in group))
      throw badArgument(
        kind,
        "optimizer",
        "one with momentum or betas",
        group,
        "write cycleMomentum: false to leave the momentum alone",
      );
}

/** Sets a group's momentum: `momentum`, or the first of `betas`. */
export function setMomentum(group: Group, momentum: number): void {
  if ("betas" in group) {
    const betas = Reflect.get(group, "betas") as readonly number[];
    Reflect.set(group, "betas", [momentum, ...betas.slice(1)]);
  } else Reflect.set(group, "momentum", momentum);
}
