import * as c from "@saccade/tensor/contract";
import { once } from "../declare.ts";

/** An object whose rates a scheduler sets: an optimizer, or any object with groups that have a learning rate. */
export interface Scheduled {
  /** The groups whose rates are set. */
  readonly paramGroups: readonly { lr: number; initialLr?: number }[];
}

/**
 * A scheduler, declared: checks the call of its constructor, and returns the arguments of the `Scheduler` constructor. Made by
 * {@link schedule}.
 */
export type Schedule<R extends c.Rules> = (
  optimizer: Scheduled,
  given: c.Given<R> | undefined,
) => [kind: string, optimizer: Scheduled, settings: c.Settings<R>, rules: R];

/** The options that a scheduler takes. `Spread` is a record that its rules spread: options keep its docstrings. */
export type OptionsOf<S, Spread = unknown> =
  S extends Schedule<infer R> ? c.Given<Pick<Spread, keyof R & keyof Spread> & R> : never;

/** Its settings: options with their defaults. */
export type SettingsOf<S> = S extends Schedule<infer R> ? c.Settings<R> : never;

// PyTorch's options that do not exist here.
const renamed: Readonly<Record<string, string>> = {
  lastEpoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  last_epoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  verbose: "print scheduler.lastLr to follow the rates",
};

/**
 * Declares a scheduler that takes an optimizer and options, whose rules are made at the first call.
 *
 * @param example a call for messages, which shows the name: "new StepLR(optimizer, { stepSize: 30 })"
 */
/* @__NO_SIDE_EFFECTS__ */
export function schedule<const R extends c.Rules>(
  example: string,
  rulesOf: () => R,
  more: Readonly<Record<string, string>> = {},
): Schedule<R> {
  const kind = /\w+(?=\()/.exec(example)![0];
  const known = once(() => {
    const rules = rulesOf();
    return { rules, read: c.options(kind, rules, { example, renamed: { ...renamed, ...more } }) };
  });
  return (optimizer, given) => {
    c.readRule(kind, "optimizer", c.withFix(c.required(scheduled), `write ${example}`), optimizer, example);
    const { rules, read } = known();
    return [kind, optimizer, read(given), rules];
  };
}

/** An optimizer, or any object with groups that have a learning rate. */
export const scheduled: c.Rule<Scheduled, undefined> = c.rule("an optimizer", (value): value is Scheduled => {
  const groups: unknown = Object(value).paramGroups;
  return Array.isArray(groups) && groups.every((group) => Object(group) === group && "lr" in group);
});

/** A number of steps, at least one. */
export const steps: c.Rule<number, undefined> = c.whole(undefined, { min: 1 });

/** The rules of a warmup. */
export const warmupRules = () => ({
  /** The number of steps until the full rate is reached. */
  steps: c.required(c.whole(undefined, { min: 0 })),
  /** The factor at step 0, from 0 to 1. Default 1 / (steps + 1), for equal increments. */
  startFactor: c.number(undefined, { min: 0, max: 1 }),
});
