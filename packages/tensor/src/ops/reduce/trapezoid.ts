import { within } from "../../contract/call-errors.ts";
import { dimOfSome } from "../../contract/check-shape.ts";
import { checkInputs } from "../../contract/check-tensor.ts";
import { type Options, type OptionsOf, options } from "../../contract/options.ts";
import { number, whole } from "../../contract/rules.ts";
import { ArgumentError, ShapeError } from "../../errors.ts";
import { mapSizes } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { cumsum } from "./cumulative.ts";

const trapezoidRules = {
  /** The spacing, where no x is given. Default 1. */
  dx: number(1),
  /** The dim along which. Default -1. */
  dim: whole(-1),
} as const;
/* @__NO_SIDE_EFFECTS__ */
function optionsFor(what: string): Options<typeof trapezoidRules> {
  return options(what, trapezoidRules, {
    example: `${what}(y, x, { dim: 0 }) or ${what}(y, undefined, { dx: 0.5 })`,
    renamed: { axis: "write dim" },
  });
}
const trapezoidOptions = optionsFor("trapezoid");
const cumulativeOptions = optionsFor("cumulativeTrapezoid");

/** Options of {@link trapezoid}. */
export interface TrapezoidOptions extends OptionsOf<typeof trapezoidOptions> {}

/**
 * The integral of a sampled function along a dim, by the trapezoidal rule: Σ (x_(i+1) − x_i)(y_(i+1) + y_i) / 2. Without x,
 * the samples are dx apart. x has y's shape, or is a vector along the dim.
 *
 * @throws ShapeError for a scalar y, and where x does not fit; ArgumentError where x and dx are given.
 * @example trapezoid(tensor([1, 2, 4])) // tensor(4.5000)
 */
export function trapezoid(y: Tensor, x?: Tensor, given?: TrapezoidOptions): Tensor {
  const { areas, d } = areasOf(trapezoidOptions, y, x, given);
  return areas.sum(d);
}

/**
 * The integral up to each sample but the first. See {@link trapezoid}.
 *
 * @throws as trapezoid.
 * @example cumulativeTrapezoid(tensor([1, 2, 4])) // tensor([1.5000, 4.5000])
 */
export function cumulativeTrapezoid(y: Tensor, x?: Tensor, given?: TrapezoidOptions): Tensor {
  const { areas, d } = areasOf(cumulativeOptions, y, x, given);
  return cumsum(areas, d);
}

/** The area between each two neighbors along the dim. */
function areasOf(
  of: Options<typeof trapezoidRules>,
  y: Tensor,
  x: Tensor | undefined,
  chosen: TrapezoidOptions | undefined,
): { readonly areas: Tensor; readonly d: number } {
  const { what } = of;
  checkInputs(what, x === undefined ? { y } : { y, x });
  const { dx, dim } = of(chosen);
  if (x !== undefined && chosen?.dx !== undefined)
    throw new ArgumentError(`${what}: dx cannot be combined with x; leave one out.`);
  const d = dimOfSome(what, dim, y, `as in ${of.example}`);
  const n = y.shape[d]!;
  const less = Math.max(0, n - 1);
  const after = (t: Tensor): Tensor => t.narrow(d, n - less, less);
  const before = (t: Tensor): Tensor => t.narrow(d, 0, less);
  const heights = within(what, () => after(y).add(before(y)));
  if (x === undefined) return { areas: heights.mul(dx).div(2), d };
  const front = Array<number>(Math.max(0, y.ndim - x.ndim)).fill(1);
  const at =
    x.ndim === 1
      ? x.reshape(mapSizes(y.shape, (_, i) => (i === d ? x.numel : 1)))
      : x.reshape([...front, ...x.shape]);
  if (at.ndim !== y.ndim || at.shape.some((size, i) => size !== y.shape[i] && (i === d || size !== 1)))
    throw new ShapeError(
      `${what}: x ${x.describe()} must have the shape of y ${y.describe()}, or be a vector of ${n} along dim ${d}; expand() it.`,
    );
  return { areas: within(what, () => heights.mul(after(at).sub(before(at))).div(2)), d };
}
