import { flag } from "@saccade/tensor/contract";
import { radamRates, radamStep } from "../definitions/radam.ts";
import { positive } from "../rules.ts";
import { betasOf } from "./betas.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const radamRules = {
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The decay rates of the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: betasOf([0.9, 0.999]),
  /** Added to √v. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient; or, decoupled, shrinks the parameter. Default 0. */
  weightDecay: positive(0),
  /** Whether weight decay shrinks the parameter itself, as in AdamW. Default false. */
  decoupledWeightDecay: flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link RAdam}, for all parameters or for a group. */
export interface RAdamOptions extends OptionsOfRules<typeof radamRules> {}

const radam: UpdateRule<RAdamOptions> = plainRule({
  kind: "RAdam",
  rules: radamRules,
  state: { m: "exp_avg", v: "exp_avg_sq" },
  rates: radamRates,
  step: radamStep,
});

/**
 * Rectified Adam (Liu et al. 2020, "On the Variance of the Adaptive Learning Rate and Beyond"): only momentum while the
 * variance of the second moment is unknown, then Adam with a rectified rate.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new RAdam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class RAdam extends Optimizer<RAdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<RAdamOptions>, settings?: OptimizerSettings<RAdamOptions>) {
    super(radam, params, settings);
  }
}

guardOptimizer(RAdam.prototype);
