import { Generator, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

// Gradients of the weight are float32 sums over all batches, queries and keys.
const close = { relative: 2e-5, absolute: 2e-5 };
const size = (max: number) => fc.integer({ min: 1, max });

describe.each(await backends())("%s, additive scores of any size", (way, backend) => {
  test("scores and gradients are the reference's, batch dims broadcast", () => {
    const sizes = fc.record({
      batch: size(5),
      lq: size(4),
      lk: size(9),
      h: fc.oneof(size(9), fc.constantFrom(16, 33)),
      oneQuery: fc.boolean(),
      scale: fc.constantFrom(0.01, 1, 20),
    });
    fc.assert(
      fc.property(sizes, ({ batch, lq, lk, h, oneQuery, scale }) => {
        const shapes = [[oneQuery ? 1 : batch, lq, h], [batch, lk, h], [h]];
        const [q, k, v] = shapes.map((shape, i) => randn(shape, { generator: new Generator(i) })) as [
          Tensor,
          Tensor,
          Tensor,
        ];
        const scores = (...xs: Tensor[]): Tensor => fused.additiveScores(xs[0]!, xs[1]!, xs[2]!);
        holdAgainstReference(backend, scores, [q.mul(scale), k.mul(scale), v], { close });
      }),
      runsOf(way, 60),
    );
  });
});
