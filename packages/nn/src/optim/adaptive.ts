// Optimizers with a step size for each element.
import { zerosLike } from "@saccade/tensor";
import { adagradStepOp, rmspropStepOp } from "@saccade/tensor/backend";
import { adadelta } from "../definitions/adadelta.ts";
import { adagrad } from "../definitions/adagrad.ts";
import { rmsprop } from "../definitions/rmsprop.ts";
import { rprop } from "../definitions/rprop.ts";
import * as kinds from "./kinds.ts";
import { optimizerOf } from "./optimizer-of.ts";
import { defined, type UpdateRule } from "./rule.ts";

const adagradRule = (): UpdateRule<kinds.AdagradOptions> =>
  defined({
    kind: "Adagrad",
    rules: kinds.adagradRules(),
    state: { sum: "sum" },
    initial: (_, { initialAccumulatorValue }) => initialAccumulatorValue,
    step: (state, g, t, options) => adagrad({ ...state, t: 0 }, g, options, t),
    fused: {
      op: adagradStepOp,
      attrs({ lr, lrDecay, eps, weightDecay, maximize }, states) {
        const lrDivisors = states.map(({ step }) => 1 + (step - 1) * lrDecay);
        return { lr, lrDivisors, eps, weightDecay, maximize };
      },
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

const adadeltaRule = (): UpdateRule<kinds.AdadeltaOptions> =>
  defined({
    kind: "Adadelta",
    rules: kinds.adadeltaRules(),
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

const rmspropRule = (): UpdateRule<kinds.RMSpropOptions> =>
  defined({
    kind: "RMSprop",
    rules: kinds.rmspropRules(),
    state: { square: "square_avg" },
    optional: {
      mean: { name: "grad_avg", used: ({ centered }) => centered },
      velocity: { name: "momentum_buffer", used: ({ momentum }) => momentum > 0 },
    },
    step({ x, square, mean, velocity }, g, t, options) {
      const zero = zerosLike(g);
      return rmsprop({ x, square, mean: mean ?? zero, velocity: velocity ?? zero }, g, options, t);
    },
    fused: {
      op: rmspropStepOp,
      attrs: ({ lr, alpha, eps, weightDecay, momentum, centered, maximize }) => {
        return { lr, alpha, eps, weightDecay, momentum, centered, maximize };
      },
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

const rpropRule = (): UpdateRule<kinds.RpropOptions> =>
  defined({
    kind: "Rprop",
    rules: kinds.rpropRules(),
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
