import { fromData, randn } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { backends } from "./hosts.ts";

describe.each(await backends())("%s", (_way, backend) => {
  // Sizes around the tiles of 4 × 8, and beyond 256 columns, from where the right is packed.
  test.each([
    [1, 1, 1],
    [3, 5, 7],
    [4, 9, 8],
    [5, 3, 9],
    [8, 3, 256],
    [9, 1, 257],
    [31, 64, 300],
    [100, 0, 256],
    [64, 129, 263],
  ])("(%i, %i) · (%i columns) is the reference's product, transposed or not", (n, k, m) => {
    const [a, b] = [randn([n, k]), randn([k, m])];
    const want = a.matmul(b).dataSync();
    const [x, y] = [a.to(backend), b.to(backend)];
    const turned = (t: typeof x): typeof x => t.t().clone().t();
    for (const got of [x.matmul(y), turned(x).matmul(y), x.matmul(turned(y))]) {
      const off = got.dataSync().map((value, i) => Math.abs(value - want[i]!));
      expect(Math.max(0, ...off)).toBeLessThan(1e-6 * (k + 1) + 1e-6);
    }
  });

  test("nothing is written beside the output", () => {
    const before = fromData(new Float32Array(64).fill(7), [64], { backend });
    randn([5, 6])
      .to(backend)
      .matmul(randn([6, 9]).to(backend));
    expect(new Set(before.dataSync())).toEqual(new Set([7]));
  });
});
