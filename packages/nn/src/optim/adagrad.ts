import { adagradStepOp } from "@saccade/tensor/backend";
import { flag } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { fusedRule, type OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import type { UpdateRule } from "./rule.ts";

const adagradRules = {
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
  maximize: flag(false),
};

/** Options of {@link Adagrad}, for all parameters or for a group. */
export interface AdagradOptions extends OptionsOfRules<typeof adagradRules> {}

// The step is that of definitions/adagrad.ts.
const adagrad: UpdateRule<AdagradOptions> = fusedRule({
  kind: "Adagrad",
  rules: adagradRules,
  op: adagradStepOp,
  stateNames: ["sum"],
  optionalStateNames: [],
  initial: ({ initialAccumulatorValue }) => initialAccumulatorValue,
  attrs({ lr, lrDecay, eps, weightDecay, maximize }, states) {
    const lrDivisors = states.map(({ step }) => 1 + (step - 1) * lrDecay);
    return { lr, lrDivisors, eps, weightDecay, maximize };
  },
});

/**
 * Adagrad (Duchi, Hazan and Singer 2011, "Adaptive Subgradient Methods").
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adagrad([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adagrad extends Optimizer<AdagradOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<AdagradOptions>, settings?: OptimizerSettings<AdagradOptions>) {
    super(adagrad, params, settings);
  }
}

guardOptimizer(Adagrad.prototype);
