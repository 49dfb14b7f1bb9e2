// Schedulers that step others.
import { ArgumentError } from "@saccade/tensor";
import { callable, listOf, type Rule, type Rules, required, rule, whole } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import { LinearWarmup } from "./formulas.ts";
import { type OptionsOf, type Scheduled, schedule, steps, warmupRules } from "./schedule.ts";
import { Scheduler, type SchedulerState, type Settings } from "./scheduler.ts";

/** The rule of a list of schedulers. */
const schedulersRule = () =>
  required(listOf(rule("a scheduler", (value): value is Scheduler<Settings> => value instanceof Scheduler)));

/** The common part of schedulers that step others. */
abstract class ManySchedulers<S extends Settings> extends Scheduler<S> {
  readonly #parts: readonly Scheduler<Settings>[];

  /** @throws ArgumentError for schedulers of another optimizer. */
  protected constructor(
    kind: string,
    optimizer: Scheduled,
    settings: S,
    rules: Rules,
    parts: readonly Scheduler<Settings>[],
  ) {
    const stray = parts.findIndex((scheduler) => scheduler.optimizer !== optimizer);
    if (stray >= 0)
      throw new ArgumentError(
        `${kind}: schedulers[${stray}] is of another optimizer; make all of them on this one.`,
      );
    super(kind, optimizer, settings, rules);
    this.#parts = parts;
  }

  protected override get parts(): readonly Scheduler<Settings>[] {
    return this.#parts;
  }

  override get takesMetric(): boolean {
    return this.parts.some((scheduler) => scheduler.takesMetric);
  }

  /** Steps one of the schedulers. */
  protected stepPart(scheduler: Scheduler<Settings>, metric?: number): void {
    if (scheduler.takesMetric) scheduler.step(metric);
    else scheduler.step();
  }

  protected override nextLr(lr: number): number {
    return lr;
  }

  override stateDict(): SchedulerState {
    return { ...super.stateDict(), schedulers: this.parts.map((scheduler) => scheduler.stateDict()) };
  }

  /** The problem of settings whose types are right, if there is one. */
  protected ownProblem(_own: Settings): string | undefined {
    return undefined;
  }

  override stateProblems(state: SchedulerState): string[] {
    if (!isRecord(state)) return super.stateProblems(state);
    const { schedulers, ...own } = state;
    const problems = super.stateProblems(own);
    if (problems.length > 0) return problems;
    const problem = this.ownProblem(own);
    if (problem !== undefined) return [problem];
    // The schedulers themselves check their states.
    const saved = Array.isArray(schedulers) ? schedulers : [];
    if (saved.length !== this.parts.length)
      return [`${saved.length} schedulers in the state, ${this.parts.length} here`];
    return this.parts.flatMap((scheduler, i) =>
      scheduler.stateProblems(saved[i]).map((problem) => `scheduler ${i}: ${problem}`),
    );
  }

  override loadStateDict(state: SchedulerState): void {
    super.loadStateDict(state);
    const saved = state["schedulers"] as readonly SchedulerState[];
    for (const [i, scheduler] of this.parts.entries()) scheduler.loadStateDict(saved[i]!);
  }
}

const chained = /* @__PURE__ */ schedule(
  "new ChainedScheduler(optimizer, { schedulers: [rise, fall] })",
  () => ({
    /** Schedulers of this optimizer, each of which multiplies the rate. */
    schedulers: schedulersRule(),
  }),
);

/** Options of {@link ChainedScheduler}. */
export interface ChainedSchedulerOptions extends OptionsOf<typeof chained> {}

/**
 * Steps several schedulers, one after the other, so that their factors multiply.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const schedulers = [new ConstantLR(optimizer, { factor: 0.5, totalIters: 2 }), new ExponentialLR(optimizer, { gamma: 0.5 })];
 * const scheduler = new ChainedScheduler(optimizer, { schedulers });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.25, 0.25, 0.125]
 */
export class ChainedScheduler extends ManySchedulers<Record<never, never>> {
  /** @throws ArgumentError for no schedulers, or schedulers of another optimizer. */
  constructor(optimizer: Scheduled, options: ChainedSchedulerOptions) {
    const [kind, , { schedulers }] = chained(optimizer, options);
    if (schedulers.length === 0) throw new ArgumentError(`${kind}: schedulers is empty; give at least one.`);
    super(kind, optimizer, {}, {}, schedulers);
  }

  override get totalSteps(): number | null {
    const all = this.parts.map(({ totalSteps }) => totalSteps).filter((total) => total !== null);
    return all.length === 0 ? null : Math.max(...all);
  }

  protected override moveOn(metric?: number): void {
    super.moveOn();
    for (const scheduler of this.parts) this.stepPart(scheduler, metric);
  }

  override restart(): void {
    super.restart();
    const { paramGroups } = this.optimizer;
    const factors = paramGroups.map(() => 1);
    for (const scheduler of this.parts) {
      scheduler.restart(); // from the base rate, without the factors of the others
      paramGroups.forEach(({ lr }, i) => {
        factors[i]! *= this.baseLrs[i] === 0 ? 0 : lr / this.baseLrs[i]!;
      });
    }
    paramGroups.forEach((group, i) => {
      group.lr = this.baseLrs[i]! * factors[i]!;
    });
  }
}

/** Steps in increasing order, from 1. A message names the first that is out of order. */
function risingSteps(): Rule<readonly number[], undefined> {
  const each = listOf(steps);
  return {
    ...each,
    holds: (value): value is readonly number[] => each.holds(value) && firstFall(value) < 0,
    part(value) {
      const at = each.holds(value) ? firstFall(value) : -1;
      if (!each.holds(value) || at < 0) return each.part?.(value);
      return { path: `[${at}]`, value: value[at], rule: whole(undefined, { min: value[at - 1]! + 1 }) };
    },
  };
}

function firstFall(milestones: readonly number[]): number {
  return milestones.findIndex((milestone, i) => milestone <= (milestones[i - 1] ?? 0));
}

const sequential = /* @__PURE__ */ schedule(
  "new SequentialLR(optimizer, { schedulers: [rise, fall], milestones: [100] })",
  () => ({
    /** Schedulers of this optimizer, in order. */
    schedulers: schedulersRule(),
    /** The steps at which the next scheduler takes over, in increasing order: one less than schedulers. */
    milestones: required(risingSteps()),
  }),
);

/** Options of {@link SequentialLR}. */
export interface SequentialLROptions extends OptionsOf<typeof sequential> {}

/**
 * Runs schedulers in order. Each starts from the base rates at its milestone.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const schedulers = [new LinearWarmup(optimizer, { steps: 2 }), new CosineAnnealingLR(optimizer, { tMax: 4 })];
 * const scheduler = new SequentialLR(optimizer, { schedulers, milestones: [2] });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.6667, 1, 0.8536]
 */
export class SequentialLR extends ManySchedulers<{ milestones: readonly number[] }> {
  /** @throws ArgumentError for milestones that do not rise or do not fit, or schedulers of another optimizer. */
  constructor(optimizer: Scheduled, options: SequentialLROptions) {
    const [kind, , { schedulers, milestones }] = sequential(optimizer, options);
    if (schedulers.length === 0 || milestones.length !== schedulers.length - 1)
      throw new ArgumentError(
        `${kind}: ${schedulers.length} schedulers need ${Math.max(0, schedulers.length - 1)} milestones, ` +
          `got ${milestones.length}; give the step at which each but the first takes over.`,
      );
    super(kind, optimizer, { milestones }, { milestones: risingSteps() }, schedulers);
    // Constructing the others changed the rates, so restart the first.
    schedulers[0]!.restart();
  }

  /** Until the last scheduler has come to its end. */
  override get totalSteps(): number | null {
    return (this.settings.milestones.at(-1) ?? 0) + (this.parts.at(-1)?.totalSteps ?? 0);
  }

  protected override moveOn(metric?: number): void {
    super.moveOn();
    const turn = this.settings.milestones.filter((milestone) => milestone <= this.lastStep).length;
    const scheduler = this.parts[turn]!;
    if (this.settings.milestones[turn - 1] === this.lastStep) scheduler.restart();
    else this.stepPart(scheduler, metric);
  }

  override restart(): void {
    super.restart();
    this.parts[0]!.restart();
  }

  protected override ownProblem(own: Settings): string | undefined {
    const { length } = own["milestones"] as readonly number[];
    const here = this.settings.milestones.length;
    return length === here ? undefined : `${length} milestones in the state, ${here} here`;
  }
}

const warmupSchedule = /* @__PURE__ */ schedule("warmup(optimizer, { steps: 100 })", () => ({
  ...warmupRules(),
  /** Makes the scheduler after the warmup, such as `(o) => new CosineAnnealingLR(o, { tMax: 1000 })`. */
  after: callable<(optimizer: Scheduled) => Scheduler<Settings>>(),
}));

/** Options of {@link warmup}. */
export interface WarmupOptions extends OptionsOf<typeof warmupSchedule, ReturnType<typeof warmupRules>> {}

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
