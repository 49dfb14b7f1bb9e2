// Comparisons that tolerate rounding, whole tensors against each other, and tests of single numbers.

import { flag, number, type OptionsOf, options, type SettingsOf, wrongKind } from "@saccade/contract";
import {
  apply1,
  checkInputs,
  checkTensor,
  checkTogether,
  forEachRowPair,
  inOrder,
  isFloat,
  numelOf,
  type Op,
  sameShape,
} from "../../kit.ts";
import { scope } from "../../memory/scope.ts";
import type { Tensor } from "../../tensor.ts";
import { norm } from "../reduce/norm.ts";
import { eq, isnan, where } from "./comparison.ts";
import { alike } from "./map.ts";

const tolerances = {
  /** The tolerance as a share of |b|. Default 1e-5. */
  rtol: number(1e-5, { min: 0 }),
  /** The tolerance added to it. Default 1e-8. */
  atol: number(1e-8, { min: 0 }),
  /** Whether NaN is close to NaN. Default false. */
  equalNan: flag(false),
};
const iscloseOptions = options("isclose(a, b, { atol: 1e-6 })", tolerances);
const allcloseOptions = options("allclose(a, b, { atol: 1e-6 })", tolerances);

const distOptions = options("dist(a, b, { p: 1 })", {
  /** The order of the norm. Default 2. */
  p: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
});

/** Options of {@link dist}. */
export interface DistOptions extends OptionsOf<typeof distOptions> {}

/** Options of {@link isclose}. */
export interface IscloseOptions extends OptionsOf<typeof iscloseOptions> {}

/** Options of {@link allclose}. */
export interface AllcloseOptions extends OptionsOf<typeof allcloseOptions> {}

/**
 * Whether |a − b| ≤ atol + rtol · |b|, elementwise; equal infinities are close. The shapes broadcast.
 *
 * @throws DTypeError unless both have one dtype; ShapeError unless they broadcast; ArgumentError for a negative tolerance.
 * @example isclose(tensor([1, 2]), tensor([1.000001, 3])) // tensor([True, False], dtype=bool)
 */
export function isclose(a: Tensor, b: Tensor, given?: IscloseOptions): Tensor {
  checkInputs(iscloseOptions.what, { a, b });
  return close("isclose", a, b, iscloseOptions(given));
}

/**
 * Whether all elements of a and b are close, as {@link isclose} says. The elements are read on the host.
 *
 * @throws as {@link isclose}.
 * @example allclose(tensor([1, 2]), tensor([1, 2.1])) // false
 */
export function allclose(a: Tensor, b: Tensor, given?: AllcloseOptions): boolean {
  checkInputs(allcloseOptions.what, { a, b });
  return scope(() => close("allclose", a, b, allcloseOptions(given)).all().item() !== 0);
}

function checkSameDType(what: string, a: Tensor, b: Tensor): void {
  if (a.dtype !== b.dtype) throw wrongKind(what, "b", "same", b, a);
}

type Tolerances = SettingsOf<typeof iscloseOptions>;

/** In double precision, where the distance of two int32 is exact. */
export const iscloseOp: Op<readonly [a: Tensor, b: Tensor], readonly [Tensor], Tolerances> = {
  name: "isclose",
  broadcast: true,
  infer: ([{ shape }]) => [{ shape, dtype: "bool" }],
  forward([a, b], [out], { rtol, atol, equalNan }) {
    const isClose = (x: number, y: number): boolean => {
      if (x === y) return true;
      if (Number.isNaN(x) && Number.isNaN(y)) return equalNan;
      const apart = Math.abs(x - y);
      return Number.isFinite(apart) && apart <= Math.abs(y) * rtol + atol;
    };
    forEachRowPair(a, b, (aAt, aStep, bAt, bStep, at, n) => {
      for (let j = 0; j < n; j++)
        out.data[at + j] = Number(isClose(a.data[aAt + j * aStep]!, b.data[bAt + j * bStep]!));
    });
  },
  gradient: () => [null, null],
};

function close(what: string, a: Tensor, b: Tensor, tolerances: Tolerances): Tensor {
  checkSameDType(what, a, b);
  checkTogether(what, [a, b]);
  return apply1(iscloseOp, [a, b], tolerances);
}

/**
 * Whether a and b have one shape and equal elements. NaN equals nothing. The elements are read on the host.
 *
 * @throws DTypeError unless both have one dtype.
 * @example equal(tensor([1, 2]), tensor([1, 2])) // true
 */
export function equal(a: Tensor, b: Tensor): boolean {
  checkInputs("equal", { a, b });
  checkSameDType("equal", a, b);
  return sameShape(a.shape, b.shape) && scope(() => eq(a, b).all().item() !== 0);
}

/**
 * The p-norm of a − b over all elements (p = 2 by default): the distance between two tensors. The shapes broadcast.
 *
 * @throws DTypeError unless the tensors hold floats; ShapeError unless they broadcast; ArgumentError for an unknown option.
 * @example dist(tensor([1, 2]), tensor([4, 6])) // tensor(5)
 */
export function dist(a: Tensor, b: Tensor, given?: DistOptions): Tensor {
  checkInputs(distOptions.what, { a, b });
  const { p } = distOptions(given);
  for (const [name, x] of Object.entries({ a, b }))
    if (!isFloat(x.dtype)) throw wrongKind("dist", name, "float", x);
  checkTogether("dist", [a, b]);
  return norm(a.sub(b), { p });
}

interface IsinAttrs {
  readonly invert: boolean;
}

export const isinOp: Op<readonly [x: Tensor, among: Tensor], readonly [Tensor], IsinAttrs> = {
  name: "isin",
  infer: ([{ shape }]) => [{ shape, dtype: "bool" }],
  forward([x, among], [out], { invert }) {
    const [from, all] = [inOrder(x), inOrder(among)];
    const values = new Set(all.data.subarray(all.offset, all.offset + numelOf(among.shape)));
    values.delete(Number.NaN);
    for (let i = 0; i < out.data.length; i++)
      out.data[i] = Number(values.has(from.data[from.offset + i]!) !== invert);
  },
  gradient: () => [null, null],
};

const isinOptions = options("isin(x, among, { invert: true })", {
  /** Inverts the result. Default false. */
  invert: flag(false),
  /** Promises that both tensors have unique elements. PyTorch's search uses this; it has no effect here. Default false. */
  assumeUnique: flag(false),
});

/** Options of {@link isin}. */
export interface IsinOptions extends OptionsOf<typeof isinOptions> {}

/**
 * Whether each element of x is an element of `among`: bool, with the shape of x. NaN never is.
 *
 * @throws ArgumentError for an unknown option.
 * @example isin(tensor([1, 2, 3]), tensor([3, 1])) // tensor([True, False, True], dtype=bool)
 */
export function isin(x: Tensor, among: Tensor, given?: IsinOptions): Tensor {
  checkInputs(isinOptions.what, { x, among });
  const { invert } = isinOptions(given);
  return apply1(isinOp, alike(x, among), { invert });
}

/**
 * Whether x is −∞, elementwise.
 *
 * @example isneginf(tensor([1, -Infinity])) // tensor([False, True], dtype=bool)
 */
export function isneginf(x: Tensor): Tensor {
  checkTensor("isneginf", "x", x);
  return eq(x, Number.NEGATIVE_INFINITY);
}

/**
 * Whether x is +∞, elementwise.
 *
 * @example isposinf(tensor([1, Infinity])) // tensor([False, True], dtype=bool)
 */
export function isposinf(x: Tensor): Tensor {
  checkTensor("isposinf", "x", x);
  return eq(x, Number.POSITIVE_INFINITY);
}

const anyNumber = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };
const nanToNumOptions = options("nanToNum(x, { nan: 0, posinf: 1e6, neginf: -1e6 })", {
  /** The replacement for NaN. Default 0. */
  nan: number(0, anyNumber),
  /** The replacement for +∞. Default: the largest number of the dtype. */
  posinf: number(undefined, anyNumber),
  /** The replacement for −∞. Default: the smallest number of the dtype. */
  neginf: number(undefined, anyNumber),
});

/** Options of {@link nanToNum}. */
export interface NanToNumOptions extends OptionsOf<typeof nanToNumOptions> {}

const largestFloat32 = (2 - 2 ** -23) * 2 ** 127;

/**
 * x with NaN and ±∞ replaced by other numbers, elementwise. No gradient flows through replaced elements.
 *
 * @throws ArgumentError for an unknown option.
 * @example nanToNum(tensor([NaN, Infinity, 2]), { posinf: 9 }) // tensor([0, 9, 2])
 */
export function nanToNum(x: Tensor, given?: NanToNumOptions): Tensor {
  checkTensor(nanToNumOptions.what, "x", x);
  const largest = x.dtype === "float64" ? Number.MAX_VALUE : largestFloat32;
  const { nan, posinf = largest, neginf = -largest } = nanToNumOptions(given);
  if (!isFloat(x.dtype)) return x;
  const finite = where(isposinf(x), posinf, where(isneginf(x), neginf, x));
  return where(isnan(x), nan, finite);
}
