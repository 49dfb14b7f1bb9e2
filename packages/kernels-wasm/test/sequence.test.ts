import { Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

// Gradients of weights are float32 sums over all steps and rows.
const close = { relative: 2e-5, absolute: 2e-5 };

const size = (max: number) => fc.integer({ min: 1, max });
const sizes = fc.record({
  steps: size(6),
  batch: size(9),
  hidden: fc.oneof(size(9), fc.constantFrom(16, 17, 33)),
  reverse: fc.boolean(),
  lengths: fc.option(fc.array(fc.nat(8), { minLength: 9, maxLength: 9 })),
  seed: fc.nat(1000),
});

describe.each(await backends())("%s, recurrent layers of any size", (way, backend) => {
  test.each(["gru", "lstm"] as const)("%s: states and gradients are the reference's", (cell) => {
    fc.assert(
      fc.property(sizes, ({ steps, batch, hidden, reverse, lengths, seed }) => {
        const gates = cell === "gru" ? 3 : 4;
        const state = new Array<number[]>(gates - 2).fill([batch, hidden]);
        const shapes = [[steps, batch, gates * hidden], ...state, [gates * hidden, hidden], [gates * hidden]];
        // As layers begin: with large weights, rounding grows from step to step.
        const scale = (i: number): number => (i < gates - 1 ? 1 : 1 / Math.sqrt(hidden));
        const draw = (shape: number[], i: number): Tensor =>
          randn(shape, { generator: new Generator(seed + i) }).mul(scale(i));
        const given = shapes.map(draw);
        const counts = lengths && tensor(lengths.slice(0, batch), { dtype: "int32" });
        const run = (...xs: Tensor[]): Tensor[] => {
          const options = { reverse, lengths: counts ? xs.at(-1)! : null };
          const [x, h, ...rest] = xs as [Tensor, Tensor, ...Tensor[]];
          return cell === "gru"
            ? Object.values(fused.gruSequence(x, h, rest[0]!, rest[1]!, options))
            : Object.values(fused.lstmSequence(x, h, rest[0]!, rest[1]!, rest[2]!, options));
        };
        holdAgainstReference(backend, run, [...given, ...(counts ? [counts] : [])], { close });
      }),
      runsOf(way, 60),
    );
  });

  test("long sequences of many rows", () => {
    const shapes = [[10, 64, 96], [64, 32], [96, 32], [96]];
    const given = shapes.map((shape, i) => randn(shape, { generator: new Generator(i) }).mul(0.3));
    const run = (...xs: Tensor[]): Tensor[] =>
      Object.values(fused.gruSequence(xs[0]!, xs[1]!, xs[2]!, xs[3]!));
    holdAgainstReference(backend, run, given, { close });
  });

  test("scratch is given back", () => {
    const shapes = [[3, 5, 24], [5, 8], [24, 8], [24]];
    const given = shapes.map((shape) => randn(shape));
    const run = (...xs: Tensor[]): Tensor[] =>
      Object.values(fused.gruSequence(xs[0]!, xs[1]!, xs[2]!, xs[3]!));
    const before = backend.use().blocks;
    holdAgainstReference(backend, run, given);
    expect(backend.use().blocks).toBe(before);
  });
});
