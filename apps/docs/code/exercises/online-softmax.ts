import type { Tensor } from "@saccade/tensor";

/** The state kept of the tiles so far, for a block of queries. */
export interface State {
  /** (b, 1), the largest score; −∞ before the first tile. */
  readonly m: Tensor;
  /** (b, 1), the sum of exp(score − m). */
  readonly l: Tensor;
  /** (b, e), the sum of exp(score − m) times the value. */
  readonly o: Tensor;
}

/**
 * One more tile.
 *
 * @param scores (b, t)
 * @param values (t, e)
 */
export function update(
  { m, l, o }: State,
  scores: Tensor,
  values: Tensor,
): State {
  const p = scores.exp();
  return {
    m,
    l: l.add(p.sum(-1, { keepdim: true })),
    o: o.add(p.matmul(values)),
  };
}
