import { ArgumentError } from "@saccade/tensor";
import { sgdStepOp } from "@saccade/tensor/backend";
import { flag } from "@saccade/tensor/contract";
import { decay, positive } from "../rules.ts";
import { fusedRule, type OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import type { UpdateRule } from "./rule.ts";

const sgdRules = {
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The momentum factor, from 0 and below 1. Default 0: no momentum and no state. */
  momentum: decay(0),
  /** The share of each gradient that is not added to the momentum buffer, from 0 and below 1. Default 0. */
  dampening: decay(0),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Uses Nesterov momentum; requires momentum > 0 and dampening = 0. Default false. */
  nesterov: flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link SGD}, for all parameters or for a group. */
export interface SGDOptions extends OptionsOfRules<typeof sgdRules> {}

// The step is that of definitions/sgd.ts. The state's name is PyTorch's for its velocity.
const sgd: UpdateRule<SGDOptions> = fusedRule({
  kind: "SGD",
  rules: sgdRules,
  op: sgdStepOp,
  stateNames: [],
  optionalStateNames: ["momentum_buffer"],
  uses: ({ momentum }) => (momentum === 0 ? [] : ["momentum_buffer"]),
  check({ momentum, dampening, nesterov }) {
    if (nesterov && (momentum === 0 || dampening !== 0))
      throw new ArgumentError(
        `SGD: nesterov needs a momentum above 0 and a dampening of 0, got ${momentum} and ${dampening}.`,
      );
  },
  attrs({ lr, momentum, dampening, weightDecay, nesterov, maximize }, states) {
    const first = states.map(({ tensors }) => !tensors.has("momentum_buffer"));
    return { lr, momentum, dampening, weightDecay, nesterov, maximize, first };
  },
});

/**
 * Stochastic gradient descent, optionally with momentum or Nesterov momentum, as in PyTorch (Sutskever et al. 2013).
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new SGD([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class SGD extends Optimizer<SGDOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<SGDOptions>, settings?: OptimizerSettings<SGDOptions>) {
    super(sgd, params, settings);
  }
}

guardOptimizer(SGD.prototype);
