import { expect, test } from "vitest";
import * as t from "../src/index.ts";
import { cosTurnFloat32, logFloat32, threefry2x32 } from "../src/ops/random/normal.ts";

test("threefry gives the known answers of Random123", () => {
  const words = new Uint32Array(2);
  threefry2x32(0, 0, 0, 0, words);
  expect([...words]).toEqual([0x6b200159, 0x99ba4efe]);
  threefry2x32(-1, -1, -1, -1, words);
  expect([...words]).toEqual([0x1cb996fc, 0xbb002be7]);
  threefry2x32(0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3, words);
  expect([...words]).toEqual([0xc4923a9c, 0x483df7a0]);
});

test("the same seed repeats, another differs, and state resumes the stream", () => {
  t.manualSeed(3);
  const first = t.rand([5]).dataSync();
  const state = t.getRandomState();
  const second = t.randn([5]).dataSync();
  t.manualSeed(3);
  expect(t.rand([5]).dataSync()).toEqual(first);
  t.setRandomState(JSON.parse(JSON.stringify(state)));
  expect(t.randn([5]).dataSync()).toEqual(second);
  t.manualSeed(4);
  expect(t.rand([5]).dataSync()).not.toEqual(first);
});

test("element i does not depend on how many are drawn", () => {
  const short = t.randn([3], { generator: new t.Generator(1) }).dataSync();
  const long = t.randn([300], { generator: new t.Generator(1) }).dataSync();
  expect(long.slice(0, 3)).toEqual(short);
});

test("uniform and normal numbers have their moments", () => {
  const generator = new t.Generator(0);
  const n = 100_000;
  const u = t.rand([n], { generator }).dataSync();
  const z = t.randn([n], { generator }).dataSync();
  const mean = (f: (x: number) => number, x: ArrayLike<number>): number =>
    Array.from(x, f).reduce((a, b) => a + b) / n;
  expect(Math.min(...u)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...u)).toBeLessThan(1);
  // Standard errors: 0.0009, 0.0032, 0.0045, 0.016.
  expect(Math.abs(mean((x) => x, u) - 0.5)).toBeLessThan(0.004);
  expect(Math.abs(mean((x) => x, z))).toBeLessThan(0.013);
  expect(Math.abs(mean((x) => x * x, z) - 1)).toBeLessThan(0.018);
  expect(Math.abs(mean((x) => x ** 4, z) - 3)).toBeLessThan(0.12);
});

test("the float32 polynomials keep to their stated error", () => {
  const ulp = (x: number): number => 2 ** (Math.floor(Math.log2(Math.abs(x))) - 23);
  for (let i = 1; i < 20_000; i++) {
    const x = Math.fround(i / 20_000);
    expect(Math.abs(logFloat32(x) - Math.log(x)) / ulp(Math.log(x))).toBeLessThanOrEqual(2);
    expect(Math.abs(cosTurnFloat32(x) - Math.cos(2 * Math.PI * x))).toBeLessThan(2e-7);
  }
});

test("randperm is a permutation, randint stays in range, bernoulli keeps its rate", () => {
  const generator = new t.Generator(5);
  expect([...t.randperm(100, { generator }).dataSync()].sort((a, b) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, i) => i),
  );
  const drawn = t.randint(-2, 3, [1000], { generator }).dataSync();
  expect(new Set(drawn)).toEqual(new Set([-2, -1, 0, 1, 2]));
  const rate = t.bernoulli(0.3, [10_000], { generator }).to("float32").sum().item() / 10_000;
  expect(Math.abs(rate - 0.3)).toBeLessThan(0.02);
});

test("bad seeds, states and rates are refused", () => {
  expect(() => t.manualSeed(-1)).toThrow(/manualSeed: seed must be a whole number ≥ 0, got -1/);
  expect(() => t.setRandomState({ seed: [1, 2], offset: 0.5 })).toThrow(/getRandomState/);
  expect(() => t.bernoulli(1.5, [1])).toThrow(/bernoulli: p must be a number from 0 to 1/);
  expect(() => t.rand([1], { dtype: "int32" })).toThrow(/int32/);
});
