import type { Tensor } from "@saccade/tensor";
import { type GateWeights, linear } from "@saccade/tensor/definitions";

/**
 * One step of a plain recurrent network: f(W x + b + U h + c), with f = tanh by default: x (b, i), h (b, n) →
 * (b, n). Elman 1990.
 *
 * @example rnnStep(ones([2, 4]), zeros([2, 3]), { ih: ones([3, 4]), hh: ones([3, 3]) }).shape // [2, 3]
 */
export function rnnStep(
  x: Tensor,
  h: Tensor,
  w: GateWeights,
  f: (sum: Tensor) => Tensor = (sum) => sum.tanh(),
): Tensor {
  // #region step
  return f(linear(x, w.ih, w.biasIh).add(linear(h, w.hh, w.biasHh)));
  // #endregion step
}
