import { badArgument } from "@saccade/tensor/backend";
import { flag, oneOf, type Rule, rule, whole } from "@saccade/tensor/contract";
import { muonRates, muonStep } from "../definitions/muon.ts";
import { anyNumber, decay, positive } from "../rules.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

type Triple = readonly [number, number, number];
const coefficient = anyNumber(0);

/** The coefficients of a polynomial. */
const coefficients: Rule<Triple, Triple> = rule(
  "three numbers, such as [3.4445, -4.775, 2.0315]",
  (value): value is Triple =>
    Array.isArray(value) && value.length === 3 && value.every((one) => coefficient.holds(one)),
  [3.4445, -4.775, 2.0315],
);

const muonRules = {
  /** The learning rate. Default 1e-3. */
  lr: positive(1e-3),
  /** Shrinks the parameter directly. Default 0.1. */
  weightDecay: positive(0.1),
  /** The momentum factor, from 0 and below 1. Default 0.95. */
  momentum: decay(0.95),
  /** Uses Nesterov momentum. Default true. */
  nesterov: flag(true),
  /** The coefficients a, b, c of the Newton-Schulz iteration. */
  nsCoefficients: coefficients,
  /** The smallest norm that is divided by. Default 1e-7. */
  eps: positive(1e-7),
  /** The number of iterations, from 1 to 99. Default 5. */
  nsSteps: whole(5, { min: 1, max: 99 }),
  /**
   * How the rate follows from the shape (n, m): "original", √max(1, n / m); "match_rms_adamw", 0.2 √max(n, m), which suits
   * the rates of AdamW. Default "original".
   */
  adjustLrFn: oneOf(["original", "match_rms_adamw"], "original"),
};

/** Options of {@link Muon}, for all parameters or for a group. */
export interface MuonOptions extends OptionsOfRules<typeof muonRules> {}

const muon: UpdateRule<MuonOptions> = plainRule({
  kind: "Muon",
  rules: muonRules,
  state: { momentum: "momentum_buffer" },
  rates: muonRates,
  step: muonStep,
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
export class Muon extends Optimizer<MuonOptions> {
  /** @throws ArgumentError for parameters that are not matrices or cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<MuonOptions>, settings?: OptimizerSettings<MuonOptions>) {
    super(muon, params, settings);
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

guardOptimizer(Muon.prototype);
