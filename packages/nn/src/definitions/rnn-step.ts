import type { Tensor } from "@saccade/tensor";
import { type GateWeights, linear } from "@saccade/tensor/definitions";

/**
 * One step of a plain recurrent network: f(W x + b + U h + c), with f = tanh by default: x (b, i), h (b, n) →
 * (b, n). Elman 1990.
 *
 * @example rnnStep(ones([2, 4]), zeros([2, 3]), { ih: ones([3, 4]), hh: ones([3, 3]) }).shape // [2, 3]
 */
// #region step
export function rnnStep(
  x: Tensor,
  h: Tensor,
  w: GateWeights,
  f: (sum: Tensor) => Tensor = (sum) => sum.tanh(),
): Tensor {
  return rnnGate(linear(x, w.ih, w.biasIh), linear(h, w.hh, w.biasHh), f);
}

/** The step, given the projected input and the projected state, (b, n) each. */
export function rnnGate(fromX: Tensor, fromH: Tensor, f: (sum: Tensor) => Tensor): Tensor {
  return f(fromX.add(fromH));
}
// #endregion step
