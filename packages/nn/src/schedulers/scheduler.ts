import { hostWork } from "@saccade/tensor/backend";

/** What a scheduler changes: an optimizer, or anything with groups that have a learning rate. */
export interface Scheduled {
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
  readonly optimizer: Scheduled;
  protected readonly settings: S;
  #lastStep: number = 0;
  #baseLrs: readonly number[];

  protected constructor(kind: string, optimizer: Scheduled, settings: S) {
    this.kind = kind;
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
   * Moves on by one step. `metric` is for schedulers that watch one, such as ReduceLROnPlateau. Compiled steps that
   * call it do so in every replay.
   */
  step(metric?: number): void {
    hostWork(() => this.moveOn(metric));
  }

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

  /** What keeps a state from being loaded, a line each; empty where it fits. */
  stateProblems(state: SchedulerState): string[] {
    if (typeof state !== "object" || state === null || state.kind !== this.kind) {
      return [`the state is of ${JSON.stringify(state?.kind)}, the scheduler is a ${this.kind}`];
    }
    const problems: string[] = [];
    const wanted: Settings = { ...this.settings, lastStep: 0, baseLrs: this.baseLrs };
    for (const [name, here] of Object.entries(wanted)) {
      const saved = Object.hasOwn(state, name) ? state[name] : undefined;
      if (saved === undefined) problems.push(`${name} is missing`);
      else if (!sameForm(here, saved)) problems.push(`${name} is ${JSON.stringify(saved)}`);
    }
    const groups = this.baseLrs.length;
    if (problems.length === 0 && state.baseLrs.length !== groups) {
      problems.push(`${state.baseLrs.length} parameter groups in the state, ${groups} in the optimizer`);
    }
    return problems;
  }

  /**
   * Takes over a state that `stateDict` gave. The optimizer's learning rates are not touched: load its state too.
   *
   * @throws SchedulerStateError where it does not fit.
   */
  loadStateDict(state: SchedulerState): void {
    const problems = this.stateProblems(state);
    if (problems.length > 0) throw new SchedulerStateError(this.kind, problems);
    this.#lastStep = state.lastStep;
    this.#baseLrs = [...state.baseLrs];
    for (const name of Object.keys(this.settings))
      Reflect.set(this.settings, name, structuredClone(state[name]));
  }
}

// A saved field has the type of the one here. A field that is or was null (nothing seen yet) may be a number.
function sameForm(here: JsonValue, saved: JsonValue): boolean {
  if (here === null || saved === null) return saved === null || typeof saved === "number";
  if (Array.isArray(here)) return Array.isArray(saved) && saved.every((item) => typeof item === "number");
  return typeof here === typeof saved;
}

/** @throws RangeError unless `value` is a whole number of at least `low`. */
export function requireWhole(kind: string, name: string, value: number, low: number): void {
  if (Number.isSafeInteger(value) && value >= low) return;
  throw new RangeError(`${kind}: ${name} is ${value}; it must be a whole number, ${low} or more.`);
}

/** @throws RangeError unless `value` is a finite number. */
export function requireFinite(kind: string, name: string, value: number): void {
  if (!Number.isFinite(value))
    throw new RangeError(`${kind}: ${name} is ${value}; it must be a finite number.`);
}
