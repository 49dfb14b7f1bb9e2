import type { Tensor } from "@saccade/tensor";
import { linear } from "./linear.ts";

/** The weights of a recurrent cell with k gates, stacked by rows, as in PyTorch. */
export interface GateWeights {
  /** (k n, i), of the input. */
  readonly ih: Tensor;
  /** (k n, n), of the state. */
  readonly hh: Tensor;
  /** (k n), or none. */
  readonly biasIh?: Tensor | null;
  /** (k n), or none. */
  readonly biasHh?: Tensor | null;
}

/**
 * One step of a gated recurrent unit: x (b, i), h (b, n) → (b, n). Cho et al. 2014, equations 5 to 8, with the reset gate
 * behind the product with the state, as in cuDNN and PyTorch. The gates are r, z, n.
 *
 * @example gruStep(ones([2, 4]), zeros([2, 3]), { ih: ones([9, 4]), hh: ones([9, 3]) }).shape // [2, 3]
 */
export function gruStep(x: Tensor, h: Tensor, w: GateWeights): Tensor {
  const [xr, xz, xn] = linear(x, w.ih, w.biasIh).chunk(3, -1) as [Tensor, Tensor, Tensor]; // (b, n) each
  const [hr, hz, hn] = linear(h, w.hh, w.biasHh).chunk(3, -1) as [Tensor, Tensor, Tensor];
  const reset = xr.add(hr).sigmoid();
  const update = xz.add(hz).sigmoid();
  const candidate = xn.add(reset.mul(hn)).tanh();
  return candidate.add(update.mul(h.sub(candidate))); // (1 − update) · candidate + update · h
}
