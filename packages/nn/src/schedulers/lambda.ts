import { badArgument } from "@saccade/tensor/checks";
import { callable, type Rule, readRule, required, rule } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { ofGroup } from "./per-group.ts";
import { type OptionsOf, type Scheduled, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

type LrLambda = (step: number) => number;

const lambdas: Rule<LrLambda | readonly LrLambda[], undefined> = rule(
  "a function of the step, or a list of them",
  (value): value is LrLambda => [value].flat().every(callable<LrLambda>().holds),
);

const lambdaLR = /* @__PURE__ */ schedule(
  "new LambdaLR(optimizer, { lrLambda: (step) => 0.95 ** step })",
  () => ({
    /** The factor of the base rate as a function of the step; or a list with one function per group. */
    lrLambda: required(lambdas),
  }),
);

/** Options of {@link LambdaLR}. */
export interface LambdaLROptions extends OptionsOf<typeof lambdaLR> {}

/** The rule of a lambda's result. */
const factorRule = required(positive(1));

/** A scheduler by functions of the step, one or one for each group. They are not part of the state. */
abstract class ByLambda extends Scheduler<Record<never, never>> {
  readonly #lambdas: LrLambda | readonly LrLambda[];

  constructor([kind, optimizer, { lrLambda }]: ReturnType<typeof lambdaLR>) {
    const { length } = optimizer.paramGroups;
    if (typeof lrLambda !== "function" && lrLambda.length !== length)
      throw badArgument(kind, "lrLambda", `one function, or one for each of the ${length} groups`, lrLambda);
    super(kind, optimizer, {});
    this.#lambdas = lrLambda;
    this.setLrs();
  }

  protected factor(step: number, group: number): number {
    const factor = ofGroup(this.kind, this.#lambdas, group)(step);
    return readRule(this.kind, `lrLambda(${step})`, factorRule, factor, "a function that returns one");
  }
}

/**
 * Sets the rate to the base rate times a function of the step. The function is not part of the state.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new LambdaLR(optimizer, { lrLambda: (step) => 1 / (1 + step) });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0.3333, 0.25]
 */
export class LambdaLR extends ByLambda {
  /** @throws ArgumentError for anything but an optimizer and functions, one or one for each group. */
  constructor(optimizer: Scheduled, options: LambdaLROptions) {
    super(lambdaLR(optimizer, options));
  }

  protected override nextLr(_lr: number, base: number, step: number, group: number): number {
    return base * this.factor(step, group);
  }
}

const multiplicativeLR = /* @__PURE__ */ schedule(
  "new MultiplicativeLR(optimizer, { lrLambda: () => 0.95 })",
  () => ({
    /** The factor of each step as a function of the step; or a list with one function per group. */
    lrLambda: required(lambdas),
  }),
);

/** Options of {@link MultiplicativeLR}. */
export interface MultiplicativeLROptions extends OptionsOf<typeof multiplicativeLR> {}

/**
 * Multiplies the rate by a function of the step. The function is not part of the state.
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new MultiplicativeLR(optimizer, { lrLambda: (step) => 1 / step });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [1, 0.5, 0.1667]
 */
export class MultiplicativeLR extends ByLambda {
  /** @throws ArgumentError for anything but an optimizer and functions, one or one for each group. */
  constructor(optimizer: Scheduled, options: MultiplicativeLROptions) {
    super(multiplicativeLR(optimizer, options));
  }

  protected override nextLr(lr: number, _base: number, step: number, group: number): number {
    return step === 0 ? lr : lr * this.factor(step, group);
  }
}
