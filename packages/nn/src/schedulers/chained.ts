import { ArgumentError } from "@saccade/tensor";
import { listOf, type OptionsOf, required, rule } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import { type Scheduled, schedule } from "./schedule.ts";
import { Scheduler, type SchedulerState, type Settings } from "./scheduler.ts";

const chained = schedule(
  "ChainedScheduler",
  "new ChainedScheduler(optimizer, { schedulers: [rise, fall] })",
  {
    /** Schedulers of this optimizer, each of which multiplies the rate. */
    schedulers: required(
      listOf(rule("a scheduler", (value): value is Scheduler<Settings> => value instanceof Scheduler)),
    ),
  },
);

/** Options of {@link ChainedScheduler}. */
export interface ChainedSchedulerOptions extends OptionsOf<typeof chained.options> {}

/**
 * Steps several schedulers, one after the other, so that their factors multiply.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const schedulers = [new ConstantLR(optimizer, { factor: 0.5, totalIters: 2 }), new ExponentialLR(optimizer, { gamma: 0.5 })];
 * const scheduler = new ChainedScheduler(optimizer, { schedulers });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.25, 0.25, 0.125]
 */
export class ChainedScheduler extends Scheduler<Record<never, never>> {
  readonly #schedulers: readonly Scheduler<Settings>[];

  /** @throws ArgumentError for no schedulers, or schedulers of another optimizer. */
  constructor(optimizer: Scheduled, options: ChainedSchedulerOptions) {
    const [kind, , { schedulers }] = chained(optimizer, options);
    if (schedulers.length === 0) throw new ArgumentError(`${kind}: schedulers is empty; give at least one.`);
    const stray = schedulers.findIndex((scheduler) => scheduler.optimizer !== optimizer);
    if (stray >= 0)
      throw new ArgumentError(
        `${kind}: schedulers[${stray}] is of another optimizer; make all of them on this one.`,
      );
    super(kind, optimizer, {});
    this.#schedulers = schedulers;
  }

  override get takesMetric(): boolean {
    return this.#schedulers.some((scheduler) => scheduler.takesMetric);
  }

  override get totalSteps(): number | null {
    const all = this.#schedulers.map(({ totalSteps }) => totalSteps).filter((total) => total !== null);
    return all.length === 0 ? null : Math.max(...all);
  }

  protected override moveOn(metric?: number): void {
    super.moveOn();
    for (const scheduler of this.#schedulers)
      if (scheduler.takesMetric) scheduler.step(metric);
      else scheduler.step();
  }

  protected override get parts(): readonly Scheduler<Settings>[] {
    return this.#schedulers;
  }

  override restart(): void {
    super.restart();
    const { paramGroups } = this.optimizer;
    const factors = paramGroups.map(() => 1);
    for (const scheduler of this.#schedulers) {
      scheduler.restart(); // from the base rate, without the factors of the others
      paramGroups.forEach(({ lr }, i) => {
        factors[i]! *= this.baseLrs[i] === 0 ? 0 : lr / this.baseLrs[i]!;
      });
    }
    paramGroups.forEach((group, i) => {
      group.lr = this.baseLrs[i]! * factors[i]!;
    });
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
    const saved = Array.isArray(schedulers) ? schedulers : [];
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
