// Schedulers that may have a rate or a function for each group.
import { ArgumentError } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import { either, positive } from "../rules.ts";
import { type OptionsOf, type Scheduled, type SettingsOf, schedule } from "./schedule.ts";
import { Scheduler } from "./scheduler.ts";

/** A number for all groups, or a list with one for each. */
export type PerGroup = number | readonly number[];

/** The rule of a number ≥ 0 for all groups, or one for each. */
export function perGroup(): c.RequiredRule<PerGroup> {
  const one = c.number(undefined, { min: 0 });
  return c.required(either("a number ≥ 0, or a list with one for each group", one, c.listOf(one)));
}

/** A group's value: its item of a list, or the common value. @throws ArgumentError for a group added after the scheduler. */
export function ofGroup<T extends number | ((step: number) => number)>(
  kind: string,
  value: T | readonly T[],
  group: number,
): T {
  if (!Array.isArray(value)) return value as T;
  const own: T | undefined = value[group];
  if (own === undefined)
    throw new ArgumentError(`${kind}: a group was added to the optimizer; make a new scheduler, with one for each group.`); // biome-ignore format: one line
  return own;
}

/** @throws ArgumentError for a list that has not one number for each group. */
export function checkPerGroup(kind: string, name: string, value: PerGroup, { paramGroups }: Scheduled): void {
  if (typeof value !== "number" && value.length !== paramGroups.length)
    throw badArgument(kind, name, `a number, or one for each of the ${paramGroups.length} groups`, value);
}

const swa = /* @__PURE__ */ schedule("new SWALR(optimizer, { swaLr: 0.05 })", () => ({
  /** The rate at the end, for all groups or one for each. */
  swaLr: perGroup(),
  /** The number of steps to it. Default 10. */
  annealEpochs: c.whole(10, { min: 0 }),
  /** Whether the rate follows half a cosine or a line. Default "cos". */
  annealStrategy: c.oneOf(["cos", "linear"], "cos"),
}));

/** Options of {@link SWALR}. */
export interface SWALROptions extends OptionsOf<typeof swa> {}

/**
 * Anneals the rate from where it is to `swaLr` in `annealEpochs` steps, then stays constant: for averaging weights, with
 * {@link AveragedModel}. Izmailov et al. 2018, "Averaging Weights Leads to Wider Optima and Better Generalization".
 *
 * @example
 * const optimizer = new SGD(new Linear(1, 1), { lr: 1 });
 * const scheduler = new SWALR(optimizer, { swaLr: 0, annealEpochs: 2, annealStrategy: "linear" });
 * [1, 2, 3].map(() => { scheduler.step(); return optimizer.lr; }) // [0.5, 0, 0]
 */
export class SWALR extends Scheduler<SettingsOf<typeof swa>> {
  /** @throws ArgumentError for anything but an optimizer, or a wrong option. */
  constructor(optimizer: Scheduled, options: SWALROptions) {
    const [kind, , settings, rules] = swa(optimizer, options);
    checkPerGroup(kind, "swaLr", settings.swaLr, optimizer);
    super(kind, optimizer, settings, rules);
    this.setLrs();
  }

  override get totalSteps(): number | null {
    return this.settings.annealEpochs;
  }

  // From the present rate, which other schedulers may have set: the rate that it was annealed from is computed back.
  protected override nextLr(lr: number, _base: number, step: number, group: number): number {
    const to = ofGroup(this.kind, this.settings.swaLr, group);
    const now = this.settings.annealEpochs === 0 ? Math.max(1, step) : step;
    const [before, share] = [this.#share(now - 1), this.#share(now)];
    const from = before === 1 ? to : (lr - before * to) / (1 - before);
    return to * share + from * (1 - share);
  }

  #share(step: number): number {
    const { annealEpochs, annealStrategy } = this.settings;
    const t = Math.max(0, Math.min(1, step / Math.max(1, annealEpochs)));
    return annealStrategy === "linear" ? t : (1 - Math.cos(Math.PI * t)) / 2;
  }
}

type LrLambda = (step: number) => number;

const lambdas: c.Rule<LrLambda | readonly LrLambda[], undefined> = /* @__PURE__ */ c.rule(
  "a function of the step, or a list of them",
  (value): value is LrLambda => [value].flat().every(c.callable<LrLambda>().holds),
);

const lambdaLR = /* @__PURE__ */ schedule(
  "new LambdaLR(optimizer, { lrLambda: (step) => 0.95 ** step })",
  () => ({
    /** The factor of the base rate as a function of the step; or a list with one function per group. */
    lrLambda: c.required(lambdas),
  }),
);

/** Options of {@link LambdaLR}. */
export interface LambdaLROptions extends OptionsOf<typeof lambdaLR> {}

/** The rule of a lambda's result. */
const factorRule = /* @__PURE__ */ c.required(/* @__PURE__ */ positive(1));

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
    return c.readRule(this.kind, `lrLambda(${step})`, factorRule, factor, "a function that returns one");
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
    lrLambda: c.required(lambdas),
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
