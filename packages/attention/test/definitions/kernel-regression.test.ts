import type { Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as defined from "../../src/definitions/index.ts";
import { averagePooling, type KernelName, NadarayaWatson, nadarayaWatson } from "../../src/index.ts";
import { backends, both, hold, inputsOf, seeds, size } from "./hold.ts";
import * as plain from "./plain.ts";

const names = Object.keys(defined.kernels) as KernelName[];
const call = fc.record({
  n: size(4),
  m: size(6),
  own: fc.boolean(),
  bandwidth: fc.constantFrom(0.5, 1, 2),
  seed: seeds,
});

/** Queries, keys and values; keys and values of each query's own, or shared. */
function drawn(seed: number, n: number, m: number, own: boolean): Tensor[] {
  return inputsOf(seed, [n], own ? [n, m] : [m], own ? [n, m] : [m]);
}

describe.each(backends)("on %s", (_name, backend) => {
  test.each(names)("regression by the %s kernel is its definition", (kernel) => {
    const property = fc.property(call, ({ n, m, own, bandwidth, seed }) => {
      hold(backend, {
        definition: (q, k, v) => both(plain.nadarayaWatson(q!, k!, v!, defined.kernels[kernel], bandwidth)),
        library: (q, k, v) => both(nadarayaWatson(q!, k!, v!, { kernel, bandwidth })),
        // Quarters: keys are at the edge of a window, or well within it.
        inputs: drawn(seed, n, m, own).map((x, i) => (i === 2 ? x : x.mul(4).round().div(4))),
      });
    });
    fc.assert(property, runs(20));
  });

  test("the learned bandwidth is the inverse of w, and means are those of a constant kernel", () => {
    const property = fc.property(call, ({ n, m, own, seed }) => {
      const regression = new NadarayaWatson();
      hold(backend, {
        definition: (q, k, v) => {
          const [near, far] = [q!.mul(regression.w), k!.mul(regression.w)];
          return both(plain.nadarayaWatson(near, far, v!, defined.kernels.gaussian));
        },
        library: (q, k, v) => both(regression.forward(q!, k!, v!)),
        inputs: drawn(seed, n, m, own),
        module: regression,
        second: true,
      });
      hold(backend, {
        definition: (q, v) => both(plain.nadarayaWatson(q!, v!, v!, (u) => u.mul(0).add(1))),
        library: (q, v) => both(averagePooling(q!, v!)),
        inputs: inputsOf(seed, [n], [m]),
      });
    });
    fc.assert(property, runs(20));
  });
});
