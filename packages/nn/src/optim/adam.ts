import { adamStepOp, refuseExtra } from "@saccade/tensor/backend";
import { applyStep } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { type BaseOptions, checkBetas, checkRange, type UpdateRule } from "./rule.ts";

/** Options of {@link Adam} and {@link AdamW}, for all parameters or for a group. */
export interface AdamOptions extends BaseOptions {
  /** The learning rate. Default 1e-3. */
  lr: number;
  /** The decay rates of the running means of the gradient and of its square. Default [0.9, 0.999]. */
  betas: readonly [number, number];
  /** Added to the square root of the mean square. Default 1e-8. */
  eps: number;
  /** Adam: an L2 penalty added to the gradient, default 0. AdamW: shrinks the parameter directly, default 0.01. */
  weightDecay: number;
  /** Divides by the largest mean square so far (Reddi et al. 2018). Default false. */
  amsgrad: boolean;
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: boolean;
}

const means = ["exp_avg", "exp_avg_sq"];

function adamRule(kind: string, weightDecay: number, decoupled: boolean): UpdateRule<AdamOptions> {
  return {
    kind,
    defaults: { lr: 1e-3, betas: [0.9, 0.999], eps: 1e-8, weightDecay, amsgrad: false, maximize: false },
    stateNames: means,
    optionalStateNames: ["max_exp_avg_sq"],
    check(options) {
      checkRange(kind, "lr", options.lr, 0);
      checkBetas(kind, options.betas);
      checkRange(kind, "eps", options.eps, 0);
      checkRange(kind, "weightDecay", options.weightDecay, 0);
    },
    update(updates, options, factor) {
      applyStep(
        adamStepOp,
        updates,
        factor,
        (states) => {
          const { lr, eps, weightDecay: decay, maximize, betas, amsgrad } = options;
          const [beta1, beta2] = betas;
          const steps = states.map(({ step }) => step);
          return { lr, beta1, beta2, eps, weightDecay: decay, decoupled, maximize, amsgrad, steps };
        },
        (state) => {
          const names = options.amsgrad ? [...means, "max_exp_avg_sq"] : means;
          return names.map((name) => state.tensor(name));
        },
      );
    },
  };
}

const adam: UpdateRule<AdamOptions> = adamRule("Adam", 0, false);
const adamW: UpdateRule<AdamOptions> = adamRule("AdamW", 0.01, true);

/**
 * Adam (Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization").
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adam extends Optimizer<AdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, an unknown option, or a value out of range. */
  constructor(params: OptimizerParams<AdamOptions>, settings?: OptimizerSettings<AdamOptions>) {
    refuseExtra("Adam", arguments, 2);
    super(adam, params, settings);
  }
}

/**
 * Adam with decoupled weight decay (Loshchilov and Hutter 2019, "Decoupled Weight Decay").
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new AdamW([w], { lr: 0.1, weightDecay: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.8700])
 */
export class AdamW extends Optimizer<AdamOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, an unknown option, or a value out of range. */
  constructor(params: OptimizerParams<AdamOptions>, settings?: OptimizerSettings<AdamOptions>) {
    refuseExtra("AdamW", arguments, 2);
    super(adamW, params, settings);
  }
}

guardOptimizer(Adam.prototype);
guardOptimizer(AdamW.prototype);
