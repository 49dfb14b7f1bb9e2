import { ArgumentError } from "@saccade/tensor";
import { badArgument, describeValue, hostWork } from "@saccade/tensor/backend";

/** What a scheduler changes: an optimizer, or anything with groups that have a learning rate. */
export interface Scheduled {
  /** The groups whose rate is set. */
  readonly paramGroups: readonly { lr: number; initialLr?: number }[];
}

/** JSON. */
export type JsonValue =
  | number
  | string
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A scheduler's settings and counters, by name. */
export type Settings = { [name: string]: JsonValue };

/** A scheduler's state: its kind, its settings and where it stands. JSON, so that a checkpoint holds it. */
export type SchedulerState = {
  readonly kind: string;
  readonly lastStep: number;
  readonly baseLrs: readonly number[];
  readonly [name: string]: JsonValue;
};

/** A state does not fit a scheduler. Nothing was changed. */
export class SchedulerStateError extends Error {
  override readonly name: string = "SchedulerStateError";
  /** One line for everything that does not fit. */
  readonly problems: readonly string[];

  constructor(kind: string, problems: readonly string[]) {
    super(
      `loadStateDict: the state does not fit this ${kind}; nothing was changed.\n  ${problems.join("\n  ")}\n` +
        "Make the scheduler with the class and on the optimizer that the state was saved with.",
    );
    this.problems = problems;
  }
}

/**
 * Sets the learning rates of an optimizer's groups, step by step. It starts to act when it is made (step 0), and
 * moves on with each `step()`, called after the optimizer's. What a step is (a batch, an epoch) is the caller's
 * choice. Schedulers that multiply the rate in force can be chained: make several on one optimizer, step each.
 */
export abstract class Scheduler<S extends Settings = Settings> {
  /** The scheduler's name, such as "StepLR". */
  readonly kind: string;
  /** What the rates are set of. */
  readonly optimizer: Scheduled;
  /** The settings, and counters beside the step; part of the state. */
  protected readonly settings: S;
  #lastStep: number = 0;
  #baseLrs: readonly number[];
  // Settings that are null until something was seen.
  readonly #nullable: ReadonlySet<string>;

  /** @throws ArgumentError unless `optimizer` has `paramGroups` with a learning rate each. */
  protected constructor(kind: string, optimizer: Scheduled, settings: S) {
    checkScheduled(kind, optimizer);
    this.kind = kind;
    this.checkSettings(settings);
    this.#nullable = new Set(Object.keys(settings).filter((name) => settings[name] === null));
    this.optimizer = optimizer;
    this.settings = settings;
    for (const group of optimizer.paramGroups) group.initialLr ??= group.lr;
    this.#baseLrs = optimizer.paramGroups.map((group) => group.initialLr!);
  }

  /** How many steps were taken: PyTorch's `last_epoch`. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /** The learning rates that the groups start from. */
  get baseLrs(): readonly number[] {
    return this.#baseLrs;
  }

  /** The learning rates in force, one a group. */
  get lastLr(): readonly number[] {
    return this.optimizer.paramGroups.map((group) => group.lr);
  }

  /**
   * Moves on by one step, after the optimizer's step. `metric` is for schedulers that watch one, such as ReduceLROnPlateau. Compiled steps that
   * call it do so in every replay.
   */
  step(metric?: number): void {
    if (metric !== undefined && typeof metric !== "number")
      throw badArgument(
        `${this.kind}.step`,
        "metric",
        "a number",
        metric,
        "write scheduler.step(loss.item())",
      );
    hostWork(() => this.moveOn(metric));
  }

  /** One step: counts it and sets the rates. Schedulers that need more override it. */
  protected moveOn(_metric?: number): void {
    this.#lastStep++;
    this.setLrs();
  }

  /** Begins again: step 0, from the base learning rates. */
  restart(): void {
    this.#lastStep = 0;
    this.optimizer.paramGroups.forEach((group, i) => {
      group.lr = this.baseLrs[i]!;
    });
    this.setLrs();
  }

  /**
   * Throws for settings out of range, the constructor's or those of a state to load. It may look at the settings
   * only: the constructor calls it before any field is set.
   */
  protected checkSettings(_settings: S): void {}

  /** The learning rate of `step`, from the one in force and the base one. At step 0 it begins. */
  protected abstract nextLr(lr: number, base: number, step: number, group: number): number;

  /** Puts the rates of the present step in force. Constructors end with it. */
  protected setLrs(): void {
    this.optimizer.paramGroups.forEach((group, i) => {
      group.lr = this.nextLr(group.lr, this.baseLrs[i]!, this.lastStep, i);
    });
  }

  /** Settings and position as JSON. The rates in force are the optimizer's state. */
  stateDict(): SchedulerState {
    const { kind, lastStep, baseLrs } = this;
    return { ...structuredClone(this.settings), kind, lastStep, baseLrs };
  }

  /**
   * What keeps a state from being loaded, a line each; empty where it fits.
   *
   * @example scheduler.stateProblems(state).length === 0 // whether loadStateDict(state) works
   */
  stateProblems(state: SchedulerState): string[] {
    if (!isRecord(state)) {
      return [`it is no scheduler state, got ${describeValue(state)}; pass what stateDict() gave`];
    }
    if (state.kind !== this.kind) {
      return [`the state is of ${JSON.stringify(state.kind)}, the scheduler is a ${this.kind}`];
    }
    const problems: string[] = [];
    const known = this.stateDict();
    for (const name of Object.keys(known)) {
      if (!Object.hasOwn(state, name)) problems.push(`${name} is missing`);
    }
    for (const name of Object.keys(state)) {
      if (!Object.hasOwn(known, name)) problems.push(`${name} is unexpected`);
    }
    if (problems.length > 0) return problems;
    const { lastStep, baseLrs }: { lastStep: unknown; baseLrs: unknown } = state;
    if (!isCount(lastStep))
      problems.push(`lastStep is ${describeValue(lastStep)}; it must be a whole number ≥ 0`);
    if (!isNumbers(baseLrs))
      problems.push(`baseLrs is ${describeValue(baseLrs)}; it must be a list of numbers`);
    else if (baseLrs.length !== this.baseLrs.length) {
      problems.push(
        `${baseLrs.length} parameter groups in the state, ${this.baseLrs.length} in the optimizer`,
      );
    }
    for (const [name, here] of Object.entries<JsonValue>(this.settings)) {
      if (this.#nullable.has(name) && state[name] === null) continue;
      if (!sameForm(here, state[name])) problems.push(`${name} is ${describeValue(state[name])}`);
    }
    if (problems.length === 0) {
      try {
        this.checkSettings(this.#settingsOf(state));
      } catch (error) {
        problems.push(error instanceof Error ? error.message : String(error));
      }
    }
    return problems;
  }

  /**
   * Takes over a state that `stateDict` gave. The optimizer's learning rates are not touched: load its state too.
   *
   * @throws SchedulerStateError where it does not fit; nothing is changed then.
   */
  loadStateDict(state: SchedulerState): void {
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new SchedulerStateError(this.kind, problems);
    const settings = this.#settingsOf(state);
    this.#lastStep = state.lastStep;
    this.#baseLrs = [...state.baseLrs];
    Object.assign(this.settings, settings);
  }

  // The settings of a state, whose names and forms were held against those here.
  #settingsOf(state: SchedulerState): S {
    const names = Object.keys(this.settings);
    return {
      ...this.settings,
      ...Object.fromEntries(names.map((name) => [name, structuredClone(state[name])])),
    };
  }
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((item) => Number.isFinite(item));
}

// A saved setting has the type of the one here. One that is null here (nothing seen yet) may be a number.
function sameForm(here: JsonValue, saved: unknown): boolean {
  if (here === null) return Number.isFinite(saved);
  if (Array.isArray(here)) return isNumbers(saved);
  return typeof here === typeof saved && (typeof saved !== "number" || Number.isFinite(saved));
}

/** For the declarations of schedulers' options: PyTorch's names without a counterpart. */
export const renamed: Readonly<Record<string, string>> = {
  lastEpoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  last_epoch: "write scheduler.loadStateDict(state) to go on from a saved state",
  verbose: "print scheduler.lastLr to follow the rates",
};

/** @throws ArgumentError unless `value` is an optimizer, or has parameter groups like one. */
export function checkScheduled(kind: string, value: unknown): asserts value is Scheduled {
  const groups: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, "paramGroups") : undefined;
  const fits =
    Array.isArray(groups) &&
    groups.every((group: unknown) => typeof group === "object" && group !== null && "lr" in group);
  if (!fits)
    throw badArgument(kind, "optimizer", "an optimizer", value, `write new ${kind}(optimizer, { … })`);
}

/**
 * The options of a scheduler that needs some.
 *
 * @throws ArgumentError when they are missing.
 */
export function requireOptions(kind: string, options: object | undefined, example: string): void {
  if (options === undefined)
    throw new ArgumentError(`${kind}: options are missing, got ${describeValue(options)}; write ${example}.`);
}

/** @throws ArgumentError unless `value` is a finite number within the bounds, both included. */
export function checkFinite(
  kind: string,
  name: string,
  value: unknown,
  min: number = -Number.MAX_VALUE,
  max: number = Number.MAX_VALUE,
): asserts value is number {
  if (typeof value === "number" && value >= min && value <= max) return;
  const atLeast = min > -Number.MAX_VALUE ? ` ≥ ${min}` : "";
  const atMost = max < Number.MAX_VALUE ? `${atLeast ? " and" : ""} ≤ ${max}` : "";
  throw badArgument(kind, name, `a finite number${atLeast}${atMost}`, value);
}
