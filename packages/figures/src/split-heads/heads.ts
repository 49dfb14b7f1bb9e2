import { mergeHeads, scaledDotProductAttention, splitHeads } from "@saccade/attention/definitions";
import { Linear } from "@saccade/nn";
import { manualSeed, randn, scope, type Tensor } from "@saccade/tensor";

export const length = 5;
export const width = 8;

export type Matrix = readonly (readonly number[])[];

/** Every matrix on the way through multi-head attention. */
export interface Passed {
  readonly x: Matrix; // (5, 8)
  readonly q: Matrix; // (5, 8), the columns of all heads side by side
  readonly k: Matrix;
  readonly v: Matrix;
  /** (5, 5) for each head. */
  readonly weights: readonly Matrix[];
  readonly joined: Matrix; // (5, 8)
  readonly output: Matrix; // (5, 8)
}

/** The same random input and projections, attended to with any number of heads. */
export function pass(heads: number): Passed {
  manualSeed(3);
  return scope(() => {
    const x = randn([1, length, width]);
    const make = (): Linear => new Linear(width, width, { bias: false });
    const [wq, wk, wv, wo] = [make(), make(), make(), make()];
    const [q, k, v] = [wq, wk, wv].map((w) => w!.forward(x).mul(2)) as [Tensor, Tensor, Tensor]; // (1, n, d)
    const [a, b, c] = [q, k, v].map((y) => splitHeads(y, heads)) as [Tensor, Tensor, Tensor]; // (1, h, n, d / h)
    const { output, weights } = scaledDotProductAttention(a, b, c); // (1, h, n, d / h), (1, h, n, n)
    const joined = mergeHeads(output); // (1, n, d)
    return {
      x: rowsOf(x),
      q: rowsOf(q),
      k: rowsOf(k),
      v: rowsOf(v),
      weights: Array.from({ length: heads }, (_, h) => rowsOf(weights.select(1, h))),
      joined: rowsOf(joined),
      output: rowsOf(wo!.forward(joined)),
    };
  });
}

// (1, rows, cols) → rows
const rowsOf = (x: Tensor): number[][] => x.toArray(3)[0]!;
