import { Generator, randn, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends } from "./hosts.ts";

// Gradients of weights are float32 sums over all steps and rows.
const close = { relative: 2e-5, absolute: 2e-5 };

describe.each(await backends())("%s, recurrent layers", (_way, backend) => {
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
