import type { Tensor } from "@saccade/tensor";

export interface State {
  readonly m: Tensor;
  readonly l: Tensor;
  readonly o: Tensor;
}

export function update(
  { m, l, o }: State,
  scores: Tensor,
  values: Tensor,
): State {
  const larger = m.maximum(scores.amax(-1, { keepdim: true }));
  const shrink = m.sub(larger).exp();
  const p = scores.sub(larger).exp();
  return {
    m: larger,
    l: l.mul(shrink).add(p.sum(-1, { keepdim: true })),
    o: o.mul(shrink).add(p.matmul(values)),
  };
}
