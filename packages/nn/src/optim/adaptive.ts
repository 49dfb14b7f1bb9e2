// Optimizers with a step size for each element.
import { adagradStepOp, rmspropStepOp } from "@saccade/tensor/backend";
import { adadelta } from "../definitions/adadelta.ts";
import { rprop } from "../definitions/rprop.ts";
import {
  type AdadeltaOptions,
  type AdagradOptions,
  adadeltaRules,
  adagradRules,
  type RMSpropOptions,
  type RpropOptions,
  rmspropRules,
  rpropRules,
} from "./kinds.ts";
import { optimizerOf } from "./optimizer-of.ts";
import { fusedRule, plainRule, type UpdateRule } from "./rule.ts";

// The step is that of definitions/adagrad.ts.
const adagradRule = (): UpdateRule<AdagradOptions> =>
  fusedRule({
    kind: "Adagrad",
    rules: adagradRules(),
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
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adagrad([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adagrad extends /* @__PURE__ */ optimizerOf(adagradRule) {}

const adadeltaRule = (): UpdateRule<AdadeltaOptions> =>
  plainRule({
    kind: "Adadelta",
    rules: adadeltaRules(),
    state: { square: "square_avg", delta: "acc_delta" },
    step: (state, g, t, options) => adadelta(state, g, options, t),
  });

/**
 * Adadelta (Zeiler 2012, "ADADELTA: An Adaptive Learning Rate Method"): steps have the size of the steps before.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adadelta([w], { lr: 1 }).step(() => w.square().sum());
 * w // tensor([2.9968])
 */
export class Adadelta extends /* @__PURE__ */ optimizerOf(adadeltaRule) {}

// The step is that of definitions/rmsprop.ts. The state's names are PyTorch's for its square, mean and velocity.
const rmspropRule = (): UpdateRule<RMSpropOptions> =>
  fusedRule({
    kind: "RMSprop",
    rules: rmspropRules(),
    op: rmspropStepOp,
    stateNames: ["square_avg"],
    optionalStateNames: ["grad_avg", "momentum_buffer"],
    uses: ({ centered, momentum }) => [
      ...(centered ? ["grad_avg"] : []),
      ...(momentum > 0 ? ["momentum_buffer"] : []),
    ],
    attrs: ({ lr, alpha, eps, weightDecay, momentum, centered, maximize }) => {
      return { lr, alpha, eps, weightDecay, momentum, centered, maximize };
    },
  });

/**
 * RMSprop (Hinton, Srivastava and Swersky 2012, lecture 6e), with eps outside the square root as in PyTorch.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new RMSprop([w], { lr: 0.01, momentum: 0.9 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class RMSprop extends /* @__PURE__ */ optimizerOf(rmspropRule) {}

const rpropRule = (): UpdateRule<RpropOptions> =>
  plainRule({
    kind: "Rprop",
    rules: rpropRules(),
    state: { last: "prev", size: "step_size" },
    initial: (name, { lr }) => (name === "size" ? lr : 0),
    step: (state, g, t, options) => rprop(state, g, options, t),
  });

/**
 * Resilient backpropagation (Riedmiller and Braun 1993, "A Direct Adaptive Method for Faster Backpropagation Learning"), for
 * whole batches: only the signs of the gradient count.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Rprop([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Rprop extends /* @__PURE__ */ optimizerOf(rpropRule) {}
