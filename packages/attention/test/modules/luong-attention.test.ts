import { cat, type Tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { LuongAttention } from "../../src/index.ts";
import { ints, noise, numbers } from "../helpers.ts";

test("a window far beyond the sentence gives no weight, and NaN keys outside change nothing", () => {
  const attention = new LuongAttention(4, { local: "monotonic", halfWidth: 1 }).eval();
  const [queries, keys] = [noise([1, 6, 4], 1), noise([1, 4, 4], 2)];
  const validLens = ints([3]);
  const of = (k: Tensor) => attention.forward(queries, attention.projectKeys(k), k, { validLens });
  const { output, weights } = of(keys);
  const nonzero = (weights.toArray() as number[][][])[0]!.map((row) => row.map((x) => (x > 0 ? 1 : 0)));
  expect(nonzero).toEqual([
    [1, 1, 0, 0],
    [1, 1, 1, 0],
    [0, 1, 1, 0],
    [0, 0, 1, 0],
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
  expect(numbers(output.narrow(1, 4, 2))).toEqual(new Array(8).fill(0));
  const wild = cat([keys.narrow(1, 0, 3), keys.narrow(1, 3, 1).mul(Number.NaN)], 1);
  expect(numbers(of(wild).output)).toEqual(numbers(output));
});
