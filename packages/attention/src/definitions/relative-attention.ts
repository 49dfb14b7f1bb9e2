import { arange, type Tensor } from "@saccade/tensor";
import { type Attended, attend } from "./attend.ts";

/**
 * Causal attention with relative positions (Dai et al. 2019, section 3.3), where the last query is at the last key. The score
 * of query i and key j is (q·k + q·r + u·k + w·r) / √d, r the vector of their distance i − j: q (…, n, d), k and v (…, m, d),
 * r (…, m, d) from distance 0 on, u and w (…, 1, d).
 *
 * @example
 * const [x, none] = [zeros([2, 1]), zeros([1, 1])];
 * relativeAttention(x, x, tensor([[2], [4]]), x, none, none).output // tensor([[2], [3]])
 */
export function relativeAttention(
  q: Tensor,
  k: Tensor,
  v: Tensor,
  r: Tensor,
  u: Tensor,
  w: Tensor,
): Attended {
  const [n, m, d] = [q.size(-2), k.size(-2), q.size(-1)];
  const distance = arange(m - n, m)
    .unsqueeze(1)
    .sub(arange(m)); // (n, m)
  const rows = r.indexSelect(-2, distance.clamp({ min: 0 }).flatten().to("int32"));
  const ofPairs = rows.reshape([...r.shape.slice(0, -2), n, m, d]);
  const byContent = q.add(u).matmul(k.transpose(-2, -1)); // (…, n, m)
  const byDistance = q.add(w).unsqueeze(-2).mul(ofPairs).sum(-1); // (…, n, m)
  return attend(byContent.add(byDistance).div(Math.sqrt(d)), v, distance.ge(0));
}
