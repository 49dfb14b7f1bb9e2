import { attend, DotScoring, ScaledDotScoring, type Scoring } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { randn, scope, type Tensor } from "@saccade/tensor";

/** Statistics of attention with one score at one size, for random queries and keys. */
export interface Saturation {
  readonly d: number;
  /** The variance of the scores. */
  readonly variance: number;
  /** The mean of each query's largest weight: 1 where one key takes all. */
  readonly largest: number;
  /** The median over queries of the norm of the gradient with respect to the scores, for a random linear loss. */
  readonly gradient: number;
}

// Groups of queries that share keys.
const groups = 16;
const queries = 32;
const keys = 64;

/** Dot and scaled dot products of the same standard normal queries and keys of size d. */
export function saturationAt(d: number): { readonly dot: Saturation; readonly scaled: Saturation } {
  return scope(() => {
    const [q, k, v] = [randn([groups, queries, d]), randn([groups, keys, d]), randn([groups, keys, 16])];
    const cotangent = randn([groups, queries, 16]);
    const of = (scoring: Scoring): Saturation => {
      const scores = scoring.scores(q, k);
      const { value, grads } = valueAndGrad(() => {
        const { output, weights } = attend(scores, v);
        return { loss: output.mul(cotangent).sum(), weights };
      }, scores);
      return {
        d,
        variance: scores.var().item(),
        largest: value.weights.amax(-1).mean().item(),
        gradient: median(grads.norm({ dim: -1 })),
      };
    };
    return { dot: of(new DotScoring(d)), scaled: of(new ScaledDotScoring(d)) };
  });
}

function median(x: Tensor): number {
  const sorted = x.dataSync().slice().sort();
  return sorted[Math.floor(sorted.length / 2)]!;
}
