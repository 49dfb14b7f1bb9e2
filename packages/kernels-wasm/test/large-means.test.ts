import { fromData, referenceBackend, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { expect, test } from "vitest";
import { backends } from "./hosts.ts";

// Two passes in float32 by chunks, as PyTorch computes the moments of a row: the mean is rounded to float32 once.
function asPyTorch(row: Float32Array, eps: number): number[] {
  const f = Math.fround;
  let mean = 0;
  let squares = 0;
  row.forEach((x, i) => {
    const delta = f(x - mean);
    mean = f(mean + f(delta / (i + 1)));
    squares = f(squares + f(delta * f(x - mean)));
  });
  const rstd = f(1 / f(Math.sqrt(f(f(squares / row.length) + eps))));
  return Array.from(row, (x) => f(f(x - mean) * rstd));
}

const error = (got: ArrayLike<number>, exact: ArrayLike<number>): number =>
  Math.max(...Array.from(exact, (x, i) => Math.abs(got[i]! - x)));

test.each(await backends())("%s: layer norm of rows with a large mean keeps its digits", (_way, backend) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 700 }),
      fc.constantFrom(10, 1e2, 1e3, 1e4),
      fc.nat(999),
      (n, mean, seed) => {
        const row = Float32Array.from(
          { length: n },
          (_, i) => mean + Math.sin(seed + i * 1.7) * (1 + (i % 3)),
        );
        const norm = (x: Tensor): ArrayLike<number> =>
          fused.layerNorm(x, [], { dims: 1, eps: 1e-5 }).dataSync();
        const exact = norm(fromData(Float64Array.from(row), [1, n], { backend: referenceBackend() }));
        const got = norm(fromData(row, [1, n], { backend }));
        expect(error(got, exact)).toBeLessThanOrEqual(2 * error(asPyTorch(row, 1e-5), exact) + 1e-6);
      },
    ),
    { seed: 1, numRuns: 100 },
  );
});
