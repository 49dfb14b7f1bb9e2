// Differences of neighbors, numeric derivatives, areas below curves.
import * as c from "@saccade/contract";
import {
  checkInputs,
  checkTensor,
  dimOf,
  dimOfSome,
  formatShape,
  isFloat,
  mapSizes,
  tensorRule,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { logicalXor } from "../elementwise/comparison.ts";
import { cat } from "../indexing/join.ts";
import { cumsum } from "./cumulative.ts";

const diffOptions = /* @__PURE__ */ c.options(
  "diff(x, { dim: 0 })",
  {
    /** How often to take differences. Default 1. */
    n: /* @__PURE__ */ c.whole(1, { min: 0 }),
    /** The dim along which. Default -1. */
    dim: /* @__PURE__ */ c.whole(-1),
    /** A tensor to prepend to x along the dim. */
    prepend: /* @__PURE__ */ tensorRule(),
    /** A tensor to append to x along the dim. */
    append: /* @__PURE__ */ tensorRule(),
  },
  { renamed: { axis: "write dim" } },
);

/** Options of {@link diff}. */
export interface DiffOptions extends c.OptionsOf<typeof diffOptions> {}

/**
 * The differences of neighbors along a dim: out_i = x_(i+1) − x_i. Of bools, whether they differ.
 *
 * @throws ShapeError for a scalar, and where prepend or append do not fit x.
 * @example diff(tensor([1, 3, 2])) // tensor([2, -1])
 */
export function diff(x: Tensor, given?: DiffOptions): Tensor {
  checkTensor(diffOptions.what, "x", x);
  const { n, dim, prepend, append } = diffOptions(given);
  const d = dimOfSome("diff", dim, x, `as in ${diffOptions.example}`);
  for (const [name, part] of [
    ["prepend", prepend],
    ["append", append],
  ] as const) {
    if (part === undefined) continue;
    checkInputs("diff", { x, [name]: part });
    if (part.ndim !== x.ndim || part.shape.some((size, i) => i !== d && size !== x.shape[i]))
      throw new c.ShapeError(
        `diff: ${name} ${part.describe()} must have the shape of x ${x.describe()} but along dim ${d}; expand() it.`,
      );
  }
  if (n === 0) return x;
  const parts = [prepend, x, append].filter((part) => part !== undefined);
  let y = parts.length > 1 ? cat(parts, d) : x;
  for (let k = 0; k < n && y.shape[d]! > 0; k++) {
    const size = y.shape[d]! - 1;
    const [after, before] = [y.narrow(d, 1, size), y.narrow(d, 0, size)];
    y = x.dtype === "bool" ? logicalXor(after, before) : after.sub(before);
  }
  return y;
}

type Spacing = number | readonly (number | Tensor)[];

const gradientOptions = /* @__PURE__ */ c.options(
  "gradient(x, { spacing: 0.5, dim: 0 })",
  {
    /** The spacing: one for all dims, or a list of one for each dim, or of vectors of coordinates. Default 1. */
    spacing: /* @__PURE__ */ c.unchecked<Spacing>("a number, or a list of numbers or of tensors"),
    /** The dims along which. Default: all. */
    dim: /* @__PURE__ */ c.unchecked<number | readonly number[]>("a whole number or an array of them"),
    /** The order of accuracy at the ends: 1 or 2. Default 1. */
    edgeOrder: /* @__PURE__ */ c.whole(1, { min: 1, max: 2 }),
  },
  { renamed: { axis: "write dim" } },
);

/** Options of {@link gradient}. */
export interface GradientOptions extends c.OptionsOf<typeof gradientOptions> {}

/**
 * Estimates the slope of a sampled function along each dim, by central differences inside and one-sided ones at the ends.
 * int32 gives float32. For derivatives of functions, see `grad` of @saccade/autograd.
 *
 * @throws ShapeError where a dim has edgeOrder elements or fewer, and where coordinates do not fit a dim; ArgumentError for
 * other spacings.
 * @example gradient(tensor([1, 4, 9, 16]))[0] // tensor([3, 4, 6, 7])
 */
export function gradient(x: Tensor, given?: GradientOptions): readonly Tensor[] {
  checkTensor(gradientOptions.what, "x", x);
  const { spacing = 1, dim, edgeOrder } = gradientOptions(given);
  const fix = `as in ${gradientOptions.example}`;
  const along: readonly unknown[] =
    dim === undefined ? x.shape.map((_, i) => i) : Array.isArray(dim) ? Array.from(dim) : [dim];
  if (Array.isArray(dim) && along.length === 0)
    throw c.badArgument("gradient", "dim", "a whole number or an array of some", dim, fix);
  const dims = along.map((one) => dimOf("gradient", one, x.ndim, fix));
  if (new Set(dims).size < dims.length)
    throw new c.ShapeError(
      `gradient: a dim appears more than once in ${formatShape(dims)}; name each dim once.`,
    );
  const list: readonly unknown[] = Array.isArray(spacing) ? Array.from(spacing) : dims.map(() => spacing);
  if (list.length !== dims.length)
    throw c.badArgument(
      "gradient",
      "spacing",
      `a number, or a list of ${dims.length}, one for each dim`,
      spacing,
      fix,
    );
  const y = cast(x, isFloat(x.dtype) ? x.dtype : "float32");
  const steps = list.map((step, i) =>
    stepsOf(y, step, dims[i]!, Array.isArray(spacing) ? `spacing[${i}]` : "spacing"),
  );
  for (const d of dims)
    if (x.shape[d]! <= edgeOrder)
      throw new c.ShapeError(
        `gradient: ${x.describe()} must have at least ${edgeOrder + 1} elements along dim ${d} for edgeOrder: ${edgeOrder}; name other dims, as in ${gradientOptions.example}.`,
      );
  return dims.map((d, i) => slope(y, d, steps[i]!, edgeOrder));
}

/** The spacing along a dim: a number, or a tensor (…, n − 1, …) that broadcasts. */
function stepsOf(x: Tensor, step: unknown, d: number, name: string): number | Tensor {
  if (typeof step === "number" && Number.isFinite(step)) return step;
  if (!(step instanceof Tensor))
    throw c.badArgument("gradient", name, "a finite number, or a vector of coordinates", step);
  checkInputs("gradient", { x, [name]: step });
  const n = x.shape[d]!;
  if (step.ndim !== 1 || step.shape[0] !== n)
    throw new c.ShapeError(
      `gradient: ${name} ${step.describe()} must be a vector of ${n}, the coordinates along dim ${d}; flatten() it, or write a number.`,
    );
  const along = (part: Tensor): Tensor =>
    cast(part, x.dtype).reshape(mapSizes(x.shape, (_, i) => (i === d ? n - 1 : 1)));
  return along(step.narrow(0, 1, n - 1).sub(step.narrow(0, 0, n - 1)));
}

function slope(x: Tensor, d: number, steps: number | Tensor, order: number): Tensor {
  const n = x.shape[d]!;
  const at = (start: number, length: number = 1): Tensor => x.narrow(d, start, length);
  const h = (start: number, length: number = 1): number | Tensor =>
    typeof steps === "number" ? steps : steps.narrow(d, start, length);
  // The slopes of the parabola through three neighbors at distances a and b: at the middle, and (end) at the first.
  const inside = (n: number): Tensor => {
    const [a, b] = [h(0, n), h(1, n)];
    if (typeof a === "number" || typeof b === "number")
      return at(2, n)
        .sub(at(0, n))
        .div(2 * Number(a));
    const [left, right] = [at(1, n).sub(at(0, n)).div(a), at(2, n).sub(at(1, n)).div(b)];
    return left.mul(b).add(right.mul(a)).div(a.add(b));
  };
  const edge = (first: number, step: 1 | -1): Tensor => {
    const [p, q, r] = [at(first), at(first + step), order === 2 ? at(first + 2 * step) : undefined];
    const gap = (k: number): number | Tensor => h(step === 1 ? k : n - 2 - k);
    const near = q.sub(p).div(gap(0)).mul(step);
    if (r === undefined) return near;
    const far = r.sub(q).div(gap(1)).mul(step);
    const [a, b] = [gap(0), gap(1)];
    if (typeof a === "number" || typeof b === "number") return near.mul(1.5).sub(far.mul(0.5));
    return near.add(near.sub(far).mul(a).div(a.add(b)));
  };
  const ends = [edge(0, 1), edge(n - 1, -1)] as const;
  return n === 2 ? cat(ends, d) : cat([ends[0], inside(n - 2), ends[1]], d);
}

const trapezoidRules = {
  /** The spacing, where no x is given. Default 1. */
  dx: /* @__PURE__ */ c.number(1),
  /** The dim along which. Default -1. */
  dim: /* @__PURE__ */ c.whole(-1),
} as const;
/* @__NO_SIDE_EFFECTS__ */
function optionsFor(what: string): c.Options<typeof trapezoidRules> {
  return c.options(`${what}(y, x, { dim: 0 }) or ${what}(y, undefined, { dx: 0.5 })`, trapezoidRules, {
    renamed: { axis: "write dim" },
  });
}
const trapezoidOptions = /* @__PURE__ */ optionsFor("trapezoid");
const cumulativeOptions = /* @__PURE__ */ optionsFor("cumulativeTrapezoid");

/** Options of {@link trapezoid}. */
export interface TrapezoidOptions extends c.OptionsOf<typeof trapezoidOptions> {}

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
  of: c.Options<typeof trapezoidRules>,
  y: Tensor,
  x: Tensor | undefined,
  chosen: TrapezoidOptions | undefined,
): { readonly areas: Tensor; readonly d: number } {
  const { what } = of;
  checkInputs(what, x === undefined ? { y } : { y, x });
  const { dx, dim } = of(chosen);
  if (x !== undefined && chosen?.dx !== undefined)
    throw new c.ArgumentError(`${what}: dx cannot be combined with x; leave one out.`);
  const d = dimOfSome(what, dim, y, `as in ${of.example}`);
  const n = y.shape[d]!;
  const less = Math.max(0, n - 1);
  const after = (t: Tensor): Tensor => t.narrow(d, n - less, less);
  const before = (t: Tensor): Tensor => t.narrow(d, 0, less);
  const heights = c.within(what, () => after(y).add(before(y)));
  if (x === undefined) return { areas: heights.mul(dx).div(2), d };
  const front = Array<number>(Math.max(0, y.ndim - x.ndim)).fill(1);
  const at =
    x.ndim === 1
      ? x.reshape(mapSizes(y.shape, (_, i) => (i === d ? x.numel : 1)))
      : x.reshape([...front, ...x.shape]);
  if (at.ndim !== y.ndim || at.shape.some((size, i) => size !== y.shape[i] && (i === d || size !== 1)))
    throw new c.ShapeError(
      `${what}: x ${x.describe()} must have the shape of y ${y.describe()}, or be a vector of ${n} along dim ${d}; expand() it.`,
    );
  return { areas: c.within(what, () => heights.mul(after(at).sub(before(at))).div(2)), d };
}

/** PyTorch's other name of it. */
export { trapezoid as trapz };
