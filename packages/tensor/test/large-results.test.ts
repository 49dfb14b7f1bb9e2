import { expect, test } from "vitest";
import * as t from "../src/index.ts";
import { expectRefused } from "./walk.ts";

const v = t.ones([50000]);
const [row, column] = [v.unsqueeze(0), v.unsqueeze(1)];

/** Calls whose results have 2³¹ elements or more. Other backends share the rule, which `apply` has. */
const calls: Readonly<Record<string, () => unknown>> = {
  add: () => t.add(row, column),
  hypot: () => t.hypot(row, column),
  where: () => t.where(row.gt(0), column, 0),
  outer: () => t.outer(v, v),
  matmul: () => t.matmul(column, row),
  kron: () => t.kron(v, v),
  cat: () => t.cat(new Array<t.Tensor>(50000).fill(v)),
  stack: () => t.stack(new Array<t.Tensor>(50000).fill(v)),
  blockDiag: () => t.blockDiag(column, row),
  diagEmbed: () => v.diagEmbed(),
  meshgrid: () => t.meshgrid([v, v]),
  cartesianProd: () => t.cartesianProd(v, v),
  combinations: () => t.combinations(t.ones([2000]), { r: 5 }),
  histogram: () => t.histogram(v, 2 ** 40),
  histogramdd: () => t.histogramdd(t.ones([3, 4]), 1000),
  "windows.hann": () => t.windows.hann(2 ** 40),
};

test.each(Object.entries(calls))("%s refuses a result of 2^31 elements before it takes memory", (name, f) => {
  const before = t.memory().bytes;
  expectRefused(f, new RegExp(`^${name}: .* has (more than|a size above) 2\\^31 - 1`));
  expect(t.memory().bytes - before).toBeLessThan(10 * v.numel * 4);
});

test("combinations are listed without a search for them", () => {
  const x = t.ones([60]).cumsum(0);
  expect(t.combinations(x, { r: 59 }).shape).toEqual([60, 59]);
  expect(t.combinations(x.narrow(0, 0, 3), { r: 2, withReplacement: true }).toArray()).toEqual([
    ...[[1, 1], [1, 2], [1, 3]], // biome-ignore format: one line
    ...[[2, 2], [2, 3], [3, 3]], // biome-ignore format: one line
  ]);
  expect(t.combinations(x.narrow(0, 0, 1), { r: 100000, withReplacement: true }).shape).toEqual([1, 100000]);
  expect(t.combinations(x.narrow(0, 0, 2), { r: 3 }).shape).toEqual([0, 3]);
});
