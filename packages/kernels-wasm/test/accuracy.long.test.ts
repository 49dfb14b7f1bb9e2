import { fromData, full, scope, type Tensor } from "@saccade/tensor";
import { apply, type Op, ops } from "@saccade/tensor/backend";
import { describe, expect, test } from "vitest";
import { level } from "../../../vitest.level.ts";
import { backends } from "./hosts.ts";

type Unary = Op<readonly [Tensor], readonly [Tensor], object>;

interface Claim {
  readonly op: Unary;
  /** In double precision. */
  readonly exact: (x: number) => number;
  /** The largest error that is claimed, in units in the last place of the exact result. */
  readonly ulp: number;
  /** Where the claim holds; everywhere without it. */
  readonly where?: (x: number) => boolean;
}

// erf in double precision is the reference op on float64; here its series, which the tensor package tests.
function erf(x: number): number {
  const out = new Float64Array(1);
  const at = { dtype: "float64" as const, shape: [], strides: [], offset: 0 };
  ops.erf.forward([{ ...at, data: Float64Array.of(x) }], [{ ...at, data: out }], {});
  return out[0]!;
}

const sigmoid = (x: number): number => (x >= 0 ? 1 / (1 + Math.exp(-x)) : Math.exp(x) / (1 + Math.exp(x)));
const softplus = (x: number): number => Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));

/** What the kernels' docstrings say. */
const claims: readonly Claim[] = [
  { op: ops.exp, exact: Math.exp, ulp: 1 },
  { op: ops.expm1, exact: Math.expm1, ulp: 2 },
  { op: ops.tanh, exact: Math.tanh, ulp: 4.2 },
  { op: ops.sigmoid, exact: sigmoid, ulp: 2.5 },
  { op: ops.softplus, exact: softplus, ulp: 3 },
  { op: ops.logSigmoid, exact: (x) => -softplus(-x), ulp: 3 },
  { op: ops.log, exact: Math.log, ulp: 1 },
  { op: ops.log1p, exact: Math.log1p, ulp: 3, where: (x) => x < 1e38 },
  { op: ops.erf, exact: erf, ulp: 2 },
  { op: ops.sin, exact: Math.sin, ulp: 1 },
  { op: ops.cos, exact: Math.cos, ulp: 1 },
  { op: ops.tan, exact: Math.tan, ulp: 1 },
  { op: ops.sqrt, exact: Math.sqrt, ulp: 0.5 },
  { op: ops.reciprocal, exact: (x) => 1 / x, ulp: 0.5 },
  { op: ops.rsqrt, exact: (x) => 1 / Math.sqrt(x), ulp: 0.5 },
];

const word = new DataView(new ArrayBuffer(4));

/** The distance of neighbours at x in float32. */
function ulpAt(x: number): number {
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x))), -126);
  return 2 ** (exponent - 23);
}

// Every 32749th of the 2^32 bit patterns, at night every 8191st: all exponents and signs, infinities and NaNs among them; the ends; and where tanh
// is furthest off of all floats between 1e-5 and 9.
function sweep(step: number): Float32Array {
  const sizes = [0, 1, 0.5, Infinity, 1e-45, 3.4028235e38, 0.06060037761926651];
  const special = [...sizes.flatMap((x) => [x, -x]), NaN];
  const count = Math.floor(2 ** 32 / step);
  const out = new Float32Array(count + special.length);
  for (let i = 0; i < count; i++) {
    word.setUint32(0, i * step);
    out[i] = word.getFloat32(0);
  }
  out.set(special, count);
  return out;
}

const xs = sweep(level === "long" ? 8191 : 32_749);

const known = new Map<Claim["exact"], Float64Array>();

/** The exact value at each of xs, computed once for all backends. */
function exactly(exact: Claim["exact"]): Float64Array {
  const values = known.get(exact) ?? Float64Array.from(xs, exact);
  known.set(exact, values);
  return values;
}

const maxFloat = 3.4028234663852886e38;

describe.each(await backends())("%s", (_way, backend) => {
  // Beyond 2^28 sine and its kin run on the reference, for the whole tensor.
  const moderate = xs.filter((x) => Math.abs(x) <= 2 ** 28);
  test.each(claims.filter(({ op }) => /^(sin|cos|tan)$/.test(op.name)))(
    "$op.name up to 2^28",
    ({ op, exact }) => {
      scope(() => {
        const ys = apply(op, [fromData(moderate, [moderate.length], { backend })], {})[0].dataSync();
        const errors = moderate.map((x, i) => Math.abs(ys[i]! - exact(x)) / ulpAt(exact(x)));
        expect(errors.reduce((a, b) => Math.max(a, b), 0)).toBeLessThanOrEqual(1);
      });
    },
  );

  test.each([-2.5, -1.7, -0.5, 0.3, 0.5, 1.5, 4, 7.25])("x to the %d stays within 1 ulp", (exponent) => {
    scope(() => {
      const x = fromData(xs, [xs.length], { backend });
      const powers = apply(ops.powScalar, [x], { exponent })[0].dataSync();
      const same = apply(ops.pow, [x, full([], exponent, { backend })], {})[0].dataSync();
      const isNear = (got: number, want: number): boolean =>
        Object.is(got, want) || Math.abs(got - want) <= ulpAt(want);
      // Roots are roots, as in PyTorch.
      const exact = (v: number): number =>
        exponent === 0.5 ? Math.sqrt(v) : exponent === -0.5 ? 1 / Math.sqrt(v) : v ** exponent;
      const wrong = xs.findIndex((v, i) => !isNear(powers[i]!, Math.fround(exact(v))));
      expect(xs[wrong]).toBeUndefined();
      // Exponents that float32 holds are the same number in both.
      const shared = Math.fround(exponent) === exponent && Math.abs(exponent) !== 0.5;
      const apart = xs.findIndex((_, i) => shared && !Object.is(same[i], powers[i]));
      expect(xs[apart]).toBeUndefined();
    });
  });

  test("tanh is odd, keeps small numbers and the sign of zero, and never passes 1", () => {
    scope(() => {
      const tanh = (of: Float32Array): Float32Array =>
        apply(ops.tanh, [fromData(of, [of.length], { backend })], {})[0].dataSync() as Float32Array;
      const ys = tanh(xs);
      const mirrored = tanh(xs.map((x) => -x));
      const wrong = xs.find((x, i) => {
        const y = ys[i]!;
        if (!Object.is(mirrored[i], -y)) return true;
        if (Math.abs(x) < 1e-5) return Math.abs(y - x) > 4 * ulpAt(x) || Object.is(y, 0) !== Object.is(x, 0);
        return Math.abs(x) >= 9.02 ? y !== Math.sign(x) : Math.abs(y) > 1;
      });
      expect(wrong).toBeUndefined();
    });
  });

  test.each(claims)("$op.name stays within $ulp ulp", ({ op, exact, ulp, where }) => {
    scope(() => {
      const ys = apply(op, [fromData(xs, [xs.length], { backend })], {})[0].dataSync();
      const wanted = exactly(exact);
      let worst = 0;
      let at = 0;
      for (let i = 0; i < xs.length; i++) {
        const x = xs[i]!;
        if (where && !where(x)) continue;
        const want = wanted[i]!;
        const got = ys[i]!;
        if (Object.is(got, want) || Object.is(got, Math.fround(want))) continue;
        if (Number.isNaN(want) || Number.isNaN(got)) expect.fail(`${op.name}(${x}) is ${got}, not ${want}`);
        // Beyond the largest float, the infinity is as good as it.
        const error = Math.abs(Math.abs(got) > maxFloat ? Math.sign(got) * 2 ** 128 - want : got - want);
        const units = error / ulpAt(Math.min(Math.abs(want), maxFloat));
        if (units > worst) [worst, at] = [units, x];
      }
      expect(worst, `${op.name} at ${at}`).toBeLessThanOrEqual(ulp);
    });
  });
});
