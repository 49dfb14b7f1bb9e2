import { flag } from "@saccade/tensor/contract";
import { nadamRates, nadamStep } from "../definitions/nadam.ts";
import { positive } from "../rules.ts";
import { betasOf } from "./betas.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const nadamRules = {
  /** The learning rate. Default 2e-3. */
  lr: positive(2e-3),
  /** The decay rates of the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: betasOf([0.9, 0.999]),
  /** Added to √v. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient; or, decoupled, shrinks the parameter. Default 0. */
  weightDecay: positive(0),
  /** How fast the momentum grows to its rate. Default 4e-3. */
  momentumDecay: positive(4e-3),
  /** Whether weight decay shrinks the parameter itself, as in AdamW. Default false. */
  decoupledWeightDecay: flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link NAdam}, for all parameters or for a group. */
export interface NAdamOptions extends OptionsOfRules<typeof nadamRules> {}

const nadam: UpdateRule<NAdamOptions> = plainRule({
  kind: "NAdam",
  rules: nadamRules,
  state: { m: "exp_avg", v: "exp_avg_sq", muProduct: "mu_product" },
  scalarNames: ["mu_product"],
  initial: (name) => (name === "muProduct" ? 1 : 0),
  rates: nadamRates,
  step: nadamStep,
});

/**
 * Adam with Nesterov momentum (Dozat 2016, "Incorporating Nesterov Momentum into Adam"): the step looks ahead to the next
 * momentum.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new NAdam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.8944])
 */
export class NAdam extends Optimizer<NAdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<NAdamOptions>, settings?: OptimizerSettings<NAdamOptions>) {
    super(nadam, params, settings);
  }
}

guardOptimizer(NAdam.prototype);
