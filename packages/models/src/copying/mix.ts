import type { Tensor } from "@saccade/tensor";

/** A probability of copying below this counts as this, so that its logarithm is finite; its gradient is then 0. */
const tiny = 1e-30;

/** log((1 − p_gen) · copied), p_gen = σ(gate): of words that can only be copied. Shapes broadcast. */
export function logCopy(gate: Tensor, copied: Tensor): Tensor {
  return gate
    .neg()
    .logSigmoid()
    .add(copied.clamp({ min: tiny }).log());
}

/**
 * log(p_gen · exp(vocabulary) + (1 − p_gen) · copied), in logarithms throughout: neither a closed gate nor a word without
 * probability gives −∞ or NaN, in value or gradient. Shapes broadcast.
 *
 * @param gate p_gen's logit
 * @param vocabulary log-probabilities
 * @param copied probabilities of copying
 */
export function logMix(gate: Tensor, vocabulary: Tensor, copied: Tensor): Tensor {
  const generate = gate.logSigmoid().add(vocabulary);
  const copy = logCopy(gate, copied);
  return copy.add(generate.sub(copy).softplus()); // log(exp c + exp g) = c + log(1 + exp(g − c))
}
