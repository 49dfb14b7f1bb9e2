import { scaledDotProductAttention } from "@saccade/attention";
import { scope, type Tensor, tensor } from "@saccade/tensor";

export type Matrix = readonly (readonly number[])[];

/** Made-up features of the words: noun, creature, verb, pointing. "the cat licks its paw" */
export const features: Matrix = [
  [0, 0, 0, 1],
  [1, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 1, 0, 1],
  [1, 0, 0, 0],
];

/** Chosen by hand so that a word that points looks for a noun, a verb for its subject, a part for its owner. */
export const projections: Readonly<Record<"query" | "key" | "value", Matrix>> = {
  query: [
    [0.3, 0, 0.9, 1.4],
    [1.2, 0.2, 0.1, 0],
    [0.9, 1.7, 0, 0.1],
    [0.2, 1.6, 0.1, -0.8],
  ],
  key: [
    [0.2, 1.8, 0.1, 0.3],
    [2, 0.1, 0, 0.2],
    [0.3, 0.1, 2.2, 0.4],
    [0.1, 0.2, 0.3, 1.9],
  ],
  value: [
    [0.1, 1.2, 0.4, -0.3],
    [1.8, 0.3, 0, 0.6],
    [0.2, 0, 1.6, -0.9],
    [-0.4, 0.1, 0.3, 0.5],
  ],
};

export const count = 5; // words
export const dims = 4;
/** √d, by which the scores are divided. */
export const divisor: number = Math.sqrt(dims);

/** Every matrix of the figure. */
export interface Attended {
  readonly q: Matrix; // (5, 4)
  readonly k: Matrix; // (5, 4)
  readonly v: Matrix; // (5, 4)
  readonly products: Matrix; // (5, 5): q kᵀ, before the division
  readonly weights: Matrix; // (5, 5)
  readonly output: Matrix; // (5, 4)
}

/** Attention of the sentence to itself. */
export function attendToSentence(): Attended {
  return scope(() => {
    const x = tensor(copy(features)); // (5, 4)
    const q = x.matmul(tensor(copy(projections.query)));
    const k = x.matmul(tensor(copy(projections.key)));
    const v = x.matmul(tensor(copy(projections.value)));
    const { output, weights } = scaledDotProductAttention(q, k, v);
    const products = q.matmul(k.transpose(0, 1));
    return {
      q: rowsOf(q),
      k: rowsOf(k),
      v: rowsOf(v),
      products: rowsOf(products),
      weights: rowsOf(weights),
      output: rowsOf(output),
    };
  });
}

/** An element of a matrix; 0 outside. */
export function at(matrix: Matrix, row: number, col: number): number {
  return matrix[row]?.[col] ?? 0;
}

/** The key that takes most of a query's weight. */
export function bestKey({ weights }: Attended, query: number): number {
  const row = weights[query] ?? [];
  return row.indexOf(Math.max(...row));
}

function copy(matrix: Matrix): number[][] {
  return matrix.map((row) => [...row]);
}

function rowsOf(matrix: Tensor): number[][] {
  const [rows = 0, cols = 0] = matrix.shape;
  const data = Array.from(matrix.dataSync());
  return Array.from({ length: rows }, (_, i) => data.slice(i * cols, (i + 1) * cols));
}
