import { apply, fromData, type Op, ops, scope, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
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

/** What the kernels' docstrings say. */
const claims: readonly Claim[] = [
  { op: ops.exp, exact: Math.exp, ulp: 1.5 },
  { op: ops.expm1, exact: Math.expm1, ulp: 4 },
  { op: ops.tanh, exact: Math.tanh, ulp: 4 },
  { op: ops.sigmoid, exact: sigmoid, ulp: 3 },
  { op: ops.log, exact: Math.log, ulp: 2 },
  { op: ops.log1p, exact: Math.log1p, ulp: 3, where: (x) => x < 1e38 },
  { op: ops.erf, exact: erf, ulp: 2 },
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

// Every 2047th of the 2^32 bit patterns: all exponents and signs, infinities and NaNs among them; and the ends.
function sweep(step: number): Float32Array {
  const special = [
    0,
    -0,
    1,
    -1,
    0.5,
    -0.5,
    Infinity,
    -Infinity,
    NaN,
    1e-45,
    -1e-45,
    3.4028235e38,
    -3.4028235e38,
  ];
  const count = Math.floor(2 ** 32 / step);
  const out = new Float32Array(count + special.length);
  for (let i = 0; i < count; i++) {
    word.setUint32(0, i * step);
    out[i] = word.getFloat32(0);
  }
  out.set(special, count);
  return out;
}

const xs = sweep(8191);
const maxFloat = 3.4028234663852886e38;

describe.each(await backends())("%s", (_way, backend) => {
  test.each(claims)("$op.name stays within $ulp ulp", ({ op, exact, ulp, where }) => {
    scope(() => {
      const ys = apply(op, [fromData(xs, [xs.length], { backend })], {})[0].dataSync();
      let worst = 0;
      let at = 0;
      for (let i = 0; i < xs.length; i++) {
        const x = xs[i]!;
        if (where && !where(x)) continue;
        const want = exact(x);
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
