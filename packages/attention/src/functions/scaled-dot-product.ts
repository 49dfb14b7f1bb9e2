import { ArgumentError, scope, type Tensor } from "@saccade/tensor";
import { type OptionsOf, options } from "@saccade/tensor/contract";
import { type AttendedIf, attendedIf, call, type WeightsOptions } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { type SummariesOptions, wantedSummaries } from "../contract/summaries.ts";
import { allow, scoresOf } from "../masks/align.ts";
import { attendRules, dotProductAttention } from "./attend.ts";

const name = "scaledDotProductAttention";
const inputs = call(
  options(
    name,
    {
      ...attendRules,
      ...rules.needWeightsRules,
      ...rules.summaryRules,
      /** The factor of the products, not 0. Default 1/√d. */
      scale: rules.factorRule(),
      /** The divisor of the queries instead of √d. Large values smooth the weights. */
      temperature: rules.positiveRule(),
    },
    { example: `${name}(q, k, v, { mask, causal: true })`, renamed: rules.functionRenames },
  ),
  "q float (…, lq, d)  k float (…, lk, d)  v float (…, lk, dv)",
);

/** Options of {@link scaledDotProductAttention}. */
export interface ScaledDotProductOptions<
  W extends boolean = boolean,
  S extends rules.SummaryName = rules.SummaryName,
> extends Omit<
      OptionsOf<typeof inputs, typeof attendRules & typeof rules.summaryRules>,
      "needWeights" | "summaries"
    >,
    WeightsOptions<W>,
    SummariesOptions<S> {}

/**
 * softmax(q kᵀ / √d) v (Vaswani et al. 2017, equation 1; the product as a score: Luong, Pham & Manning 2015).
 * All dot-product attention in this package uses it. Without weights, it runs as a fused op in memory linear in the
 * lengths, unless a finite `maskFill` gives masked keys weight.
 *
 * @param q floats (…, lq, d)
 * @param k floats (…, lk, d)
 * @param v floats (…, lk, dv)
 * @returns output (…, lq, dv), and weights (…, lq, lk) unless `needWeights` is false. A query without allowed keys gets
 * zeros in both. `summaries` has what that option names.
 * @throws ShapeError when q, k, v or a mask do not fit each other; ArgumentError for both scale and temperature.
 * @example
 * const [q, k, v] = [tensor([[[1, 0]]]), tensor([[[1, 0], [0, 1]]]), tensor([[[1], [0]]])];
 * scaledDotProductAttention(q, k, v) // { output: tensor([[[0.6698]]]), weights: tensor([[[0.6698, 0.3302]]]) }
 */
export function scaledDotProductAttention<W extends boolean = true, S extends rules.SummaryName = never>(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  given: ScaledDotProductOptions<W, S> = {},
): AttendedIf<W, S> {
  const settings = inputs([q, k, v, given]);
  const { scale, temperature } = settings;
  if (scale !== undefined && temperature !== undefined)
    throw new ArgumentError(
      `${name}: scale ${scale} and temperature ${temperature} exclude each other; give one.`,
    );
  const summaries = wantedSummaries(name, settings, k.size(-2));
  return attendedIf<W, S>(
    scope(() => {
      const allowed = allow(scoresOf(name, q, k), settings, q.backend);
      return dotProductAttention(allowed, q, k, v, { ...settings, summaries });
    }),
  );
}
