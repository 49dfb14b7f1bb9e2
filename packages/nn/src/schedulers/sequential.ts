import { ArgumentError } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { LinearWarmup, type LinearWarmupOptions } from "./linear.ts";
import {
  checkScheduled,
  renamed,
  requireOptions,
  type Scheduled,
  Scheduler,
  type SchedulerState,
  type Settings,
} from "./scheduler.ts";

/** Options of {@link SequentialLR}. */
export interface SequentialLROptions {
  /** Schedulers of this optimizer, in order. */
  readonly schedulers: readonly Scheduler<Settings>[];
  /** The steps at which the next scheduler takes over, in increasing order: one less than schedulers. */
  readonly milestones: readonly number[];
}

const sequentialExample = "new SequentialLR(optimizer, { schedulers: [rise, fall], milestones: [100] })";
const sequentialOptions = optionNames<SequentialLROptions>(
  "SequentialLR",
  { schedulers: true, milestones: true },
  sequentialExample,
  renamed,
);

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
    refuseExtra(sequentialOptions, arguments, 2);
    requireOptions("SequentialLR", options, sequentialExample);
    checkOptions(sequentialOptions, options);
    checkScheduled("SequentialLR", optimizer);
    const { schedulers, milestones } = options;
    if (!Array.isArray(schedulers) || !schedulers.every((one) => one instanceof Scheduler))
      throw badArgument("SequentialLR", "schedulers", "a list of schedulers", schedulers);
    if (!Array.isArray(milestones))
      throw badArgument("SequentialLR", "milestones", "a list of steps", milestones);
    if (schedulers.length === 0 || milestones.length !== schedulers.length - 1) {
      throw new ArgumentError(
        `SequentialLR: ${schedulers.length} schedulers need ${Math.max(0, schedulers.length - 1)} milestones, ` +
          `got ${milestones.length}; give the step at which each but the first takes over.`,
      );
    }
    if (schedulers.some((scheduler) => scheduler.optimizer !== optimizer)) {
      throw new ArgumentError(
        "SequentialLR: a scheduler is of another optimizer; make all of them on this one.",
      );
    }
    super("SequentialLR", optimizer, { milestones: [...milestones] });
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

  protected override checkSettings({ milestones }: { milestones: readonly number[] }): void {
    for (const [i, milestone] of milestones.entries())
      checkInteger("SequentialLR", `milestones[${i}]`, milestone, (milestones[i - 1] ?? 0) + 1);
  }

  protected override moveOn(metric?: number): void {
    super.moveOn();
    const turn = this.settings.milestones.filter((milestone) => milestone <= this.lastStep).length;
    const scheduler = this.#schedulers[turn]!;
    if (this.settings.milestones[turn - 1] === this.lastStep) scheduler.restart();
    else if (scheduler.takesMetric) scheduler.step(metric);
    else scheduler.step();
  }

  override restart(): void {
    refuseExtra("SequentialLR.restart", arguments, 0);
    super.restart();
    this.#schedulers[0]!.restart();
  }

  protected override nextLr(lr: number): number {
    return lr;
  }

  override stateDict(): SchedulerState {
    refuseExtra("SequentialLR.stateDict", arguments, 0);
    return { ...super.stateDict(), schedulers: this.#schedulers.map((scheduler) => scheduler.stateDict()) };
  }

  override stateProblems(state: SchedulerState): string[] {
    refuseExtra("SequentialLR.stateProblems", arguments, 1);
    const problems = super.stateProblems(state);
    if (problems.length > 0) return problems;
    const milestones: unknown = state["milestones"];
    if (Array.isArray(milestones) && milestones.length !== this.settings.milestones.length) {
      return [`${milestones.length} milestones in the state, ${this.settings.milestones.length} here`];
    }
    const saved = innerStates(state);
    if (saved.length !== this.#schedulers.length) {
      return [`${saved.length} schedulers in the state, ${this.#schedulers.length} here`];
    }
    return this.#schedulers.flatMap((scheduler, i) =>
      scheduler.stateProblems(saved[i]!).map((problem) => `scheduler ${i}: ${problem}`),
    );
  }

  override loadStateDict(state: SchedulerState): void {
    refuseExtra("SequentialLR.loadStateDict", arguments, 1);
    super.loadStateDict(state);
    innerStates(state).forEach((saved, i) => {
      this.#schedulers[i]!.loadStateDict(saved);
    });
  }
}

// The schedulers themselves check the items of `schedulers`.
function innerStates(state: SchedulerState): readonly SchedulerState[] {
  const saved: unknown = state["schedulers"];
  return Array.isArray(saved) ? saved : [];
}

/** Options of {@link warmup}. */
export interface WarmupOptions extends LinearWarmupOptions {
  /** Makes the scheduler after the warmup, such as `(o) => new CosineAnnealingLR(o, { tMax: 1000 })`. */
  readonly after?: (optimizer: Scheduled) => Scheduler<Settings>;
}

const warmupExample = "warmup(optimizer, { steps: 100 })";
const warmupOptions = optionNames<WarmupOptions>(
  "warmup",
  { steps: true, startFactor: true, after: true },
  warmupExample,
  renamed,
);

/**
 * A linear warmup, followed by another scheduler, or by the constant base rate if there is none.
 *
 * @throws ArgumentError for what is not an optimizer, a value out of range, or an unknown option.
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = warmup(optimizer, { steps: 2, after: (o) => new CosineAnnealingLR(o, { tMax: 4 }) });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.6667, 1, 0.8536]
 */
export function warmup(optimizer: Scheduled, options: WarmupOptions): Scheduler<Settings> {
  refuseExtra(warmupOptions, arguments, 2);
  requireOptions("warmup", options, warmupExample);
  checkOptions(warmupOptions, options);
  const { after, ...linear } = options;
  if (after !== undefined) checkFunction("warmup", "after", after);
  const rise = new LinearWarmup(optimizer, linear);
  if (after === undefined || linear.steps === 0) return after?.(optimizer) ?? rise;
  return new SequentialLR(optimizer, { schedulers: [rise, after(optimizer)], milestones: [linear.steps] });
}
