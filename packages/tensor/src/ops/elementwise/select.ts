import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { badArgument } from "../../contract/arguments.ts";
import { checkInputs, checkMask, checkOperand, checkTogether } from "../../contract/check-tensor.ts";
import { filled, type Operandish } from "../../create.ts";
import { promote } from "../../memory/dtype.ts";
import { inOrder } from "../../reference/iterate.ts";
import { Tensor } from "../../tensor.ts";
import { noAttrs, operands } from "./map.ts";

export const whereOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], object> = {
  name: "where",
  broadcast: true,
  infer: ([, a, b]) => [{ shape: a.shape, dtype: promote(a.dtype, b.dtype) }],
  forward([condition, a, b], [out]) {
    const c = inOrder(condition);
    const x = inOrder(a);
    const y = inOrder(b);
    for (let i = 0; i < out.data.length; i++) {
      out.data[i] = c.data[c.offset + i] ? x.data[x.offset + i]! : y.data[y.offset + i]!;
    }
  },
  gradient: ([g], [condition]) => [null, () => where(condition, g, 0), () => where(condition, 0, g)],
};

/**
 * Elements of a where the condition is true, else of b. The three shapes broadcast. Two numbers give float32.
 *
 * @throws DTypeError unless the condition is bool; ShapeError if the three do not broadcast.
 * @example where(tensor([true, false]), tensor([1, 2]), 0) // tensor([1, 0])
 */
export function where(condition: Tensor, a: Operandish, b: Operandish): Tensor {
  checkInputs("where", { condition });
  checkMask("where", "condition", condition);
  if (a === undefined && b === undefined)
    throw badArgument("where", "a", "a tensor or a number", a, "nonzero(condition) gives the indices");
  checkOperand("where", "a", a);
  checkOperand("where", "b", b);
  const { backend } = condition;
  const [x, y] =
    a instanceof Tensor || b instanceof Tensor
      ? operands("where", a, b)
      : [filled("where", [], a, { backend }), filled("where", [], b, { backend })];
  return apply1(whereOp, [condition, x, y], noAttrs);
}

/**
 * x with `value` where the mask is true. The mask broadcasts to x.
 *
 * @throws DTypeError unless the mask is bool; ShapeError if they do not broadcast.
 * @example tensor([1, 2]).maskedFill(tensor([false, true]), -Infinity) // tensor([1, -inf])
 */
export function maskedFill(x: Tensor, mask: Tensor, value: Operandish): Tensor {
  checkInputs("maskedFill", { x, mask });
  checkMask("maskedFill", "mask", mask);
  checkOperand("maskedFill", "value", value);
  checkTogether("maskedFill", value instanceof Tensor ? [x, mask, value] : [x, mask]);
  return where(mask, value, x);
}
