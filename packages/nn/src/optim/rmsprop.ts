import { refuseExtra, rmspropStepOp } from "@saccade/tensor/backend";
import { applyStep } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { type BaseOptions, checkRange, type UpdateRule } from "./rule.ts";

/** Options of {@link RMSprop}, for all parameters or for a group. */
export interface RMSpropOptions extends BaseOptions {
  /** The learning rate. Default 0.01. */
  lr: number;
  /** The decay rate of the running mean square, from 0 and below 1. Default 0.99. */
  alpha: number;
  /** Added to the square root of the mean square. Default 1e-8. */
  eps: number;
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: number;
  /** The momentum factor, from 0 and below 1. Default 0. */
  momentum: number;
  /** Divides by the standard deviation instead of the root mean square (Graves 2013). Default false. */
  centered: boolean;
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: boolean;
}

const rule: UpdateRule<RMSpropOptions> = {
  kind: "RMSprop",
  defaults: {
    lr: 0.01,
    alpha: 0.99,
    eps: 1e-8,
    weightDecay: 0,
    momentum: 0,
    centered: false,
    maximize: false,
  },
  stateNames: ["square_avg"],
  optionalStateNames: ["grad_avg", "momentum_buffer"],
  check({ lr, alpha, eps, weightDecay, momentum }) {
    checkRange("RMSprop", "lr", lr, 0);
    checkRange("RMSprop", "alpha", alpha, 0, 1);
    checkRange("RMSprop", "eps", eps, 0);
    checkRange("RMSprop", "weightDecay", weightDecay, 0);
    checkRange("RMSprop", "momentum", momentum, 0, 1);
  },
  update(updates, options, factor) {
    applyStep(
      rmspropStepOp,
      updates,
      factor,
      () => {
        const { lr, alpha, eps, weightDecay, momentum, centered, maximize } = options;
        return { lr, alpha, eps, weightDecay, momentum, centered, maximize };
      },
      (state) => {
        const states = [state.tensor("square_avg")];
        if (options.centered) states.push(state.tensor("grad_avg"));
        if (options.momentum > 0) states.push(state.tensor("momentum_buffer"));
        return states;
      },
    );
  },
};

/**
 * RMSprop (Hinton, Srivastava and Swersky 2012, lecture 6e), with eps outside the square root as in PyTorch.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new RMSprop([w], { lr: 0.01, momentum: 0.9 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class RMSprop extends Optimizer<RMSpropOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, an unknown option, or a value out of range. */
  constructor(params: OptimizerParams<RMSpropOptions>, settings?: OptimizerSettings<RMSpropOptions>) {
    refuseExtra("RMSprop", arguments, 2);
    super(rule, params, settings);
  }
}

guardOptimizer(RMSprop.prototype);
