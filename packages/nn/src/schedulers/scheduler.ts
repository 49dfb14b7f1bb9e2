import { badArgument, describeValue, fresh, refuseExtra } from "@saccade/tensor/backend";
import { listOf, number, type Rules, readRule, required, text, whole } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import type { ClassOf } from "../declare.ts";
import { recordProblems, rulesLike, StateError } from "../state-problems.ts";
import { type Scheduled, scheduled } from "./schedule.ts";

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
export class SchedulerStateError extends StateError {
  override readonly name: string = "SchedulerStateError";

  constructor(kind: string, problems: readonly string[]) {
    const cure = "Make the scheduler with the class and on the optimizer that the state was saved with.";
    super(kind, problems, cure);
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
  readonly #rules: Rules;
  #lastStep: number = 0;
  #baseLrs: readonly number[];

  /**
   * @param rules rules for loaded states, by the names of the settings. A setting without one must keep its type.
   */
  protected constructor(kind: string, optimizer: Scheduled, settings: S, rules: Rules = {}) {
    this.kind = kind;
    this.optimizer = readRule(kind, "optimizer", required(scheduled), optimizer, `new ${kind}(optimizer)`);
    this.settings = copied(settings);
    this.#rules = { ...rulesLike(settings), ...rules };
    this.#baseLrs = [];
    this.#takeGroups();
  }

  // Including groups that were added to the optimizer: they start from their own rate.
  #takeGroups(): void {
    const { paramGroups } = this.optimizer;
    if (paramGroups.length === this.#baseLrs.length) return;
    for (const group of paramGroups) group.initialLr ??= group.lr;
    const added = paramGroups.slice(this.#baseLrs.length).map((group) => group.initialLr!);
    this.#baseLrs = [...this.#baseLrs, ...added];
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
    this.#takeGroups();
    return this.#baseLrs;
  }

  /** The current learning rates, one per group. */
  get lastLr(): readonly number[] {
    return this.optimizer.paramGroups.map((group) => group.lr);
  }

  /**
   * Advances by one step; call it after the optimizer's step. `metric` is for schedulers that need one, such as
   * ReduceLROnPlateau. Compiled steps that call it do so in every replay. A step that throws changes nothing.
   *
   * @throws ArgumentError if `metric` is not a number, or for any where `takesMetric` is false.
   */
  step(metric?: number): void {
    refuseExtra(`${this.kind}.step`, arguments, metric === undefined || this.takesMetric ? 1 : 0);
    if (metric !== undefined && typeof metric !== "number") throw wrongMetric(this.kind, metric);
    fresh(() => {
      const goBack = this.#remember();
      try {
        this.moveOn(metric);
      } catch (error) {
        goBack();
        throw error;
      }
    });
  }

  /** The schedulers that a step of this one steps. */
  protected get parts(): readonly Scheduler<Settings>[] {
    return [];
  }

  /** Returns a function that goes back to before a step. */
  #remember(): () => void {
    const parts = this.parts.map((part) => part.#remember());
    const [step, settings] = [this.#lastStep, { ...this.settings }];
    const groups = this.optimizer.paramGroups.map((group) => ({ ...group }));
    return () => {
      for (const goBack of parts) goBack();
      this.#lastStep = step;
      Object.assign(this.settings, settings);
      for (const [i, group] of this.optimizer.paramGroups.entries()) putBack(group, groups[i]!);
    };
  }

  /** Counts one step and sets the rates. Subclasses may override it. */
  protected moveOn(_metric?: number): void {
    this.#lastStep++;
    this.setLrs();
  }

  /** Restarts at step 0 with the base learning rates. */
  restart(): void {
    this.#lastStep = 0;
    this.optimizer.paramGroups.forEach((group, i) => {
      group.lr = this.baseLrs[i]!;
    });
    this.setLrs();
  }

  /** The learning rate at `step`, from the current and the base rate. Step 0 is the first. */
  protected abstract nextLr(lr: number, base: number, step: number, group: number): number;

  /** Sets the rates of the current step. Call it last in constructors. */
  protected setLrs(): void {
    this.optimizer.paramGroups.forEach((group, i) => {
      // Chained schedulers may go below 0, such as a cosine with etaMin after another decay.
      group.lr = Math.max(0, this.nextLr(group.lr, this.baseLrs[i]!, this.lastStep, i));
    });
  }

  /** Settings and position as JSON. The current rates are part of the optimizer's state. */
  stateDict(): SchedulerState {
    const { kind, lastStep, baseLrs } = this;
    return { ...copied(this.settings), kind, lastStep, baseLrs };
  }

  /**
   * The reasons why a state cannot be loaded, one line each; empty if it can.
   *
   * @example
   * const scheduler = new StepLR(new SGD(new Linear(1, 1), { lr: 1 }), { stepSize: 2 });
   * scheduler.stateProblems(scheduler.stateDict()) // []
   */
  stateProblems(state: SchedulerState): string[] {
    if (!isRecord(state))
      return [`it is not a scheduler state, got ${describeValue(state)}; pass what stateDict() gave`];
    if (state.kind !== this.kind)
      return [
        `the state is of ${typeof state.kind === "string" ? describeValue(state.kind) : "no kind"}, the scheduler is a ${this.kind}`,
      ];
    const counters = { kind: text(), lastStep: whole(0, { min: 0 }), baseLrs: listOf(number()) };
    const problems = recordProblems(this.kind, { ...this.#rules, ...counters }, state);
    const [saved, here] = [state.baseLrs, this.baseLrs];
    if (problems.length > 0 || saved.length === here.length) return problems;
    return [`${saved.length} parameter groups in the state, ${here.length} in the optimizer`];
  }

  /**
   * Loads a state returned by `stateDict`. Does not change the optimizer's learning rates: load its state too.
   *
   * @throws SchedulerStateError if it does not match; nothing is changed then.
   */
  loadStateDict(state: SchedulerState): void {
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new SchedulerStateError(this.kind, problems);
    this.#lastStep = state.lastStep;
    this.#baseLrs = [...state.baseLrs];
    for (const name of Object.keys(this.settings)) Reflect.set(this.settings, name, copied(state[name]));
  }
}

/** The rates of a scheduler, by its settings. */
export interface Formula<S> {
  /** See {@link Scheduler.totalSteps}; left out for schedules that act at every step. */
  total?(settings: S): number;
  /** The rate at a step, from the current and the base rate. Step 0 is the first. */
  rate(settings: S, lr: number, base: number, step: number): number;
}

/** A scheduler whose rates are a formula. */
export class FormulaScheduler<S extends Settings> extends Scheduler<S> {
  readonly #formula: Formula<S>;

  constructor(given: ConstructorArguments<S>, formula: Formula<S>) {
    super(...given);
    this.#formula = formula;
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.#formula.total?.(this.settings) ?? null;
  }

  protected override nextLr(lr: number, base: number, step: number): number {
    return this.#formula.rate(this.settings, lr, base, step);
  }
}

type ConstructorArguments<S> = [kind: string, optimizer: Scheduled, settings: S, rules: Rules];

type SchedulerGiven<O> = [
  optimizer: Scheduled,
  ...options: Record<never, never> extends O ? [options?: O] : [options: O],
];

/** The base of a scheduler's class, whose rates are a formula. */
/* @__NO_SIDE_EFFECTS__ */
export function schedulerOf<S extends Settings, O>(
  declared: (optimizer: Scheduled, given: O | undefined) => ConstructorArguments<S>,
  formula: Formula<S>,
): ClassOf<SchedulerGiven<O>, FormulaScheduler<S>> {
  return class extends FormulaScheduler<S> {
    constructor(optimizer: Scheduled, options?: O) {
      super(declared(optimizer, options), formula);
    }
  };
}

/** A copy of settings: of values, lists of any kind and objects. */
function copied<T>(value: T): T {
  if (Array.isArray(value)) return Array.from(value, copied) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copied(one)])) as T;
}

// The options that differ: rates, and the momentum that some schedulers cycle.
function putBack(group: object, before: object): void {
  for (const [name, value] of Object.entries(before))
    if (Reflect.get(group, name) !== value) Reflect.set(group, name, value);
}

/** The error for a metric that is not a number. */
export function wrongMetric(kind: string, metric: unknown): Error {
  return badArgument(`${kind}.step`, "metric", "a number", metric, "write scheduler.step(loss.item())");
}
