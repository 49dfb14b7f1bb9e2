import { ArgumentError } from "@saccade/tensor";
import { callable, listOf, type OptionsOf, type Rule, required, rule, whole } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import { LinearWarmup, warmupRules } from "./linear.ts";
import { type Scheduled, schedule, steps } from "./schedule.ts";
import { Scheduler, type SchedulerState, type Settings } from "./scheduler.ts";

const eachStep = listOf(steps);

/** Steps in increasing order, from 1. A message names the first that is out of order. */
const rising: Rule<readonly number[], undefined> = {
  ...eachStep,
  holds: (value): value is readonly number[] => eachStep.holds(value) && firstFall(value) < 0,
  part(value) {
    const at = eachStep.holds(value) ? firstFall(value) : -1;
    if (!eachStep.holds(value) || at < 0) return eachStep.part?.(value);
    return { path: `[${at}]`, value: value[at], rule: whole(undefined, { min: value[at - 1]! + 1 }) };
  },
};

function firstFall(milestones: readonly number[]): number {
  return milestones.findIndex((milestone, i) => milestone <= (milestones[i - 1] ?? 0));
}

const sequential = schedule(
  "SequentialLR",
  "new SequentialLR(optimizer, { schedulers: [rise, fall], milestones: [100] })",
  {
    /** Schedulers of this optimizer, in order. */
    schedulers: required(
      listOf(rule("a scheduler", (value): value is Scheduler<Settings> => value instanceof Scheduler)),
    ),
    /** The steps at which the next scheduler takes over, in increasing order: one less than schedulers. */
    milestones: required(rising),
  },
);

/** Options of {@link SequentialLR}. */
export interface SequentialLROptions extends OptionsOf<typeof sequential.options> {}

/**
 * Runs schedulers in order. Each starts from the base rates at its milestone.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const schedulers = [new LinearWarmup(optimizer, { steps: 2 }), new CosineAnnealingLR(optimizer, { tMax: 4 })];
 * const scheduler = new SequentialLR(optimizer, { schedulers, milestones: [2] });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.6667, 1, 0.8536]
 */
export class SequentialLR extends Scheduler<{ milestones: readonly number[] }> {
  readonly #schedulers: readonly Scheduler<Settings>[];

  /** @throws ArgumentError for milestones that do not rise or do not fit, or schedulers of another optimizer. */
  constructor(optimizer: Scheduled, options: SequentialLROptions) {
    const [kind, , { schedulers, milestones }] = sequential(optimizer, options);
    if (schedulers.length === 0 || milestones.length !== schedulers.length - 1)
      throw new ArgumentError(
        `${kind}: ${schedulers.length} schedulers need ${Math.max(0, schedulers.length - 1)} milestones, ` +
          `got ${milestones.length}; give the step at which each but the first takes over.`,
      );
    const stray = schedulers.findIndex((scheduler) => scheduler.optimizer !== optimizer);
    if (stray >= 0)
      throw new ArgumentError(
        `${kind}: schedulers[${stray}] is of another optimizer; make all of them on this one.`,
      );
    super(kind, optimizer, { milestones }, { milestones: rising });
    this.#schedulers = schedulers;
    // Constructing the others changed the rates, so restart the first.
    schedulers[0]!.restart();
  }

  override get takesMetric(): boolean {
    return this.#schedulers.some((scheduler) => scheduler.takesMetric);
  }

  /** Until the last scheduler has come to its end. */
  override get totalSteps(): number | null {
    return (this.settings.milestones.at(-1) ?? 0) + (this.#schedulers.at(-1)?.totalSteps ?? 0);
  }

  protected override moveOn(metric?: number): void {
    super.moveOn();
    const turn = this.settings.milestones.filter((milestone) => milestone <= this.lastStep).length;
    const scheduler = this.#schedulers[turn]!;
    if (this.settings.milestones[turn - 1] === this.lastStep) scheduler.restart();
    else if (scheduler.takesMetric) scheduler.step(metric);
    else scheduler.step();
  }

  protected override get parts(): readonly Scheduler<Settings>[] {
    return this.#schedulers;
  }

  override restart(): void {
    super.restart();
    this.#schedulers[0]!.restart();
  }

  protected override nextLr(lr: number): number {
    return lr;
  }

  override stateDict(): SchedulerState {
    return { ...super.stateDict(), schedulers: this.#schedulers.map((scheduler) => scheduler.stateDict()) };
  }

  override stateProblems(state: SchedulerState): string[] {
    if (!isRecord(state)) return super.stateProblems(state);
    const { schedulers, ...own } = state;
    const problems = super.stateProblems(own);
    if (problems.length > 0) return problems;
    // The schedulers themselves check their states.
    const saved = Array.isArray(schedulers) ? schedulers : [];
    const { length } = own["milestones"] as readonly number[];
    if (length !== this.settings.milestones.length)
      return [`${length} milestones in the state, ${this.settings.milestones.length} here`];
    if (saved.length !== this.#schedulers.length)
      return [`${saved.length} schedulers in the state, ${this.#schedulers.length} here`];
    return this.#schedulers.flatMap((scheduler, i) =>
      scheduler.stateProblems(saved[i]).map((problem) => `scheduler ${i}: ${problem}`),
    );
  }

  override loadStateDict(state: SchedulerState): void {
    super.loadStateDict(state);
    const saved = state["schedulers"] as readonly SchedulerState[];
    for (const [i, scheduler] of this.#schedulers.entries()) scheduler.loadStateDict(saved[i]!);
  }
}

const warmupSchedule = schedule("warmup", "warmup(optimizer, { steps: 100 })", {
  ...warmupRules,
  /** Makes the scheduler after the warmup, such as `(o) => new CosineAnnealingLR(o, { tMax: 1000 })`. */
  after: callable<(optimizer: Scheduled) => Scheduler<Settings>>(),
});

/** Options of {@link warmup}. */
export interface WarmupOptions extends OptionsOf<typeof warmupSchedule.options, typeof warmupRules> {}

/**
 * A linear warmup, followed by another scheduler, or by the constant base rate if there is none.
 *
 * @throws ArgumentError for anything but an optimizer, or a wrong option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = warmup(optimizer, { steps: 2, after: (o) => new CosineAnnealingLR(o, { tMax: 4 }) });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.6667, 1, 0.8536]
 */
export function warmup(optimizer: Scheduled, options: WarmupOptions): Scheduler<Settings> {
  const [, , { after, ...linear }] = warmupSchedule(optimizer, options);
  const rise = new LinearWarmup(optimizer, linear);
  if (after === undefined || linear.steps === 0) return after?.(optimizer) ?? rise;
  return new SequentialLR(optimizer, { schedulers: [rise, after(optimizer)], milestones: [linear.steps] });
}
