import { flag } from "@saccade/tensor/contract";
import { asgdRates, asgdStep } from "../definitions/asgd.ts";
import { anyNumber, positive } from "../rules.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const asgdRules = {
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
  maximize: flag(false),
};

/** Options of {@link ASGD}, for all parameters or for a group. */
export interface ASGDOptions extends OptionsOfRules<typeof asgdRules> {}

const asgd: UpdateRule<ASGDOptions> = plainRule({
  kind: "ASGD",
  rules: asgdRules,
  state: { ax: "ax", eta: "eta", mu: "mu" },
  scalarNames: ["eta", "mu"],
  initial: (name, { lr }) => ({ ax: 0, eta: lr, mu: 1 })[name],
  rates: asgdRates,
  step: asgdStep,
});

/**
 * Averaged stochastic gradient descent (Polyak and Juditsky 1992, "Acceleration of Stochastic Approximation by Averaging").
 * The averages are the state's `ax`.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new ASGD([w], { lr: 0.1, lambd: 0 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class ASGD extends Optimizer<ASGDOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<ASGDOptions>, settings?: OptimizerSettings<ASGDOptions>) {
    super(asgd, params, settings);
  }
}

guardOptimizer(ASGD.prototype);
