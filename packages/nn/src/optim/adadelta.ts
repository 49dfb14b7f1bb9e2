import { flag } from "@saccade/tensor/contract";
import { adadeltaRates, adadeltaStep } from "../definitions/adadelta.ts";
import { decay, positive } from "../rules.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

const adadeltaRules = {
  /** Multiplies the step. Default 1. */
  lr: positive(1),
  /** The decay rate of both running means of squares, from 0 and below 1. Default 0.9. */
  rho: decay(0.9),
  /** Added to the means before the square roots. Default 1e-6. */
  eps: positive(1e-6),
  /** L2 penalty, added to the gradient. Default 0. */
  weightDecay: positive(0),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link Adadelta}, for all parameters or for a group. */
export interface AdadeltaOptions extends OptionsOfRules<typeof adadeltaRules> {}

const adadelta: UpdateRule<AdadeltaOptions> = plainRule({
  kind: "Adadelta",
  rules: adadeltaRules,
  state: { square: "square_avg", delta: "acc_delta" },
  rates: adadeltaRates,
  step: adadeltaStep,
});

/**
 * Adadelta (Zeiler 2012, "ADADELTA: An Adaptive Learning Rate Method"): steps have the size of the steps before.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adadelta([w], { lr: 1 }).step(() => w.square().sum());
 * w // tensor([2.9968])
 */
export class Adadelta extends Optimizer<AdadeltaOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<AdadeltaOptions>, settings?: OptimizerSettings<AdadeltaOptions>) {
    super(adadelta, params, settings);
  }
}

guardOptimizer(Adadelta.prototype);
