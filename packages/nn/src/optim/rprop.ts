import { flag, number, type Rule, rule } from "@saccade/tensor/contract";
import { rpropRates, rpropStep } from "../definitions/rprop.ts";
import { positive } from "../rules.ts";
import type { OptionsOfRules } from "./fused-rule.ts";
import { guardOptimizer } from "./guard.ts";
import { Optimizer, type OptimizerSettings } from "./optimizer.ts";
import type { OptimizerParams } from "./parameter-groups.ts";
import { plainRule } from "./plain-rule.ts";
import type { UpdateRule } from "./rule.ts";

type Pair = readonly [number, number];

/** Two numbers, each with its rule, the second no smaller than the first. */
function pair(must: string, first: Rule<number>, second: Rule<number>, initial: Pair): Rule<Pair, Pair> {
  return rule(
    must,
    (value): value is Pair =>
      Array.isArray(value) &&
      value.length === 2 &&
      first.holds(value[0]) &&
      second.holds(value[1]) &&
      value[0] <= value[1],
    initial,
  );
}

const rpropRules = {
  /** The first step of each element. Default 0.01. */
  lr: positive(0.01),
  /** The factors by which an element's step shrinks and grows. Default [0.5, 1.2]. */
  etas: pair(
    "a number > 0 and < 1 and a number > 1, such as [0.5, 1.2]",
    number(0.5, { above: 0, below: 1 }),
    number(1.2, { above: 1 }),
    [0.5, 1.2],
  ),
  /** The smallest and the largest step. Default [1e-6, 50]. */
  stepSizes: pair(
    "two numbers ≥ 0, the smaller one first, such as [1e-6, 50]",
    positive(1e-6),
    positive(50),
    [1e-6, 50],
  ),
  /** Maximizes the loss instead of minimizing it. Default false. */
  maximize: flag(false),
};

/** Options of {@link Rprop}, for all parameters or for a group. */
export interface RpropOptions extends OptionsOfRules<typeof rpropRules> {}

const rprop: UpdateRule<RpropOptions> = plainRule({
  kind: "Rprop",
  rules: rpropRules,
  state: { last: "prev", size: "step_size" },
  initial: (name, { lr }) => (name === "size" ? lr : 0),
  rates: rpropRates,
  step: rpropStep,
});

/**
 * Resilient backpropagation (Riedmiller and Braun 1993, "A Direct Adaptive Method for Faster Backpropagation Learning"), for
 * whole batches: only the signs of the gradient count.
 *
 * @example
 * const w = new Parameter(tensor([3]));
 * new Rprop([w], { lr: 0.1 }).step(() => w.square().sum());
 * w // tensor([2.9000])
 */
export class Rprop extends Optimizer<RpropOptions> {
  /** @throws ArgumentError for parameters that cannot be trained, or a wrong option. */
  constructor(params: OptimizerParams<RpropOptions>, settings?: OptimizerSettings<RpropOptions>) {
    super(rprop, params, settings);
  }
}

guardOptimizer(Rprop.prototype);
