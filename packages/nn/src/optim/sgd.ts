import { ArgumentError } from "@saccade/tensor";
import { refuseExtra, sgdStepOp } from "@saccade/tensor/backend";
import { applyStep } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { type BaseOptions, checkRange, type UpdateRule } from "./rule.ts";

/** Options of {@link SGD}, for all parameters or for a group. */
export interface SGDOptions extends BaseOptions {
  /** The learning rate. Default 1e-3. */
  lr: number;
  /** The momentum factor, from 0 and below 1. Default 0: no momentum and no state. */
  momentum: number;
  /** The share of each gradient that is not added to the momentum buffer, from 0 and below 1. Default 0. */
  dampening: number;
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: number;
  /** Uses Nesterov momentum; requires momentum > 0 and dampening = 0. Default false. */
  nesterov: boolean;
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: boolean;
}

const rule: UpdateRule<SGDOptions> = {
  kind: "SGD",
  defaults: { lr: 1e-3, momentum: 0, dampening: 0, weightDecay: 0, nesterov: false, maximize: false },
  stateNames: [],
  optionalStateNames: ["momentum_buffer"],
  check({ lr, momentum, dampening, weightDecay, nesterov }) {
    checkRange("SGD", "lr", lr, 0);
    checkRange("SGD", "momentum", momentum, 0, 1);
    checkRange("SGD", "weightDecay", weightDecay, 0);
    checkRange("SGD", "dampening", dampening, 0, 1);
    if (nesterov && (momentum === 0 || dampening !== 0)) {
      throw new ArgumentError(
        `SGD: nesterov needs a momentum above 0 and a dampening of 0, got ${momentum} and ${dampening}.`,
      );
    }
  },
  update(updates, options, factor) {
    applyStep(
      sgdStepOp,
      updates,
      factor,
      (states) => {
        const { lr, momentum, dampening, weightDecay, nesterov, maximize } = options;
        const first = states.map(({ tensors }) => !tensors.has("momentum_buffer"));
        return { lr, momentum, dampening, weightDecay, nesterov, maximize, first };
      },
      (state) => (options.momentum === 0 ? [] : [state.tensor("momentum_buffer")]),
    );
  },
};

/**
 * Stochastic gradient descent, optionally with momentum or Nesterov momentum, as in PyTorch (Sutskever et al. 2013).
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new SGD([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class SGD extends Optimizer<SGDOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, an unknown option, or a value out of range. */
  constructor(params: OptimizerParams<SGDOptions>, settings?: OptimizerSettings<SGDOptions>) {
    refuseExtra("SGD", arguments, 2);
    super(rule, params, settings);
  }
}

guardOptimizer(SGD.prototype);
