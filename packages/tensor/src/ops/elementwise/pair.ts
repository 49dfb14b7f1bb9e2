import { badArgument, DTypeError } from "@saccade/contract";
import type { Operandish } from "../../create.ts";
import { apply1, checkTogether, forEachRowPair, type Op, promote } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { cast } from "./cast.ts";
import { floatDType, named, noAttrs, operands } from "./map.ts";

/** An op of two tensors that broadcast. Numbers are converted to tensors first, so common ops use the faster `binary`. */
export type Pair = Op<readonly [a: Tensor, b: Tensor], readonly [Tensor], object>;

type PairGradient = (
  grad: Tensor,
  a: Tensor,
  b: Tensor,
  y: Tensor,
) => readonly [(() => Tensor) | null, (() => Tensor) | null];

/** An elementwise op of two tensors of one dtype. Pass null as the gradient if the derivative is zero wherever it exists. */
/* @__NO_SIDE_EFFECTS__ */
export function pair(name: string, f: (a: number, b: number) => number, gradient: PairGradient | null): Pair {
  return {
    name,
    broadcast: true,
    infer: ([a, b]) => [{ shape: a.shape, dtype: promote(a.dtype, b.dtype) }],
    forward([a, b], [out]) {
      const to = out.data;
      forEachRowPair(a, b, (aAt, aStep, bAt, bStep, at, n) => {
        for (let j = 0; j < n; j++) to[at + j] = f(a.data[aAt + j * aStep]!, b.data[bAt + j * bStep]!);
      });
    },
    gradient: ([g], [a, b], [y]) => gradient?.(g, a, b, y) ?? [null, null],
  };
}

/** A function of two operands. */
export type OfOperands = (a: Operandish, b: Operandish) => Tensor;

/** The function of an op of two operands. Operands that are not floats become float32. */
/* @__NO_SIDE_EFFECTS__ */
export function ofFloats(op: Pair): OfOperands {
  return named<OfOperands>(op, (a, b) => {
    const [x, y] = operandsOf(op.name, a, b);
    return apply1(op, [floats(x), floats(y)], noAttrs);
  });
}

/** The function of an op on two operands of whole numbers; with `bools`, bools are allowed too. */
/* @__NO_SIDE_EFFECTS__ */
export function ofWhole(op: Pair, bools: boolean = false): OfOperands {
  return named<OfOperands>(op, (a, b) => {
    const [x, y] = operandsOf(op.name, a, b, bools);
    checkWhole(op.name, a === x ? "a" : "a or b", x, bools);
    return apply1(op, [x, y], noAttrs);
  });
}

/** @throws DTypeError unless a tensor is int32, or with `bools` bool. */
export function checkWhole(what: string, name: string, x: Tensor, bools: boolean): void {
  if (x.dtype === "int32" || (bools && x.dtype === "bool")) return;
  const kinds = bools ? "int32 or bool" : "int32";
  throw new DTypeError(
    `${what}: ${name} must be ${kinds}, got ${x.describe()}; convert it with to("int32").`,
  );
}

/**
 * The two operands of a call, of their promoted dtype. A number becomes a tensor of no dims.
 *
 * @param flags whether true and false may be combined with tensors of numbers, as in comparisons.
 * @throws ArgumentError for an operand that is neither a tensor nor a number, and two numbers; ShapeError
 * unless the shapes broadcast; BackendError, FreedTensorError as in every op.
 */
export function operandsOf(
  what: string,
  a: Operandish,
  b: Operandish,
  flags: boolean = false,
): readonly [Tensor, Tensor] {
  const tensors = [a, b].filter((x) => x instanceof Tensor);
  if (tensors.length > 0) checkTogether(what, tensors);
  if (!flags) for (const x of [a, b]) refuseFlag(what, x, tensors[0]);
  return operands(what, a, b);
}

/** Refuses `hypot(x, true)`: true is not a number; use a mask. */
function refuseFlag(what: string, value: Operandish, beside: Tensor | undefined): void {
  if (typeof value !== "boolean" || beside?.dtype === "bool") return;
  const name = beside ? `the operand combined with ${beside.describe()}` : "an operand";
  throw badArgument(what, name, "a number or a tensor", value, `write ${Number(value)}`);
}

/** x as floats: itself, or as float32. */
export function floats(x: Tensor): Tensor {
  return cast(x, floatDType(x.dtype));
}
