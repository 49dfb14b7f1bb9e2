import type { Tensor } from "../tensor.ts";
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
 * applied after the product with the state, as in cuDNN and PyTorch. The gates are r, z, n.
 *
 * @example gruStep(ones([2, 4]), zeros([2, 3]), { ih: ones([9, 4]), hh: ones([9, 3]) }).shape // [2, 3]
 */
export function gruStep(x: Tensor, h: Tensor, w: GateWeights): Tensor {
  return gruGates(linear(x, w.ih, w.biasIh), linear(h, w.hh, w.biasHh), h);
}

/** The step, given the projected input and the projected state, (b, 3 n) each. */
export function gruGates(fromX: Tensor, fromH: Tensor, h: Tensor): Tensor {
  // #region gates
  // (b, n) each
  const [xr, xz, xn] = fromX.chunk(3, -1) as [Tensor, Tensor, Tensor];
  const [hr, hz, hn] = fromH.chunk(3, -1) as [Tensor, Tensor, Tensor];
  const reset = xr.add(hr).sigmoid();
  const update = xz.add(hz).sigmoid();
  const candidate = xn.add(reset.mul(hn)).tanh();
  // (1 − update) · candidate + update · h
  return candidate.add(update.mul(h.sub(candidate)));
  // #endregion gates
}
