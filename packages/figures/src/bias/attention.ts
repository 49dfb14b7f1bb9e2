import { scaledDotProductAttention } from "@saccade/attention";
import { scope, type Tensor, tensor } from "@saccade/tensor";

export const places = ["query", "key", "value"] as const;
/** The scores that a bias is added to. */
export type Place = (typeof places)[number];

const query = [[[1, 0.5]]]; // (1, 1, 2)
const keys = [
  [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 1],
  ],
]; // (1, 4, 2)
const values = [
  [
    [2, 0],
    [0, 2],
    [1, -1],
    [-1, 1],
  ],
]; // (1, 4, 2)

/** One query's attention. */
export interface Attention {
  /** (4) */
  readonly scores: readonly number[];
  /** (4) */
  readonly weights: readonly number[];
  /** (2) */
  readonly output: readonly number[];
}

/** Attention with a bias added at one place; without a place, with none. */
export function attention(place: Place | null, bias: readonly number[]): Attention {
  return scope(() => {
    const b = tensor([...bias]); // (2)
    const at = (x: number[][][], name: Place): Tensor => (name === place ? tensor(x).add(b) : tensor(x));
    const [q, k, v] = [at(query, "query"), at(keys, "key"), at(values, "value")];
    const { output, weights } = scaledDotProductAttention(q, k, v);
    const scores = q.matmul(k.transpose(-2, -1)).div(Math.SQRT2); // (1, 1, 4)
    return {
      scores: Array.from(scores.dataSync()),
      weights: Array.from(weights.dataSync()),
      output: Array.from(output.dataSync()),
    };
  });
}
