import { flag } from "@saccade/tensor/contract";
import { lionRates, lionStep } from "../definitions/lion.ts";
import { positive } from "../rules.ts";
import { betasOf } from "./betas.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const lionRules = {
  /** The learning rate. Default 1e-4. */
  lr: positive(1e-4),
  /** The shares of the momentum in the step and in the next momentum. Default [0.9, 0.99]. */
  betas: betasOf([0.9, 0.99]),
  /** Shrinks the parameter directly. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link Lion}, for all parameters or for a group. */
export interface LionOptions extends OptionsOfRules<typeof lionRules> {}

const lion: UpdateRule<LionOptions> = plainRule({
  kind: "Lion",
  rules: lionRules,
  state: { m: "exp_avg" },
  rates: lionRates,
  step: lionStep,
});

/**
 * Lion (Chen et al. 2023, "Symbolic Discovery of Optimization Algorithms"): every element moves by lr, by the sign of an
 * interpolated momentum; weight decay is decoupled. Its lr is 3 to 10 times smaller than Adam's. PyTorch has none.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Lion([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Lion extends Optimizer<LionOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<LionOptions>, settings?: OptimizerSettings<LionOptions>) {
    super(lion, params, settings);
  }
}

guardOptimizer(Lion.prototype);
