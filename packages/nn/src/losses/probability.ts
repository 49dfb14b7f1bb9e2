// Losses of predicted distributions: a scalar, or one loss for each element with reduction "none".
import { ArgumentError, ShapeError, type Tensor, where } from "@saccade/tensor";
import { checkElements, checkSameBackend, formatShape, sameShape } from "@saccade/tensor/backend";
import { flag, number, oneOf, tensors } from "@saccade/tensor/contract";
import { positive } from "../rules.ts";
import {
  alike,
  anyTensor,
  asFloat,
  defineLoss,
  floats,
  type LossOptions,
  moduleOfLoss,
  type OptionsOf,
  type Reduction,
  reduce,
  reduction,
  weight,
  weighted,
} from "./loss.ts";

/** The mean, the sum, the sum divided by the size of the first dim, or all losses. */
type BatchReduction = Reduction | "batchmean";

// ln p, at least −100; NaN of NaN. The two `where` keep the gradient of ln 0 out: it would be NaN.
function boundedLog(p: Tensor, log: (p: Tensor) => Tensor): Tensor {
  const below = log(p.detach()).le(-100);
  return where(below, -100, log(where(below, 0.5, p)));
}

const bce = /* @__PURE__ */ defineLoss('binaryCrossEntropy(probs, target, { reduction: "sum" })', () => ({
  options: {
    /** A weight for each element's loss; broadcasts to the input. */
    weight,
    reduction,
  },
  accepts(loss, pair) {
    alike(loss, pair);
    checkElements(loss, pair.input, (elements) => {
      const bad = elements.find((p) => p < 0 || p > 1);
      if (bad !== undefined)
        throw new ArgumentError(
          `${loss}: input must be probabilities from 0 to 1, got ${bad}; apply sigmoid, or pass logits to bceWithLogits.`,
        );
    });
  },
  each({ input, target }, { weight: factors }) {
    const hit = boundedLog(input, (p) => p.log()).mul(target);
    const miss = boundedLog(input, (p) => p.neg().log1p()).mul(target.rsub(1));
    return weighted(hit.add(miss).neg(), factors);
  },
}));

const kl = /* @__PURE__ */ defineLoss('klDiv(logProbs, target, { reduction: "batchmean" })', () => ({
  options: {
    /** Whether the target holds ln p instead of p. Default false. */
    logTarget: flag(false),
    /** "batchmean" divides the sum by the size of the first dim, as the divergence is defined. Default "mean". */
    reduction: oneOf<BatchReduction>(["mean", "sum", "none", "batchmean"], "mean"),
  },
  whole({ input, target }, { logTarget, reduction: how }) {
    const losses = logTarget ? target.exp().mul(target.sub(input)) : xLogX(target).sub(target.mul(input));
    return how === "batchmean" ? losses.sum().div(input.ndim > 0 ? input.size(0) : 1) : reduce(losses, how);
  },
}));

/** x ln x, 0 at 0. */
function xLogX(x: Tensor): Tensor {
  const zero = x.eq(0);
  return where(zero, 0, x.mul(where(zero, 1, x).log()));
}

const gaussianInputs = /* @__PURE__ */ tensors("gaussianNllLoss", "input (…)  target (…)");

const gaussianNll = /* @__PURE__ */ defineLoss(
  "gaussianNllLoss(input, target, variance, { full: true })",
  () => ({
    options: {
      /** Whether the constant ln(2π) / 2 is added. Default false. */
      full: flag(false),
      /** The smallest variance; below it the loss is that of eps. Default 1e-6. */
      eps: number(1e-6, { above: 0 }),
      reduction,
    },
    inputs: { input: floats, target: anyTensor, var: floats },
    accepts(loss, { input, target, var: variance }) {
      gaussianInputs.check([input, target]);
      checkSameBackend(loss, [input, variance]);
      varianceShape(loss, input, variance);
      checkElements(loss, variance, (elements) => {
        const bad = elements.find((v) => v < 0);
        if (bad !== undefined)
          throw new ArgumentError(`${loss}: var must be ≥ 0, got ${bad}; pass exp of a logarithm.`);
      });
    },
    each({ input, target, var: given }, { full, eps }) {
      const wide = given.reshape(varianceShape("gaussianNllLoss", input, given));
      // Below eps the value is eps and the slope stays 1, as in PyTorch.
      const variance = where(wide.lt(eps), wide.sub(wide.detach()).add(eps), wide);
      const losses = variance.log().add(input.sub(target).square().div(variance)).mul(0.5);
      return full ? losses.add(Math.log(2 * Math.PI) / 2) : losses;
    },
  }),
);

/** The shape of the variances, with one more dim of size 1 where they lack the last. */
function varianceShape(loss: string, { shape }: Tensor, { shape: own }: Tensor): readonly number[] {
  if (sameShape(shape, own)) return own;
  if (sameShape(shape.slice(0, -1), own)) return [...own, 1];
  if (own.length === shape.length && own.every((size, d) => size === shape[d] || size === 1)) return own;
  throw new ShapeError(
    `${loss}: var ${formatShape(own)} does not fit input ${formatShape(shape)}; it has the input's shape, a size of 1 instead, or no last dim.`,
  );
}

const poissonNll = /* @__PURE__ */ defineLoss("poissonNllLoss(logRate, target, { full: true })", () => ({
  options: {
    /** Whether the input is the logarithm of the rate. Default true. */
    logInput: flag(true),
    /** Whether Stirling's approximation of ln target! is added for targets above 1. Default false. */
    full: flag(false),
    /** Added to the rate before its logarithm, without logInput. Default 1e-8. */
    eps: positive(1e-8),
    reduction,
  },
  inputs: { input: anyTensor, target: anyTensor },
  accepts: alike,
  each({ input: given, target }, { logInput, full, eps }) {
    const input = asFloat(given);
    const losses = logInput
      ? input.exp().sub(target.mul(input))
      : input.sub(target.mul(input.add(eps).log()));
    return full ? losses.add(stirling(asFloat(target))) : losses;
  },
}));

/** t ln t − t + ln(2π t) / 2 where t > 1, else 0. */
function stirling(t: Tensor): Tensor {
  const large = t.gt(1);
  const inside = where(large, t, 1);
  const root = inside
    .mul(2 * Math.PI)
    .log()
    .mul(0.5);
  return where(large, inside.mul(inside.log()).sub(inside).add(root), 0);
}

/** Options of {@link binaryCrossEntropy}. */
export interface BCELossOptions extends LossOptions, OptionsOf<typeof bce> {}
/** Options of {@link klDiv}. */
export interface KLDivLossOptions extends OptionsOf<typeof kl> {}
/** Options of {@link gaussianNllLoss}. */
export interface GaussianNLLLossOptions extends LossOptions, OptionsOf<typeof gaussianNll> {}
/** Options of {@link poissonNllLoss}. */
export interface PoissonNLLLossOptions extends LossOptions, OptionsOf<typeof poissonNll> {}

/**
 * The cross-entropy between targets from 0 to 1 (not checked) and probabilities from 0 to 1:
 * −(t ln p + (1 − t) ln(1 − p)), the logarithms at least −100, reduced: (…) and (…) → a scalar, or (…) with reduction
 * "none". {@link bceWithLogits} of logits is more exact. A probability of NaN gives NaN.
 *
 * @throws ShapeError unless input and target have one shape; ArgumentError for an input outside 0 to 1 (where the host
 * can read it).
 * @example binaryCrossEntropy(tensor([0.9, 0.2]), tensor([1, 0])) // tensor(0.1643)
 */
export function binaryCrossEntropy(input: Tensor, target: Tensor, options?: BCELossOptions): Tensor {
  return bce([input, target, options]);
}

/**
 * The Kullback-Leibler divergence of predictions from a target, t (ln t − input), where the input is ln p (Kullback and
 * Leibler 1951): (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape.
 * @example klDiv(tensor([[0.5, 0.5]]).log(), tensor([[0.9, 0.1]]), { reduction: "batchmean" }) // tensor(0.3681)
 */
export function klDiv(input: Tensor, target: Tensor, options?: KLDivLossOptions): Tensor {
  return kl([input, target, options]);
}

/**
 * The negative log-likelihood of targets under normal distributions with means `input`: (ln v + (input − t)² / v) / 2
 * (Nix and Weigend 1994). The variances have the input's shape, size 1 in some dims, or no last dim.
 *
 * @throws ShapeError unless input and target broadcast and the variances fit the input; ArgumentError for a negative
 * variance (where the host can read it).
 * @example gaussianNllLoss(tensor([1, 2]), tensor([1, 4]), tensor([1, 4])) // tensor(0.5966)
 */
export function gaussianNllLoss(
  input: Tensor,
  target: Tensor,
  variance: Tensor,
  options?: GaussianNLLLossOptions,
): Tensor {
  return gaussianNll([input, target, variance, options]);
}

/**
 * The negative log-likelihood of counts under Poisson distributions, without the constant ln t!: exp(x) − t x, or
 * x − t ln(x + eps) without logInput: (…) and (…) → a scalar, or (…) with reduction "none".
 *
 * @throws ShapeError unless both have one shape.
 * @example poissonNllLoss(tensor([0, 1]), tensor([1, 3])) // tensor(0.3591)
 */
export function poissonNllLoss(input: Tensor, target: Tensor, options?: PoissonNLLLossOptions): Tensor {
  return poissonNll([input, target, options]);
}

/**
 * {@link binaryCrossEntropy} as a module, with its options.
 *
 * @example new BCELoss().forward(tensor([0.9, 0.2]), tensor([1, 0])) // tensor(0.1643)
 */
export class BCELoss extends /* @__PURE__ */ moduleOfLoss(bce, binaryCrossEntropy) {}

/**
 * {@link klDiv} as a module, with its options.
 *
 * @example new KLDivLoss({ reduction: "sum" }).forward(tensor([0.5, 0.5]).log(), tensor([0.9, 0.1])) // tensor(0.3681)
 */
export class KLDivLoss extends /* @__PURE__ */ moduleOfLoss(kl, klDiv) {}

/**
 * {@link gaussianNllLoss} as a module, with its options.
 *
 * @example new GaussianNLLLoss().forward(tensor([1, 2]), tensor([1, 4]), tensor([1, 4])) // tensor(0.5966)
 */
export class GaussianNLLLoss extends /* @__PURE__ */ moduleOfLoss(gaussianNll, gaussianNllLoss) {}

/**
 * {@link poissonNllLoss} as a module, with its options.
 *
 * @example new PoissonNLLLoss().forward(tensor([0, 1]), tensor([1, 3])) // tensor(0.3591)
 */
export class PoissonNLLLoss extends /* @__PURE__ */ moduleOfLoss(poissonNll, poissonNllLoss) {}
