import {
  AdditiveScoring,
  DotScoring,
  GaussianScoring,
  ScaledDotScoring,
  type Scoring,
} from "@saccade/attention";
import { eye, ones, scope, type Tensor, tensor } from "@saccade/tensor";

/** (4, 3). */
export const queries: readonly (readonly number[])[] = [
  [1, 2, 0],
  [0, 1, -1],
  [2, 0, 1],
  [-1, 1, 1],
];

/** (4, 3). */
export const keys: readonly (readonly number[])[] = [
  [1, 1, 0],
  [0, 2, -1],
  [2, -1, 1],
  [-1, 0, 2],
];

/** (4, 2). */
export const values: readonly (readonly number[])[] = [
  [4, 0],
  [0, 4],
  [2, 2],
  [-2, 1],
];

export const size = 3;
export const kinds = ["dot", "scaled", "additive", "gaussian"] as const;
export type Kind = (typeof kinds)[number];

/** The contribution of one component of a query and a key to their score. */
export const terms: Readonly<
  Record<
    Kind,
    { readonly of: (q: number, k: number) => number; readonly text: (q: string, k: string) => string }
  >
> = {
  dot: { of: (q, k) => q * k, text: (q, k) => `${q}·${k}` },
  scaled: { of: (q, k) => q * k, text: (q, k) => `${q}·${k}` },
  additive: { of: (q, k) => Math.tanh(q + k), text: (q, k) => `tanh(${q}+${k})` },
  gaussian: { of: (q, k) => -0.5 * (q - k) ** 2, text: (q, k) => `−½(${q}−${k})²` },
};

export interface Attention {
  readonly scores: readonly (readonly number[])[];
  readonly weights: readonly (readonly number[])[];
  readonly output: readonly (readonly number[])[];
}

/** Attention with a scoring function, where `allowed` (4, 4) is true. */
export function attention(kind: Kind, allowed: readonly (readonly boolean[])[]): Attention {
  return scope(() => {
    const [q, k, v] = [queries, keys, values].map(matrix) as [Tensor, Tensor, Tensor];
    const scoring = scoringOf(kind);
    const mask = tensor(allowed.map((row) => [...row]));
    const { output, weights } = scoring.forward(q, k, v, { mask });
    return { scores: rows(scoring.scores(q, k)), weights: rows(weights), output: rows(output) };
  });
}

function scoringOf(kind: Kind): Scoring {
  switch (kind) {
    case "dot":
      return new DotScoring(size);
    case "scaled":
      return new ScaledDotScoring(size);
    case "gaussian":
      return new GaussianScoring(size);
    case "additive": {
      // Projections that change nothing, so that the sum can be followed by eye.
      const scoring = new AdditiveScoring(size, size, size);
      scoring.loadStateDict({
        "W_q.weight": eye(size),
        "W_k.weight": eye(size),
        "w_v.weight": ones([1, size]),
      });
      return scoring;
    }
  }
}

function matrix(x: readonly (readonly number[])[]): Tensor {
  return tensor(x.map((row) => [...row]));
}

function rows(x: Tensor): number[][] {
  return x.toArray() as number[][];
}
