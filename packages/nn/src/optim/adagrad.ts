import { adagradStepOp, refuseExtra } from "@saccade/tensor/backend";
import { applyStep } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { type BaseOptions, checkRange, type UpdateRule } from "./rule.ts";

/** Options of {@link Adagrad}, for all parameters or for a group. */
export interface AdagradOptions extends BaseOptions {
  /** The learning rate. Default 0.01. */
  lr: number;
  /** Divides lr by 1 + (step − 1) · lrDecay. Default 0. */
  lrDecay: number;
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: number;
  /** The initial value of the sums of squares. Default 0. */
  initialAccumulatorValue: number;
  /** Added to the square root of the sum. Default 1e-10. */
  eps: number;
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: boolean;
}

const rule: UpdateRule<AdagradOptions> = {
  kind: "Adagrad",
  defaults: {
    lr: 0.01,
    lrDecay: 0,
    weightDecay: 0,
    initialAccumulatorValue: 0,
    eps: 1e-10,
    maximize: false,
  },
  stateNames: ["sum"],
  optionalStateNames: [],
  check({ lr, lrDecay, weightDecay, initialAccumulatorValue, eps }) {
    checkRange("Adagrad", "lr", lr, 0);
    checkRange("Adagrad", "lrDecay", lrDecay, 0);
    checkRange("Adagrad", "weightDecay", weightDecay, 0);
    checkRange("Adagrad", "initialAccumulatorValue", initialAccumulatorValue, 0);
    checkRange("Adagrad", "eps", eps, 0);
  },
  update(updates, options, factor) {
    applyStep(
      adagradStepOp,
      updates,
      factor,
      (states) => {
        const { lr, lrDecay, eps, weightDecay, maximize } = options;
        const lrDivisors = states.map(({ step }) => 1 + (step - 1) * lrDecay);
        return { lr, lrDivisors, eps, weightDecay, maximize };
      },
      (state) => [state.tensor("sum", options.initialAccumulatorValue)],
    );
  },
};

/**
 * Adagrad (Duchi, Hazan and Singer 2011, "Adaptive Subgradient Methods").
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adagrad([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adagrad extends Optimizer<AdagradOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, an unknown option, or a value out of range. */
  constructor(params: OptimizerParams<AdagradOptions>, settings?: OptimizerSettings<AdagradOptions>) {
    refuseExtra("Adagrad", arguments, 2);
    super(rule, params, settings);
  }
}

guardOptimizer(Adagrad.prototype);
