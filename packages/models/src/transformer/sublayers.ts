import type { MaybeAttended, MultiheadAttention, MultiheadForwardOptions } from "@saccade/attention";
import type { Dropout, LayerNorm, LinearMap } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { type Activation, activate } from "./layer-options.ts";

/** The end of every sublayer: dropout, the residual sum, and the norm before or after. */
export interface Residual {
  readonly norm: LayerNorm;
  readonly dropout: Dropout;
  readonly normFirst: boolean;
}

/** Attention of x to `memory`, or to itself without one, within a residual. Weights come a head each. */
export function attentionSublayer(
  attention: MultiheadAttention<LinearMap>,
  { norm, dropout, normFirst }: Residual,
  x: Tensor,
  memory: Tensor | null,
  options: MultiheadForwardOptions,
): MaybeAttended {
  const q = normFirst ? norm.forward(x) : x;
  const k = memory ?? q;
  const { output, weights } = attention.forward(q, k, k, { ...options, averageAttnWeights: false });
  const sum = x.add(dropout.forward(output));
  return { output: normFirst ? sum : norm.forward(sum), weights };
}

/** The position-wise network of a layer. */
export interface FeedForward {
  readonly linear1: LinearMap;
  readonly activation: Activation;
  /** Of the hidden units. */
  readonly dropout: Dropout;
  readonly linear2: LinearMap;
}

/** linear2(activation(linear1(x))), within a residual (Vaswani et al. 2017, equation 2). */
export function feedForwardSublayer(
  { linear1, activation, dropout: hiddenDropout, linear2 }: FeedForward,
  { norm, dropout, normFirst }: Residual,
  x: Tensor,
): Tensor {
  const input = normFirst ? norm.forward(x) : x;
  const hidden = hiddenDropout.forward(activate(linear1.forward(input), activation));
  const sum = x.add(dropout.forward(linear2.forward(hidden)));
  return normFirst ? sum : norm.forward(sum);
}
