import { ArgumentError } from "@saccade/tensor";
import { ManySchedulers, schedulersRule } from "./many.ts";
import { type OptionsOf, type Scheduled, schedule } from "./schedule.ts";

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
