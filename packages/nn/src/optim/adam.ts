import { adamStepOp } from "@saccade/tensor/backend";
import { flag } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import { betasOf } from "./betas.ts";
import { fusedRule, type OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import type { UpdateRule } from "./rule.ts";

const adamRules = {
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** The decay rates of m and v, the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: betasOf([0.9, 0.999]),
  /** Added to √v. Default 1e-8. */
  eps: positive(1e-8),
  /** Adam: an L2 penalty added to the gradient, default 0. AdamW: shrinks the parameter directly, default 0.01. */
  weightDecay: positive(0),
  /** Divides by the largest v so far (Reddi et al. 2018). Default false. */
  amsgrad: flag(false),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link Adam} and {@link AdamW}, for all parameters or for a group. */
export interface AdamOptions extends OptionsOfRules<typeof adamRules> {}

// The step is that of definitions/adam.ts and adamw.ts. The state's names are PyTorch's for their m, v and vMax.
/* @__NO_SIDE_EFFECTS__ */
function adamRule(kind: string, weightDecay: number, decoupled: boolean): UpdateRule<AdamOptions> {
  return fusedRule({
    kind,
    rules: { ...adamRules, weightDecay: positive(weightDecay) },
    op: adamStepOp,
    stateNames: ["exp_avg", "exp_avg_sq"],
    optionalStateNames: ["max_exp_avg_sq"],
    uses: ({ amsgrad }) => (amsgrad ? ["max_exp_avg_sq"] : []),
    attrs({ lr, betas, eps, weightDecay, amsgrad, maximize }, states) {
      const [beta1, beta2] = betas;
      const steps = states.map(({ step }) => step);
      return { lr, beta1, beta2, eps, weightDecay, decoupled, amsgrad, maximize, steps };
    },
  });
}

const adam: UpdateRule<AdamOptions> = adamRule("Adam", 0, false);
const adamW: UpdateRule<AdamOptions> = adamRule("AdamW", 0.01, true);

/**
 * Adam (Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization"): with the gradient g, m = β₁m + (1 − β₁)g,
 * v = β₂v + (1 − β₂)g² and x −= lr · m̂ / (√v̂ + eps), where m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ).
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adam extends Optimizer<AdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<AdamOptions>, settings?: OptimizerSettings<AdamOptions>) {
    super(adam, params, settings);
  }
}

/**
 * Adam with decoupled weight decay (Loshchilov and Hutter 2019, "Decoupled Weight Decay"): first x −= lr · weightDecay · x,
 * then {@link Adam}'s step.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new AdamW([w], { lr: 0.1, weightDecay: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.8700])
 */
export class AdamW extends Optimizer<AdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<AdamOptions>, settings?: OptimizerSettings<AdamOptions>) {
    super(adamW, params, settings);
  }
}

guardOptimizer(Adam.prototype);
guardOptimizer(AdamW.prototype);
