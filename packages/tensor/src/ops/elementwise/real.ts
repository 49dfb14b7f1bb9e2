// Functions of complex numbers, of real ones: every tensor here is real.
import { checkTensor } from "../../contract/check-tensor.ts";
import { onesLike, zerosLike } from "../../create.ts";
import type { Tensor } from "../../tensor.ts";
import { isnan, lt } from "./comparison.ts";
import { floats } from "./pair.ts";
import { where } from "./select.ts";

/**
 * The angle of x in the complex plane, elementwise: π below 0, else 0; NaN for NaN.
 *
 * @example angle(tensor([-1, 2])) // tensor([3.1416, 0.0000])
 */
export function angle(x: Tensor): Tensor {
  checkTensor("angle", "x", x);
  const y = floats(x.detach());
  return where(isnan(y), y, where(lt(y, 0), Math.PI, zerosLike(y)));
}

/**
 * Whether x is a real number, elementwise: true for all that a tensor holds, NaN and ±∞ too.
 *
 * @example isreal(tensor([1, NaN])) // tensor([True, True], dtype=bool)
 */
export function isreal(x: Tensor): Tensor {
  checkTensor("isreal", "x", x);
  return onesLike(x).to("bool");
}

/**
 * x / |x|, and 0 at 0, elementwise: the sign of real numbers.
 *
 * @example sgn(tensor([3, 0, -2])) // tensor([1, 0, -1])
 */
export function sgn(x: Tensor): Tensor {
  checkTensor("sgn", "x", x);
  return x.sign();
}

/**
 * The real part: the tensor itself.
 *
 * @example real(tensor([1, -2])) // tensor([1, -2])
 */
export function real(x: Tensor): Tensor {
  checkTensor("real", "x", x);
  return x;
}

/**
 * The complex conjugate: the tensor itself.
 *
 * @example conj(tensor([1, -2])) // tensor([1, -2])
 */
export function conj(x: Tensor): Tensor {
  checkTensor("conj", "x", x);
  return x;
}
