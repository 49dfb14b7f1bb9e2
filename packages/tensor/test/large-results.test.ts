import { expect, test } from "vitest";
import {
  add,
  blockDiag,
  cartesianProd,
  cat,
  combinations,
  histogram,
  histogramdd,
  hypot,
  kron,
  matmul,
  memory,
  meshgrid,
  ones,
  outer,
  stack,
  type Tensor,
  where,
  windows,
} from "../src/index.ts";
import { expectRefused } from "./walk.ts";

const v = ones([50000]);
const [row, column] = [v.unsqueeze(0), v.unsqueeze(1)];

/** Calls whose results have 2³¹ elements or more. Other backends share the rule, which `apply` has. */
const calls: Readonly<Record<string, () => unknown>> = {
  add: () => add(row, column),
  hypot: () => hypot(row, column),
  where: () => where(row.gt(0), column, 0),
  outer: () => outer(v, v),
  matmul: () => matmul(column, row),
  kron: () => kron(v, v),
  cat: () => cat(new Array<Tensor>(50000).fill(v)),
  stack: () => stack(new Array<Tensor>(50000).fill(v)),
  blockDiag: () => blockDiag(column, row),
  diagEmbed: () => v.diagEmbed(),
  meshgrid: () => meshgrid([v, v]),
  cartesianProd: () => cartesianProd(v, v),
  combinations: () => combinations(ones([2000]), { r: 5 }),
  histogram: () => histogram(v, 2 ** 40),
  histogramdd: () => histogramdd(ones([3, 4]), 1000),
  "windows.hann": () => windows.hann(2 ** 40),
};

test.each(Object.entries(calls))("%s refuses a result of 2^31 elements before it takes memory", (name, f) => {
  const before = memory().bytes;
  expectRefused(f, new RegExp(`^${name}: .* has (more than|a size above) 2\\^31 - 1`));
  expect(memory().bytes - before).toBeLessThan(10 * v.numel * 4);
});

test("combinations are listed without a search for them", () => {
  const x = ones([60]).cumsum(0);
  expect(combinations(x, { r: 59 }).shape).toEqual([60, 59]);
  expect(combinations(x.narrow(0, 0, 3), { r: 2, withReplacement: true }).toArray()).toEqual([
    ...[[1, 1], [1, 2], [1, 3]], // biome-ignore format: one line
    ...[[2, 2], [2, 3], [3, 3]], // biome-ignore format: one line
  ]);
  expect(combinations(x.narrow(0, 0, 1), { r: 100000, withReplacement: true }).shape).toEqual([1, 100000]);
  expect(combinations(x.narrow(0, 0, 2), { r: 3 }).shape).toEqual([0, 3]);
});
