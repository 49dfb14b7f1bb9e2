// The options of each kind of optimizer.
import * as c from "@saccade/tensor/contract";
import { anyNumber, decay, positive } from "../rules.ts";

/** The options that rules declare, as a group holds them. */
export type OptionsOfRules<R extends c.Rules> = { -readonly [Name in keyof R]: c.Settings<R>[Name] };

/** A list of numbers, each with its rule. */
export function numbersRule<T extends readonly number[]>(
  must: string,
  each: readonly c.Rule<number>[],
  initial: NoInfer<T>,
  fits: (value: T) => boolean = () => true,
): c.Rule<T, T> {
  const holds = (value: unknown): value is T =>
    Array.isArray(value) &&
    value.length === each.length &&
    each.every((one, i) => one.holds(value[i])) &&
    fits(value as unknown[] & T);
  return c.rule(must, holds, initial);
}

/** Two decay rates. Messages name the one that is wrong. */
export function betasOf(...initial: Betas): c.Rule<Betas, Betas> {
  const beta = decay(0);
  const must = `two numbers ≥ 0 and < 1, such as [${initial.join(", ")}]`;
  return {
    ...numbersRule<Betas>(must, [beta, beta], initial),
    part(value) {
      const at = Array.isArray(value) && value.length === 2 ? value.findIndex((one) => !beta.holds(one)) : -1;
      return at < 0 ? undefined : { path: `[${at}]`, value: Object(value)[at], rule: beta };
    },
  };
}

type Betas = readonly [number, number];

export const adamRules = (weightDecay: number) => ({
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The decay rates of m and v, the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: betasOf(0.9, 0.999),
  /** Added to √v. Default 1e-8. */
  eps: positive(1e-8),
  /** Adam: an L2 penalty added to the gradient, default 0. AdamW: shrinks the parameter directly, default 0.01. */
  weightDecay: positive(weightDecay),
  /** Divides by the largest v so far (Reddi et al. 2018). Default false. */
  amsgrad: c.flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Adam} and {@link AdamW}, for all parameters or for a group. */
export interface AdamOptions extends OptionsOfRules<ReturnType<typeof adamRules>> {}

export const adamaxRules = () => ({
  /** The learning rate. Default 2e-3. */
  lr: positive(2e-3),
  /** The decay rates of the running mean of the gradient and of the infinity norm. Default [0.9, 0.999]. */
  betas: betasOf(0.9, 0.999),
  /** Added to the gradient's magnitude. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Adamax}, for all parameters or for a group. */
export interface AdamaxOptions extends OptionsOfRules<ReturnType<typeof adamaxRules>> {}

export const radamRules = () => ({
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The decay rates of the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: betasOf(0.9, 0.999),
  /** Added to √v. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient; or, decoupled, shrinks the parameter. Default 0. */
  weightDecay: positive(0),
  /** Whether weight decay shrinks the parameter itself, as in AdamW. Default false. */
  decoupledWeightDecay: c.flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link RAdam}, for all parameters or for a group. */
export interface RAdamOptions extends OptionsOfRules<ReturnType<typeof radamRules>> {}

export const nadamRules = () => ({
  ...radamRules(),
  /** The learning rate. Default 2e-3. */
  lr: positive(2e-3),
  /** How fast the momentum grows to its rate. Default 4e-3. */
  momentumDecay: positive(4e-3),
});

/** Options of {@link NAdam}, for all parameters or for a group. */
export interface NAdamOptions extends OptionsOfRules<ReturnType<typeof nadamRules>> {}

export const adagradRules = () => ({
  /** The learning rate. Default 0.01. */
  lr: positive(0.01),
  /** Divides lr by 1 + (step − 1) · lrDecay. Default 0. */
  lrDecay: positive(0),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** The initial value of the sums of squares. Default 0. */
  initialAccumulatorValue: positive(0),
  /** Added to the square root of the sum. Default 1e-10. */
  eps: positive(1e-10),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Adagrad}, for all parameters or for a group. */
export interface AdagradOptions extends OptionsOfRules<ReturnType<typeof adagradRules>> {}

export const adadeltaRules = () => ({
  /** Multiplies the step. Default 1. */
  lr: positive(1),
  /** The decay rate of both running means of squares, from 0 and below 1. Default 0.9. */
  rho: decay(0.9),
  /** Added to the means before the square roots. Default 1e-6. */
  eps: positive(1e-6),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Adadelta}, for all parameters or for a group. */
export interface AdadeltaOptions extends OptionsOfRules<ReturnType<typeof adadeltaRules>> {}

export const rmspropRules = () => ({
  /** The learning rate. Default 0.01. */
  lr: positive(0.01),
  /** The decay rate of the running mean square, from 0 and below 1. Default 0.99. */
  alpha: decay(0.99),
  /** Added to the square root of the mean square. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** The momentum factor, from 0 and below 1. Default 0. */
  momentum: decay(0),
  /** Divides by the standard deviation instead of the root mean square (Graves 2013). Default false. */
  centered: c.flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link RMSprop}, for all parameters or for a group. */
export interface RMSpropOptions extends OptionsOfRules<ReturnType<typeof rmspropRules>> {}

export const rpropRules = () => ({
  /** The first step of each element. Default 0.01. */
  lr: positive(0.01),
  /** The factors by which an element's step shrinks and grows. Default [0.5, 1.2]. */
  etas: numbersRule<readonly [number, number]>(
    "a number > 0 and < 1 and a number > 1, such as [0.5, 1.2]",
    [c.number(0.5, { above: 0, below: 1 }), c.number(1.2, { above: 1 })],
    [0.5, 1.2],
  ),
  /** The smallest and the largest step. Default [1e-6, 50]. */
  stepSizes: numbersRule<readonly [number, number]>(
    "two numbers ≥ 0, the smaller one first, such as [1e-6, 50]",
    [positive(1e-6), positive(50)],
    [1e-6, 50],
    ([least, most]) => least <= most,
  ),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Rprop}, for all parameters or for a group. */
export interface RpropOptions extends OptionsOfRules<ReturnType<typeof rpropRules>> {}

export const sgdRules = () => ({
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The momentum factor, from 0 and below 1. Default 0: no momentum and no state. */
  momentum: decay(0),
  /** The share of each gradient that is not added to the momentum buffer, from 0 and below 1. Default 0. */
  dampening: decay(0),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Uses Nesterov momentum; requires momentum > 0 and dampening = 0. Default false. */
  nesterov: c.flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link SGD}, for all parameters or for a group. */
export interface SGDOptions extends OptionsOfRules<ReturnType<typeof sgdRules>> {}

export const asgdRules = () => ({
  /** The learning rate. Default 0.01. */
  lr: positive(0.01),
  /** The decay of each step. Default 1e-4. */
  lambd: positive(1e-4),
  /** The power by which the learning rate falls. Default 0.75. */
  alpha: anyNumber(0.75),
  /** The step from which on parameters are averaged. Default 1e6. */
  t0: positive(1e6),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link ASGD}, for all parameters or for a group. */
export interface ASGDOptions extends OptionsOfRules<ReturnType<typeof asgdRules>> {}

export const lionRules = () => ({
  /** The learning rate. Default 1e-4. */
  lr: positive(1e-4),
  /** The shares of the momentum in the step and in the next momentum. Default [0.9, 0.99]. */
  betas: betasOf(0.9, 0.99),
  /** Shrinks the parameter directly. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: c.flag(false),
});

/** Options of {@link Lion}, for all parameters or for a group. */
export interface LionOptions extends OptionsOfRules<ReturnType<typeof lionRules>> {}

export const muonRules = () => ({
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** Shrinks the parameter directly. Default 0.1. */
  weightDecay: positive(0.1),
  /** The momentum factor, from 0 and below 1. Default 0.95. */
  momentum: decay(0.95),
  /** Uses Nesterov momentum. Default true. */
  nesterov: c.flag(true),
  /** The coefficients a, b, c of the Newton-Schulz iteration. */
  nsCoefficients: numbersRule<readonly [number, number, number]>(
    "three numbers, such as [3.4445, -4.775, 2.0315]",
    [anyNumber(0), anyNumber(0), anyNumber(0)],
    [3.4445, -4.775, 2.0315],
  ),
  /** The smallest norm that is divided by. Default 1e-7. */
  eps: positive(1e-7),
  /** The number of iterations, from 1 to 99. Default 5. */
  nsSteps: c.whole(5, { min: 1, max: 99 }),
  /**
   * How the rate follows from the shape (n, m): "original", √max(1, n / m); "match_rms_adamw", 0.2 √max(n, m), which suits
   * the rates of AdamW. Default "original".
   */
  adjustLrFn: c.oneOf(["original", "match_rms_adamw"], "original"),
});

/** Options of {@link Muon}, for all parameters or for a group. */
export interface MuonOptions extends OptionsOfRules<ReturnType<typeof muonRules>> {}
