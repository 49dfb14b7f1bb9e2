import { rmspropStepOp } from "@saccade/tensor/backend";
import { flag } from "@saccade/tensor/contract";
import { decay, positive } from "../rules.ts";
import { fusedRule, type OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import type { UpdateRule } from "./rule.ts";

const rmspropRules = {
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
  centered: flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link RMSprop}, for all parameters or for a group. */
export interface RMSpropOptions extends OptionsOfRules<typeof rmspropRules> {}

// The step is that of definitions/rmsprop.ts. The state's names are PyTorch's for its square, mean and velocity.
const rmsprop: UpdateRule<RMSpropOptions> = fusedRule({
  kind: "RMSprop",
  rules: rmspropRules,
  op: rmspropStepOp,
  stateNames: ["square_avg"],
  optionalStateNames: ["grad_avg", "momentum_buffer"],
  uses: ({ centered, momentum }) => [
    ...(centered ? ["grad_avg"] : []),
    ...(momentum > 0 ? ["momentum_buffer"] : []),
  ],
  attrs: ({ lr, alpha, eps, weightDecay, momentum, centered, maximize }) => {
    return { lr, alpha, eps, weightDecay, momentum, centered, maximize };
  },
});

/**
 * RMSprop (Hinton, Srivastava and Swersky 2012, lecture 6e), with eps outside the square root as in PyTorch.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new RMSprop([w], { lr: 0.01, momentum: 0.9 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class RMSprop extends Optimizer<RMSpropOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<RMSpropOptions>, settings?: OptimizerSettings<RMSpropOptions>) {
    super(rmsprop, params, settings);
  }
}

guardOptimizer(RMSprop.prototype);
