import fc from "fast-check";
import { expect, test } from "vitest";
import * as t from "../src/index.ts";

const { NaN: nan, POSITIVE_INFINITY: inf, MIN_VALUE: least, MAX_VALUE: most } = Number;
const double = (...values: number[]): t.Tensor => t.tensor(values, { dtype: "float64" });
const int32 = (...values: number[]): t.Tensor => t.tensor(values, { dtype: "int32" });
const anyDouble = fc.double({ noNaN: true, noDefaultInfinity: true });
const anyInt = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const check = (property: () => fc.IProperty<[number, number]> | fc.IProperty<[number]>): void =>
  t.scope(() => {
    fc.assert<unknown>(property() as fc.IProperty<unknown>);
  });

test("mantissa and exponent make the number again, the smallest and the largest too", () => {
  check(() =>
    fc.property(fc.oneof(anyDouble, fc.constantFrom(least, -least, most, 0, -0, 2 ** -1022)), (x) => {
      const { mantissa, exponent } = t.frexp(double(x));
      const m = Math.abs(mantissa.item());
      expect(x === 0 ? m === 0 : m >= 0.5 && m < 1).toBe(true);
      // In two steps: the power alone may overflow.
      const half = exponent.floorDivide(2);
      expect(t.ldexp(t.ldexp(mantissa, half.to("float64")), exponent.sub(half).to("float64")).item()).toBe(x);
    }),
  );
});

test("no float lies between a number and the next one", () => {
  check(() =>
    fc.property(anyDouble, anyDouble, (a, b) => {
      const next = t.nextafter(double(a), double(b)).item();
      if (a === b) expect(next).toBe(b);
      else {
        expect(Math.sign(next - a) === Math.sign(b - a) || Math.abs(next - a) === 0).toBe(true);
        const middle = a / 2 + next / 2;
        expect(middle === a || middle === next || Math.abs(a) < 1e-300).toBe(true);
      }
    }),
  );
  expect(t.nextafter(t.tensor([1, 0, -1]), t.tensor([2, -1, nan])).toArray()).toEqual([
    1 + 2 ** -23,
    -(2 ** -149),
    nan,
  ]);
});

test("signs are read and copied, that of −0 too", () => {
  expect(t.signbit(t.tensor([-0, 0, -1, inf])).toArray()).toEqual([true, false, true, false]);
  expect(t.copysign(t.tensor([1, -2, 0]), t.tensor([-0, 3, -1])).toArray()).toEqual([-1, 2, -0]);
  expect(t.copysign(int32(3), -1).dtype).toBe("float32");
  expect(t.heaviside(t.tensor([-1, 0, 2]), t.tensor([7])).toArray()).toEqual([0, 7, 1]);
});

test("whole numbers: bits as in JavaScript, shifts beyond 31 push all bits out, divisors by Euclid", () => {
  check(() =>
    fc.property(anyInt, anyInt, (a, b) => {
      expect(t.bitwiseXor(int32(a), b).item()).toBe(a ^ b);
      expect(t.bitwiseNot(int32(a)).item()).toBe(~a);
      const shift = Math.abs(b) % 40;
      expect(t.bitwiseLeftShift(int32(a), shift).item()).toBe(shift > 31 ? 0 : a << shift);
      expect(t.bitwiseRightShift(int32(a), shift).item()).toBe(a >> Math.min(shift, 31));
    }),
  );
  const small = fc.integer({ min: -3000, max: 3000 });
  check(() =>
    fc.property(small, small, (a, b) => {
      const divisor = t.gcd(int32(a), b).item();
      if (divisor > 0) expect([Math.abs(a % divisor), Math.abs(b % divisor)]).toEqual([0, 0]);
      expect(divisor * t.lcm(int32(a), b).item()).toBe(Math.abs(a * b));
    }),
  );
  expect(t.bitwiseNot(t.tensor([true])).toArray()).toEqual([false]);
  expect(() => t.gcd(t.tensor([1.5]), 2)).toThrow(
    'gcd: a must be int32, got float32[1]; convert it with to("int32").',
  );
});

test("closeness: infinities of one sign, NaN on request, exact where tolerances are 0", () => {
  const a = t.tensor([1, inf, -inf, nan, 1e10]);
  const b = t.tensor([1 + 1e-6, inf, inf, nan, 1.00001e10]);
  expect(t.isclose(a, b).toArray()).toEqual([true, true, false, false, false]);
  expect(t.isclose(a, b, { rtol: 1e-3, equalNan: true }).toArray()).toEqual([true, true, false, true, true]);
  expect(t.isclose(int32(2 ** 31 - 1), int32(-(2 ** 31)), { rtol: 0, atol: 1 }).item()).toBe(0);
  expect([t.equal(a, a), t.equal(int32(1), int32(1)), t.equal(int32(1), int32(1, 1))]).toEqual([
    false,
    true,
    false,
  ]);
  expect(() => t.equal(int32(1), t.tensor([1]))).toThrow("equal: b must be int32, as the first tensor is");
});

test("allclose and equal leave no tensors behind, without a scope too", () => {
  const a = t.tensor([1, 2]);
  const before = t.memory().tensors;
  expect([t.allclose(a, a), t.equal(a, a)]).toEqual([true, true]);
  expect(t.memory().tensors).toBe(before);
});

test("isin looks elements up in another tensor, of another dtype too", () => {
  expect(t.isin(int32(1, 2, 3), t.tensor([3, 1.5, nan])).toArray()).toEqual([false, false, true]);
  expect(t.isin(t.tensor([nan, 1]), t.tensor([nan]), { invert: true }).toArray()).toEqual([true, true]);
});

test("a blend reaches both ends exactly", () => {
  check(() =>
    fc.property(anyDouble, anyDouble, (a, b) => {
      fc.pre(Number.isFinite(b - a));
      const [x, y] = [double(a), double(b)];
      expect([t.lerp(x, y, 0).item() + 0, t.lerp(x, y, 1).item() + 0]).toEqual([a + 0, b + 0]);
      expect(t.lerp(x, y, double(1)).item() + 0).toBe(b + 0);
    }),
  );
  expect(t.addcmul(int32(1), int32(2), int32(3), { value: 2 }).dtype).toBe("int32");
  expect(() => t.addcdiv(int32(1), int32(2), int32(3))).toThrow("are both whole numbers");
});

test("rounded quotients: down and towards 0, exact for large whole numbers", () => {
  check(() =>
    fc.property(anyInt, anyInt, (a, b) => {
      fc.pre(b !== 0 && !(a === -(2 ** 31) && b === -1));
      expect(t.div(int32(a), int32(b), { roundingMode: "trunc" }).toArray()).toEqual([Math.trunc(a / b) + 0]);
      expect(t.div(int32(a), int32(b), { roundingMode: "floor" }).toArray()).toEqual([Math.floor(a / b) + 0]);
    }),
  );
  expect(() => t.div(int32(1), int32(0), { roundingMode: "floor" })).toThrow(
    "div: the divisor holds the whole number 0",
  );
  expect(t.div(int32(1), 2, {}).toArray()).toEqual([0.5]);
});

test("decimals, and the arguments of map", () => {
  expect(t.round(double(1234.5678), { decimals: 2 }).item()).toBe(1234.57);
  expect(t.round(double(1250, 1350), { decimals: -2 }).toArray()).toEqual([1200, 1400]);
  const xs = [double(1.5), double(2.5)];
  const mapped: t.Tensor[] = Reflect.apply(xs.map, xs, [t.round]);
  expect(mapped.map((x) => x.item())).toEqual([2, 2]);
});

test("bounds are numbers and tensors in any mix", () => {
  const x = t.tensor([[-2], [0.5], [9]]);
  const clamped = t.clamp(x, { min: t.tensor([0, 1]), max: 3 });
  expect(clamped.toArray()).toEqual([
    [0, 1],
    [0.5, 1],
    [3, 3],
  ]);
  expect(t.clamp(int32(5), { max: t.tensor([2.5]) }).toArray()).toEqual([2.5]);
  expect(t.clamp(t.tensor([nan, 1]), { min: t.tensor([0, nan]) }).toArray()).toEqual([nan, nan]);
  expect(t.fmax(t.tensor([nan, 1]), t.tensor([0, nan])).toArray()).toEqual([0, 1]);
  expect(() => t.clamp(x, { min: ones2() })).toThrow("clamp: [3, 1] and [2, 2] do not broadcast");
});

const ones2 = (): t.Tensor => t.tensor([[1, 1], [1, 1]]); // biome-ignore format: one line

test("edges: no overflow of squares, no NaN from 0 · ∞, none left by nanToNum", () => {
  expect(t.hypot(double(1e300), 1e300).item()).toBeCloseTo(Math.SQRT2 * 1e300, -290);
  expect(t.xlogy(t.tensor([0, 0, 2]), t.tensor([0, nan, 0])).toArray()).toEqual([0, nan, -inf]);
  expect(t.atan2(t.tensor([0]), t.tensor([-1])).item()).toBeCloseTo(Math.PI, 6);
  expect(t.nanToNum(double(nan, inf, -inf), { nan: 1 }).toArray()).toEqual([1, most, -most]);
  expect(t.nanToNum(int32(3)).toArray()).toEqual([3]);
});
