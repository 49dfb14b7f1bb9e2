import { fromData, Generator, randn, scope, type Tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { listsOf } from "./contract.ts";
import { backends } from "./hosts.ts";

// Both sides of every bound in the kernels: short rows, narrow matrices, blocks of rows, strips of columns.
const text =
  "7 31, 1, 9 33, 1, 2 1030, 1, 3 15 19, 1, 16 2051, 0, 257 15, 0, 300 3, 0, 2 301 7, 1, 530 17, 0, 2 259 1029, 1, " +
  "5 6 7, 0 2, 40 6 5, 0 2, 3 4 5 6, 0 2, 2 3 4 5 6, 0 2 4, 3 4 5, 0 1 2";
const cases = listsOf(text).flatMap((shape, i, all) => (i % 2 === 0 ? [[shape, all[i + 1]!] as const] : []));

/** Reduces in float64, element by element. */
function exactly(
  { shape, strides }: Tensor,
  values: ArrayLike<number>,
  dims: readonly number[],
  f: (a: number, b: number) => number,
  start: number,
): number[] {
  const out = new Map<string, number>();
  for (let i = 0; i < values.length; i++) {
    const key = shape.map((size, d) => (dims.includes(d) ? "" : Math.floor(i / strides[d]!) % size)).join();
    out.set(key, f(out.get(key) ?? start, values[i]!));
  }
  return [...out.values()];
}

describe.each(await backends())("%s", (_way, backend) => {
  test.each(cases)("sums of %j over %j are within 3 units of float32 of the sum of sizes", (shape, dims) => {
    scope(() => {
      const x = randn(shape, { generator: new Generator(1), backend });
      const values = x.dataSync();
      const want = exactly(x, values, dims, (a, b) => a + b, 0);
      const sizes = exactly(x, values, dims, (a, b) => a + Math.abs(b), 0);
      const got = x.sum(dims).dataSync();
      const wrong = want.findIndex((sum, i) => Math.abs(got[i]! - sum) > 3 * 2 ** -24 * sizes[i]!);
      expect(wrong, `${got[wrong]} for ${want[wrong]}`).toBe(-1);
      expect(got.length).toBe(want.length);
    });
  });

  test.each(cases)(
    "extremes of %j over %j: NaN where there is one, infinities as they are",
    (shape, dims) => {
      scope(() => {
        const count = shape.reduce((a, b) => a * b, 1);
        for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
          const data = randn(shape, { generator: new Generator(2) })
            .dataSync()
            .slice() as Float32Array;
          for (const at of [0, count >> 1, count - 1]) data[at] = odd;
          const x = fromData(data, shape, { backend });
          expect([...x.amax(dims).dataSync()]).toEqual(exactly(x, data, dims, Math.max, -Infinity));
          expect([...x.amin(dims).dataSync()]).toEqual(exactly(x, data, dims, Math.min, Infinity));
        }
        const lowest = fromData(new Float32Array(count).fill(-Infinity), shape, { backend });
        for (const y of [lowest.amax(dims), lowest.amin(dims)])
          expect(new Set(y.dataSync())).toEqual(new Set([-Infinity]));
      });
    },
  );
});
