import { ArgumentError } from "@saccade/tensor";
import { badArgument, describeValue, fresh, refuseExtra } from "@saccade/tensor/backend";

/** An object whose rates a scheduler sets: an optimizer, or any object with groups that have a learning rate. */
export interface Scheduled {
  /** The groups whose rates are set. */
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

/** A scheduler's state: its kind, settings and position. JSON, for checkpoints. */
export type SchedulerState = {
  /** The name of the class. */
  readonly kind: string;
  /** The number of steps so far. */
  readonly lastStep: number;
  /** The learning rate of each group at the start. */
  readonly baseLrs: readonly number[];
  readonly [name: string]: JsonValue;
};

/**
 * A state does not match a scheduler. Nothing was changed.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const state = new StepLR(optimizer, { stepSize: 2 }).stateDict();
 * new ExponentialLR(new SGD(new Linear(1, 1), { lr: 1 }), { gamma: 0.5 }).loadStateDict(state); // throws SchedulerStateError
 */
export class SchedulerStateError extends Error {
  override readonly name: string = "SchedulerStateError";
  /** One line per mismatch. */
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
 * Sets the learning rates of an optimizer's groups, step by step. The constructor sets the rates of step 0; each
 * `step()`, called after the optimizer's, advances by one. A step can be a batch or an epoch. Schedulers that multiply
 * the current rate can be chained: make several on one optimizer and step each.
 *
 * @example
 * const scheduler = new StepLR(new SGD(new Linear(1, 1), { lr: 1 }), { stepSize: 2 });
 * scheduler instanceof Scheduler // true
 */
export abstract class Scheduler<S extends Settings = Settings> {
  /** The scheduler's name, such as "StepLR". */
  readonly kind: string;
  /** The optimizer whose rates are set. */
  readonly optimizer: Scheduled;
  /** The settings, and counters other than the step. Part of the state. */
  protected readonly settings: S;
  #lastStep: number = 0;
  #baseLrs: readonly number[];
  // Settings that are null at first, such as the best metric.
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

  /** The number of steps taken: PyTorch's `last_epoch`. */
  get lastStep(): number {
    return this.#lastStep;
  }

  /**
   * The number of steps that a run must have for the schedule to take effect: until the rate has come to its end, for
   * StepLR to its first decay. Null for schedules that act at every step.
   */
  get totalSteps(): number | null {
    return null;
  }

  /** Whether `step` takes a metric, as that of ReduceLROnPlateau does. */
  get takesMetric(): boolean {
    return false;
  }

  /** The learning rates that the groups start from. */
  get baseLrs(): readonly number[] {
    return this.#baseLrs;
  }

  /** The current learning rates, one per group. */
  get lastLr(): readonly number[] {
    return this.optimizer.paramGroups.map((group) => group.lr);
  }

  /**
   * Advances by one step; call it after the optimizer's step. `metric` is for schedulers that need one, such as
   * ReduceLROnPlateau. Compiled steps that call it do so in every replay.
   *
   * @throws ArgumentError if `metric` is not a number, or for any where {@link takesMetric} is false.
   */
  step(metric?: number): void {
    refuseExtra(`${this.kind}.step`, arguments, metric === undefined || this.takesMetric ? 1 : 0);
    if (metric !== undefined && (typeof metric !== "number" || Number.isNaN(metric)))
      throw badArgument(
        `${this.kind}.step`,
        "metric",
        "a number",
        metric,
        "write scheduler.step(loss.item())",
      );
    fresh(() => this.moveOn(metric));
  }

  /** Counts one step and sets the rates. Subclasses may override it. */
  protected moveOn(_metric?: number): void {
    this.#lastStep++;
    this.setLrs();
  }

  /** Restarts at step 0 with the base learning rates. */
  restart(): void {
    refuseExtra("Scheduler.restart", arguments, 0);
    this.#lastStep = 0;
    this.optimizer.paramGroups.forEach((group, i) => {
      group.lr = this.baseLrs[i]!;
    });
    this.setLrs();
  }

  /**
   * Throws for settings out of range, in the constructor and in a loaded state. It may access only its argument: the
   * constructor calls it before any field is set.
   */
  protected checkSettings(_settings: S): void {}

  /** The learning rate at `step`, from the current and the base rate. Step 0 is the first. */
  protected abstract nextLr(lr: number, base: number, step: number, group: number): number;

  /** Sets the rates of the current step. Call it last in constructors. */
  protected setLrs(): void {
    this.optimizer.paramGroups.forEach((group, i) => {
      // A chain of schedulers may come below 0, as a cosine with etaMin does behind another decay.
      group.lr = Math.max(0, this.nextLr(group.lr, this.baseLrs[i]!, this.lastStep, i));
    });
  }

  /** Settings and position as JSON. The current rates are part of the optimizer's state. */
  stateDict(): SchedulerState {
    refuseExtra("Scheduler.stateDict", arguments, 0);
    const { kind, lastStep, baseLrs } = this;
    return { ...structuredClone(this.settings), kind, lastStep, baseLrs };
  }

  /**
   * The reasons why a state cannot be loaded, one line each; empty if it can.
   *
   * @example
   * const scheduler = new StepLR(new SGD(new Linear(1, 1), { lr: 1 }), { stepSize: 2 });
   * scheduler.stateProblems(scheduler.stateDict()) // []
   */
  stateProblems(state: SchedulerState): string[] {
    refuseExtra("Scheduler.stateProblems", arguments, 1);
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
   * Loads a state returned by `stateDict`. Does not change the optimizer's learning rates: load its state too.
   *
   * @throws SchedulerStateError if it does not match; nothing is changed then.
   */
  loadStateDict(state: SchedulerState): void {
    refuseExtra("Scheduler.loadStateDict", arguments, 1);
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new SchedulerStateError(this.kind, problems);
    const settings = this.#settingsOf(state);
    this.#lastStep = state.lastStep;
    this.#baseLrs = [...state.baseLrs];
    Object.assign(this.settings, settings);
  }

  // The settings of a state, whose names and types have been checked.
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

// A saved setting must have the same type as the current one. If the current one is null (no value yet), it may be a
// number.
function sameForm(here: JsonValue, saved: unknown): boolean {
  if (here === null) return Number.isFinite(saved);
  if (Array.isArray(here)) return isNumbers(saved);
  return typeof here === typeof saved && (typeof saved !== "number" || Number.isFinite(saved));
}

/** PyTorch's scheduler options that do not exist here, each with its replacement. */
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
 * Checks that required options are given.
 *
 * @throws ArgumentError if they are missing.
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
