import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as t from "../src/index.ts";

const int32 = { dtype: "int32" } as const;
const x = (): t.Tensor => t.zeros([2, 3], int32);
const index = (): t.Tensor => t.zeros([1, 1], int32);

/** Everything that writes a given number into an int32 tensor. */
const writers: Readonly<Record<string, (value: number) => unknown>> = {
  "tensor of a number": (value) => t.tensor(value, int32),
  "tensor of nested arrays": (value) => t.tensor([[1, value]], int32),
  "tensor of a Float64Array": (value) => t.tensor(Float64Array.of(1, value), int32),
  "tensor of a Float32Array": (value) => t.tensor(Float32Array.of(1, value), int32),
  "fromData of a Float64Array": (value) => t.fromData(Float64Array.of(value), [1], int32),
  "fromData of a Float32Array": (value) => t.fromData(Float32Array.of(value), [1], int32),
  full: (value) => t.full([2], value, int32),
  fullLike: (value) => t.fullLike(x(), value),
  "arange's start": (value) => t.arange(value, 9, 1, int32),
  "arange's step": (value) => t.arange(0, 9, Math.abs(value), int32),
  linspace: (value) => t.linspace(value, 9, 2, int32),
  pad: (value) => x().pad([1, 1], { value }),
  indexPut: (value) => x().indexPut([t.tensor([0], int32)], value),
  "indexPut that adds": (value) => x().indexPut([t.tensor([0], int32)], value, { accumulate: true }),
  scatter: (value) => x().scatter(0, index(), value),
  "indexPut of a tensor": (value) => x().indexPut([t.tensor([0], int32)], t.tensor(value)),
  "scatter of a tensor": (value) => x().scatter(0, index(), t.tensor([[value]])),
  "scatterAdd of a tensor": (value) => x().scatterAdd(0, index(), t.tensor([[value]])),
  "indexAdd of a tensor": (value) => x().indexAdd(0, t.tensor([0], int32), t.full([1, 3], value)),
  "maskedScatter of a tensor": (value) => x().maskedScatter(x().eq(0), t.full([6], value)),
};

const fraction = fc
  .double({ min: -1000, max: 1000, noNaN: true })
  .filter((value) => !Number.isInteger(Math.fround(value)) && Math.abs(value) > 0.01);

describe.each(Object.entries(writers))("%s", (name, write) => {
  test("refuses a fraction, by name, and takes whole numbers", () => {
    fc.assert(
      fc.property(fraction, (value) => {
        expect(() => write(value)).toThrow(new RegExp(`^${name.split(/[ ']/)[0]}: `));
      }),
      { numRuns: 50 },
    );
    if (!name.endsWith("of a tensor")) expect(() => write(2)).not.toThrow();
  });
});

test("the error says how to truncate", () => {
  expect(() => t.tensor([1.7], int32)).toThrow(t.ArgumentError);
  expect(() => t.tensor([1.7], int32)).toThrow(
    'tensor: int32 does not hold the fraction 1.7; write Math.trunc(1.7), or convert with to("int32").',
  );
  expect(t.tensor([1.7]).to("int32").item()).toBe(1);
  expect(t.eye(2, int32).toArray()).toEqual([[1, 0], [0, 1]]); // biome-ignore format: one line
});

test("pad fills a bool tensor with true, and other dtypes with numbers only", () => {
  expect(t.tensor([true]).pad([1, 1], { value: true }).toArray()).toEqual([true, true, true]);
  expect(t.tensor([true]).pad([1, 1], { value: false }).toArray()).toEqual([false, true, false]);
  expect(t.tensor([true]).pad([1, 0], { value: 1 }).toArray()).toEqual([true, true]);
  expect(() => t.tensor([1]).pad([1, 1], { value: true })).toThrow("pad: value must be a number, got true.");
});
