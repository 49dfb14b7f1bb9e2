import { flag } from "@saccade/tensor/contract";
import { adamaxRates, adamaxStep } from "../definitions/adamax.ts";
import { positive } from "../rules.ts";
import { betasOf } from "./betas.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const adamaxRules = {
  /** The learning rate. Default 2e-3. */
  lr: positive(2e-3),
  /** The decay rates of the running mean of the gradient and of the infinity norm. Default [0.9, 0.999]. */
  betas: betasOf([0.9, 0.999]),
  /** Added to the gradient's magnitude. Default 1e-8. */
  eps: positive(1e-8),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link Adamax}, for all parameters or for a group. */
export interface AdamaxOptions extends OptionsOfRules<typeof adamaxRules> {}

const adamax: UpdateRule<AdamaxOptions> = plainRule({
  kind: "Adamax",
  rules: adamaxRules,
  state: { m: "exp_avg", u: "exp_inf" },
  rates: adamaxRates,
  step: adamaxStep,
});

/**
 * Adamax (Kingma and Ba 2015, algorithm 2): Adam with the infinity norm of the gradients in place of √v.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adamax([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adamax extends Optimizer<AdamaxOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<AdamaxOptions>, settings?: OptimizerSettings<AdamaxOptions>) {
    super(adamax, params, settings);
  }
}

guardOptimizer(Adamax.prototype);
