import {
  type Given,
  type Options,
  options,
  type Rule,
  type Rules,
  required,
  rule,
  type SettingsOf,
  signature,
  whole,
  withFix,
} from "@saccade/tensor/contract";

/** An object whose rates a scheduler sets: an optimizer, or any object with groups that have a learning rate. */
export interface Scheduled {
  /** The groups whose rates are set. */
  readonly paramGroups: readonly { lr: number; initialLr?: number }[];
}

/** The contract of a scheduler: what its constructor accepts. See {@link schedule}. */
export interface Schedule<R extends Rules> {
  /** The options. */
  readonly options: Options<R>;
  /**
   * Checks a call, and returns the arguments of the `Scheduler` constructor.
   *
   * @throws ArgumentError for anything but an optimizer, or a wrong option.
   */
  (
    optimizer: Scheduled,
    given: Given<R> | undefined,
  ): [kind: string, optimizer: Scheduled, settings: SettingsOf<Options<R>>, rules: R];
}

// PyTorch's options that do not exist here.
const renamed: Readonly<Record<string, string>> = {
  lastEpoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  last_epoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  verbose: "print scheduler.lastLr to follow the rates",
};

/** Declares a scheduler that takes an optimizer and options. */
/* @__NO_SIDE_EFFECTS__ */
export function schedule<const R extends Rules>(
  kind: string,
  example: string,
  rules: R,
  more: Readonly<Record<string, string>> = {},
): Schedule<R> {
  const declared = options(kind, rules, { example, renamed: { ...renamed, ...more } });
  const construct = signature(
    kind,
    { optimizer: withFix(required(scheduled), `write ${example}`) },
    declared,
  );
  const read: (...call: Parameters<Schedule<R>>) => ReturnType<Schedule<R>> = (...call) => {
    const { optimizer, ...settings } = construct(call);
    return [kind, optimizer, settings as SettingsOf<Options<R>>, rules];
  };
  return Object.assign(read, { options: declared });
}

/** An optimizer, or any object with groups that have a learning rate. */
export const scheduled: Rule<Scheduled, undefined> = rule("an optimizer", (value): value is Scheduled => {
  const groups: unknown = Object(value).paramGroups;
  return Array.isArray(groups) && groups.every((group) => Object(group) === group && "lr" in group);
});

/** A number of steps, at least one. */
export const steps: Rule<number, undefined> = whole(undefined, { min: 1 });
