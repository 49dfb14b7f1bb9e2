// Functions with more options than the methods of the same name: programs that only use the methods need not bundle them.

import { nullable, number, type OptionsOf, oneOf, options, rule, whole } from "@saccade/contract";
import type { Operandish } from "../../create.ts";
import { checkTensor, checkTogether, isFloat, tensorRule } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { checkDivisor } from "../int32.ts";
import * as method from "./arithmetic.ts";
import { clampMax, clampMin } from "./blend.ts";
import { refuseBool } from "./map.ts";
import { operandsOf } from "./pair.ts";
import * as pointwise from "./pointwise.ts";

/* @__NO_SIDE_EFFECTS__ */
function sumOptions(name: string) {
  return options(`${name}(a, b, { alpha: 2 })`, {
    /** The factor of the second operand. Default 1. */
    alpha: number(1, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
  });
}

const addOptions = sumOptions("add");
const subOptions = sumOptions("sub");
const rsubOptions = sumOptions("rsub");

/** Options of {@link add}, {@link sub} and {@link rsub}. */
export interface AddOptions extends OptionsOf<typeof addOptions> {}

function times(what: string, b: Operandish, alpha: number): Operandish {
  if (alpha === 1) return b;
  if (b instanceof Tensor) b.checkLive(what);
  return b instanceof Tensor ? b.mul(alpha) : typeof b === "number" ? b * alpha : b;
}

/**
 * a + alpha · b elementwise. The shapes broadcast. As a method, without alpha.
 *
 * @throws ShapeError unless the shapes broadcast; ArgumentError for an unknown option.
 * @example add(tensor([1, 2]), tensor([10, 20]), { alpha: 0.5 }) // tensor([6, 12])
 */
export function add(a: Operandish, b: Operandish, given?: AddOptions): Tensor {
  return method.add(a, times("add", b, addOptions(given).alpha));
}

/**
 * a − alpha · b elementwise. The shapes broadcast. As a method, without alpha.
 *
 * @throws DTypeError if an operand is bool, as in PyTorch; ShapeError unless the shapes broadcast; ArgumentError for an
 * unknown option.
 * @example sub(tensor([1, 2]), tensor([10, 20]), { alpha: 0.5 }) // tensor([-4, -8])
 */
export function sub(a: Operandish, b: Operandish, given?: AddOptions): Tensor {
  return method.sub(a, times("sub", b, subOptions(given).alpha));
}

/**
 * b − alpha · a elementwise, PyTorch's `rsub`. The shapes broadcast. As a method, without alpha.
 *
 * @throws DTypeError if an operand is bool; ShapeError unless the shapes broadcast; ArgumentError if no operand is a tensor,
 * or for an unknown option.
 * @example rsub(tensor([1, 2]), 1, { alpha: 0.5 }) // tensor([0.5000, 0.0000])
 */
export function rsub(a: Operandish, b: Operandish, given?: AddOptions): Tensor {
  return method.rsub(times("rsub", a, rsubOptions(given).alpha), b);
}

const divOptions = options('div(a, b, { roundingMode: "floor" })', {
  /** "floor" rounds down, "trunc" towards 0: whole numbers then stay int32. Default null: exact quotients. */
  roundingMode: nullable(oneOf(["trunc", "floor"]), null),
});

/** Options of {@link div}. */
export interface DivOptions extends OptionsOf<typeof divOptions> {}

/**
 * a / b elementwise, optionally rounded. The shapes broadcast. Unrounded quotients of integers are float32, as in PyTorch.
 * The method has no options.
 *
 * @throws ZeroDivisionError for rounded quotients of whole numbers where b holds 0 and the host can see it; ShapeError unless
 * the shapes broadcast; ArgumentError for an unknown option.
 * @example div(tensor([7, -7]), 2, { roundingMode: "trunc" }) // tensor([3, -3])
 */
export function div(a: Operandish, b: Operandish, given?: DivOptions): Tensor {
  const { roundingMode } = divOptions(given);
  if (roundingMode === null) return method.div(a, b);
  const [x, y] = operandsOf("div", a, b);
  refuseBool("div", x.dtype);
  const whole = !isFloat(x.dtype);
  if (whole && x.numel > 0) checkDivisor("div", y);
  if (roundingMode === "floor") return method.floorDivide(x, y);
  // A whole number minus its remainder is a multiple of the divisor.
  return whole ? method.floorDivide(method.sub(x, method.fmod(x, y)), y) : method.div(x, y).trunc();
}

const roundOptions = options("round(x, { decimals: 2 })", {
  /** The number of decimals to round to; a negative number rounds to tens, hundreds … Default 0. */
  decimals: whole(0, { min: -308, max: 308 }),
});

/** Options of {@link round}. */
export interface RoundOptions extends OptionsOf<typeof roundOptions> {}

/**
 * Rounds to `decimals` decimals, elementwise; to whole numbers by default. Ties round to even. The method has no
 * options.
 *
 * @throws ArgumentError for an unknown option.
 * @example round(tensor([1.234, 5.678]), { decimals: 1 }) // tensor([1.2000, 5.7000])
 */
export function round(x: Tensor, given?: RoundOptions): Tensor {
  // The index and the array of xs.map(round) are not options.
  const mapped = arguments.length === 3;
  checkTensor(roundOptions.what, "x", x);
  const { decimals } = roundOptions(mapped ? undefined : given);
  const unit = 10 ** Math.abs(decimals);
  if (decimals === 0) return pointwise.round(x);
  return decimals > 0 ? pointwise.round(x.mul(unit)).div(unit) : pointwise.round(x.div(unit)).mul(unit);
}

const limit = number(undefined, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });
const bound = rule(
  "a number or a tensor",
  (value): value is number | Tensor => limit.holds(value) || tensorRule().holds(value),
);

const clampOptions = options("x.clamp({ min: 0, max: 1 })", {
  /** Smaller elements become this; a tensor broadcasts to x. Default: no lower bound. */
  min: nullable(bound),
  /** Larger elements become this; a tensor broadcasts to x. Default: no upper bound. */
  max: nullable(bound),
});

/** Options of {@link clamp}. */
export interface ClampOptions extends OptionsOf<typeof clampOptions> {}

/**
 * x limited to [min, max], elementwise; max if min > max. The shapes broadcast. The gradient of x flows where min ≤ x ≤ max,
 * elsewhere to the bound that was taken. As a method, with numbers as bounds.
 *
 * @throws ArgumentError if neither bound is given, or for an unknown option; ShapeError unless the shapes broadcast.
 * @example clamp(tensor([-1, 0.5, 2]), { min: 0, max: tensor([1, 1, 1.5]) }) // tensor([0.0000, 0.5000, 1.5000])
 */
export function clamp(x: Tensor, given: ClampOptions): Tensor {
  checkTensor(clampOptions.what, "x", x);
  const { min = null, max = null } = clampOptions(given);
  const tensors = [x, min, max].filter((one) => one instanceof Tensor);
  if (tensors.length === 1)
    return pointwise.clamp(x, {
      ...(min !== null && { min: Number(min) }),
      ...(max !== null && { max: Number(max) }),
    });
  checkTogether("clamp", tensors);
  const above = min === null ? x : clampMin(x, min);
  return max === null ? above : clampMax(above, max);
}
