import { attend } from "@saccade/attention";
import { valueAndGrad } from "@saccade/autograd";
import { Generator, randn, scope, type Tensor } from "@saccade/tensor";

export const largest = 512;
export const divisors = ["none", "root", "whole"] as const;
export type Divisor = (typeof divisors)[number];

// Groups of queries that share keys. The median gradient differs much from one set of keys to another: it takes many.
const [groups, queryCount, keyCount] = [64, 6, 12];
const generator = new Generator(4);
// A smaller d takes the first components of these, so that the scores change little by little along the slider.
const q = randn([groups, queryCount, largest], { generator });
const k = randn([groups, keyCount, largest], { generator });
const v = randn([groups, keyCount, 8], { generator });
const cotangent = randn([groups, queryCount, 8], { generator }); // of the output: what a loss would send back

export function divisorOf(divisor: Divisor, d: number): number {
  return divisor === "none" ? 1 : divisor === "root" ? Math.sqrt(d) : d;
}

export interface Measured {
  /** Of all queries with all keys. */
  readonly scores: readonly number[];
  readonly deviation: number;
  /** Of the first query. */
  readonly weights: readonly number[];
  /** The median over queries of the norm of the loss's gradient. */
  readonly gradient: number;
}

const known = new Map<string, Measured>();

/** Attention of random queries and keys with d components, scores divided. */
export function measure(d: number, divisor: Divisor): Measured {
  const name = `${d} ${divisor}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const measured = scope(() => {
    // (groups, queries, d), (groups, keys, d)
    const [queries, keys] = [q.narrow(-1, 0, d).contiguous(), k.narrow(-1, 0, d).contiguous()];
    const { value, grads } = valueAndGrad(() => {
      const scores = queries.matmul(keys.transpose(-2, -1)).div(divisorOf(divisor, d)); // (groups, queries, keys)
      const { output, weights } = attend(scores, v);
      return { loss: output.mul(cotangent).sum(), scores, weights };
    }, queries);
    return {
      scores: Array.from(value.scores.dataSync()),
      deviation: value.scores.std().item(),
      weights: Array.from(value.weights.select(0, 0).select(0, 0).dataSync()),
      gradient: median(grads.norm({ dim: -1 })),
    };
  });
  known.set(name, measured);
  return measured;
}

/** The sizes at which curves are drawn: powers of 2. */
export const sizes: readonly number[] = Array.from({ length: Math.log2(largest) + 1 }, (_, i) => 2 ** i);

function median(x: Tensor): number {
  const sorted = x.dataSync().slice().sort();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
