import * as c from "@saccade/contract";
import { Tensor } from "../tensor.ts";
import { checkTensor } from "./check-tensor.ts";

const type: c.TensorType<Tensor> = {
  isLive: (value): value is Tensor => value instanceof Tensor && value.shares > 0,
  check: checkTensor,
};

/**
 * Declares the tensors of a function once: names in the order of its parameters, each with its dims. The check, the
 * messages and the sizes by name follow. "…" means any leading dims, which broadcast between tensors; "?" after a
 * name makes it optional (left out, undefined or null); "|" separates alternatives, of a dim or of a tensor's dims; a
 * number is a size, "_" any size, and "3h" three times the size h. A dtype may precede the dims: `float`, `int32`,
 * `bool`, or `same` for the first tensor's.
 *
 * @throws ShapeError naming the size that differs and both tensors; DTypeError for another dtype; BackendError for tensors of two backends; ArgumentError for an
 * argument that is not a tensor; FreedTensorError for a tensor that was freed.
 * @example
 * const linear = tensors("linear", "x (…, in)  weight (out, in)  bias? (out)");
 * linear([zeros([5, 3]), zeros([2, 3])]).out // 2
 */
/* @__NO_SIDE_EFFECTS__ */
export function tensors<const S extends string>(what: string, text: S): c.Tensors<S> {
  return c.tensorsOf(type, what, text);
}

/**
 * A live tensor of the given dtype, or of any. {@link tensors} checks its sizes.
 *
 * @param dims as in {@link tensors}, for a contract that includes this tensor
 * @example tensorRule("bool").holds(zeros([2])) // false
 */
/* @__NO_SIDE_EFFECTS__ */
export function tensorRule(kind: Exclude<c.Kind, "same"> = "", dims?: string): c.Rule<Tensor, undefined> {
  return c.tensorRuleOf(type, kind, dims);
}
