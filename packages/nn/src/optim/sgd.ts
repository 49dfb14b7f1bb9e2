// Gradient descent with momentum or averages, and the steps that a momentum's signs or its orthogonal form give.
import { ArgumentError } from "@saccade/tensor";
import { badArgument, sgdStepOp } from "@saccade/tensor/backend";
import { asgd } from "../definitions/asgd.ts";
import { lion } from "../definitions/lion.ts";
import { muon } from "../definitions/muon.ts";
import { sgd } from "../definitions/sgd.ts";
import * as kinds from "./kinds.ts";
import type { OptimizerSettings } from "./optimizer.ts";
import { optimizerOf } from "./optimizer-of.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { defined, type UpdateRule } from "./rule.ts";

const sgdRule = (): UpdateRule<kinds.SGDOptions> =>
  defined({
    kind: "SGD",
    rules: kinds.sgdRules(),
    state: {},
    optional: { velocity: { name: "momentum_buffer", used: ({ momentum }) => momentum > 0 } },
    check({ momentum, dampening, nesterov }) {
      if (nesterov && (momentum === 0 || dampening !== 0))
        throw new ArgumentError(
          `SGD: nesterov needs a momentum above 0 and a dampening of 0, got ${momentum} and ${dampening}.`,
        );
    },
    step: (state, g, t, options) => sgd(state, g, options, t),
    fused: {
      op: sgdStepOp,
      attrs({ lr, momentum, dampening, weightDecay, nesterov, maximize }, states) {
        const first = states.map(({ tensors }) => !tensors.has("momentum_buffer"));
        return { lr, momentum, dampening, weightDecay, nesterov, maximize, first };
      },
    },
  });

/**
 * Stochastic gradient descent, optionally with momentum or Nesterov momentum, as in PyTorch (Sutskever et al. 2013).
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new SGD([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class SGD extends /* @__PURE__ */ optimizerOf(sgdRule) {}

const asgdRule = (): UpdateRule<kinds.ASGDOptions> =>
  defined({
    kind: "ASGD",
    rules: kinds.asgdRules(),
    state: { ax: "ax", eta: "eta", mu: "mu" },
    scalarNames: ["eta", "mu"],
    initial: (name, { lr }) => ({ ax: 0, eta: lr, mu: 1 })[name],
    step: asgd,
  });

/**
 * Averaged stochastic gradient descent (Polyak and Juditsky 1992, "Acceleration of Stochastic Approximation by Averaging").
 * The averages are the state's `ax`.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new ASGD([w], { lr: 0.1, lambd: 0 }).step(() => w.square().sum());
 * w // tensor([2.4000])
 */
export class ASGD extends /* @__PURE__ */ optimizerOf(asgdRule) {}

const lionRule = (): UpdateRule<kinds.LionOptions> =>
  defined({
    kind: "Lion",
    rules: kinds.lionRules(),
    state: { m: "exp_avg" },
    step: (state, g, t, options) => lion(state, g, options, t),
  });

/**
 * Lion (Chen et al. 2023, "Symbolic Discovery of Optimization Algorithms"): every element moves by lr, by the sign of an
 * interpolated momentum; weight decay is decoupled. Its lr is 3 to 10 times smaller than Adam's. PyTorch has none.
 *
 * @throws ArgumentError for parameters that cannot be trained, or a wrong option.
 * @example
 * const w = new Parameter(tensor([3]));
 * new Lion([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Lion extends /* @__PURE__ */ optimizerOf(lionRule) {}

const muonRule = (): UpdateRule<kinds.MuonOptions> =>
  defined({
    kind: "Muon",
    rules: kinds.muonRules(),
    state: { momentum: "momentum_buffer" },
    step: (state, g, t, options) => muon(state, g, options, t),
  });

/**
 * Muon (Jordan et al. 2024, "Muon: An optimizer for hidden layers in neural networks"): the momentum of each matrix, made
 * orthogonal by Newton-Schulz iterations. For the weights of hidden layers; biases, embeddings and the last layer belong
 * to AdamW. The iterations run in the parameter's dtype, where PyTorch's run in bfloat16.
 *
 * @example
 * const net = new Linear(2, 2);
 * new Muon([net.weight], { lr: 0.1 }).kind // "Muon"
 */
export class Muon extends /* @__PURE__ */ optimizerOf(muonRule) {
  /** @throws ArgumentError for parameters that are not matrices or cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<kinds.MuonOptions>, settings?: OptimizerSettings<kinds.MuonOptions>) {
    super(params, settings);
    const at = this.params.findIndex(({ ndim }) => ndim !== 2);
    if (at >= 0)
      throw badArgument(
        "Muon",
        `parameter ${this.names[at]}`,
        "a matrix",
        this.params[at],
        "give biases, embeddings and gains to AdamW",
      );
  }
}
