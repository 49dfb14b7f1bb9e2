import { expect, it } from "vitest";
import { digits, rateOf } from "../../src/pages/speed/model.ts";

it("a rate is the work of a run by the median of its seconds", () => {
  const times = { "matmul wasm": [0.1, 0.5, 0.2], "translator wasm": [0.5, 0.25] };
  expect(rateOf(times, "matmul", "wasm")).toBeCloseTo((2 * 256 ** 3) / 1e9 / 0.2, 9);
  expect(rateOf(times, "translator", "wasm")).toBeCloseTo(1 / 0.375, 9); // runs a second
  expect(rateOf(times, "matmul", "threads")).toBeNull();
});

it("numbers have three digits, or all before the point", () => {
  expect([0.01234, 1.2345, 12.345, 123.45, 12345].map(digits)).toEqual([
    "0.0123",
    "1.23",
    "12.3",
    "123",
    "12,345",
  ]);
});
