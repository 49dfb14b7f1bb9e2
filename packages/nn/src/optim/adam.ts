// Adam and its relatives: running means of the gradient and of its square.
import { zerosLike } from "@saccade/tensor";
import { adamStepOp } from "@saccade/tensor/backend";
import { adam, adamW } from "../definitions/adam.ts";
import { adamax } from "../definitions/adamax.ts";
import { nadam } from "../definitions/nadam.ts";
import { radam } from "../definitions/radam.ts";
import * as kinds from "./kinds.ts";
import { optimizerOf } from "./optimizer-of.ts";
import { defined, type UpdateRule } from "./rule.ts";

function adamRule(kind: string, weightDecay: number, decoupled: boolean): UpdateRule<kinds.AdamOptions> {
  return defined({
    kind,
    rules: kinds.adamRules(weightDecay),
    state: { m: "exp_avg", v: "exp_avg_sq" },
    optional: { vMax: { name: "max_exp_avg_sq", used: ({ amsgrad }) => amsgrad } },
    step(state, g, t, options) {
      const given = { ...state, vMax: state.vMax ?? zerosLike(g), t: 0 };
      return (decoupled ? adamW : adam)(given, g, options, t);
    },
    fused: {
      op: adamStepOp,
      attrs({ lr, betas, eps, weightDecay, amsgrad, maximize }, states) {
        const [beta1, beta2] = betas;
        const steps = states.map(({ step }) => step);
        return { lr, beta1, beta2, eps, weightDecay, decoupled, amsgrad, maximize, steps };
      },
    },
  });
}

/**
 * Adam (Kingma and Ba 2015, "Adam: A Method for Stochastic Optimization"): with the gradient g, m = β₁m + (1 − β₁)g,
 * v = β₂v + (1 − β₂)g² and x −= lr · m̂ / (√v̂ + eps), where m̂ = m / (1 − β₁ᵗ) and v̂ = v / (1 − β₂ᵗ).
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adam extends /* @__PURE__ */ optimizerOf(() => adamRule("Adam", 0, false)) {}

/**
 * Adam with decoupled weight decay (Loshchilov and Hutter 2019, "Decoupled Weight Decay"): first x −= lr · weightDecay · x,
 * then {@link Adam}'s step.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new AdamW([w], { lr: 0.1, weightDecay: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.8700])
 */
export class AdamW extends /* @__PURE__ */ optimizerOf(() => adamRule("AdamW", 0.01, true)) {}

const adamaxRule = (): UpdateRule<kinds.AdamaxOptions> =>
  defined({
    kind: "Adamax",
    rules: kinds.adamaxRules(),
    state: { m: "exp_avg", u: "exp_inf" },
    step: adamax,
  });

/**
 * Adamax (Kingma and Ba 2015, algorithm 2): Adam with the infinity norm of the gradients in place of √v.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Adamax([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Adamax extends /* @__PURE__ */ optimizerOf(adamaxRule) {}

const nadamRule = (): UpdateRule<kinds.NAdamOptions> =>
  defined({
    kind: "NAdam",
    rules: kinds.nadamRules(),
    state: { m: "exp_avg", v: "exp_avg_sq", muProduct: "mu_product" },
    scalarNames: ["mu_product"],
    initial: (name) => (name === "muProduct" ? 1 : 0),
    step: nadam,
  });

/**
 * Adam with Nesterov momentum (Dozat 2016, "Incorporating Nesterov Momentum into Adam"): the step looks ahead to the next
 * momentum.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new NAdam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.8944])
 */
export class NAdam extends /* @__PURE__ */ optimizerOf(nadamRule) {}

const radamRule = (): UpdateRule<kinds.RAdamOptions> =>
  defined({
    kind: "RAdam",
    rules: kinds.radamRules(),
    state: { m: "exp_avg", v: "exp_avg_sq" },
    step: radam,
  });

/**
 * Rectified Adam (Liu et al. 2020, "On the Variance of the Adaptive Learning Rate and Beyond"): only momentum while the
 * variance of the second moment is unknown, then Adam with a rectified rate.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new RAdam([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class RAdam extends /* @__PURE__ */ optimizerOf(radamRule) {}
