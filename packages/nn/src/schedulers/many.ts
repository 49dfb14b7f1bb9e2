// Schedulers that step others.
import { ArgumentError } from "@saccade/tensor";
import { listOf, type Rules, required, rule } from "@saccade/tensor/contract";
import { isRecord } from "../checks.ts";
import type { Scheduled } from "./schedule.ts";
import { Scheduler, type SchedulerState, type Settings } from "./scheduler.ts";

/** The rule of a list of schedulers. */
export const schedulersRule = () =>
  required(listOf(rule("a scheduler", (value): value is Scheduler<Settings> => value instanceof Scheduler)));

/** The common part of schedulers that step others. */
export abstract class ManySchedulers<S extends Settings> extends Scheduler<S> {
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
