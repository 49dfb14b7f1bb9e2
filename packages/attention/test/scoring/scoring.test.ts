import { valueAndGrad } from "@saccade/autograd";
import { cat, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import { expectClose, expectNoNaN, leaked, noise, numbers } from "../helpers.ts";

const queries = noise([2, 3, 4], 1);
const keys = noise([2, 5, 4], 2);
const values = noise([2, 5, 2], 3);

const additive = new attention.AdditiveScoring(4, 4, 6);
const concat = new attention.ConcatScoring(4, 4, 6);
const location = new attention.LocationScoring(4, 7);

const kinds: readonly attention.Scoring[] = [
  new attention.DotScoring(4),
  new attention.ScaledDotScoring(4),
  new attention.BilinearScoring(4, 4),
  additive,
  concat,
  new attention.PerceptronScoring(4, 4, 6),
  new attention.CosineScoring(4, { scale: 3 }),
  new attention.GaussianScoring(4, { bandwidth: 2 }),
  location,
];

describe.each(kinds.map((scoring) => [scoring.constructor.name, scoring] as const))(
  "%s",
  (_name, scoring) => {
    test("broadcasts batch dims, and leaves no tensor behind", () => {
      const shared = scoring.scores(queries.select(0, 0), keys);
      expect(shared.shape).toEqual([2, 3, 5]);
      expectClose(shared.select(0, 0), scoring.scores(queries, keys).select(0, 0));
      expect(leaked(() => scoring.forward(queries, keys, values))).toBe(0);
    });

    test("ignores what masked keys hold, in values and gradients", () => {
      const validLens = tensor([3, 0], { dtype: "int32" });
      const wild = cat([keys.narrow(1, 0, 3), keys.narrow(1, 3, 2).mul(Number.NaN)], 1);
      const run = (k: Tensor): number[] => {
        const { value, grads } = valueAndGrad(() => {
          const { output } = scoring.forward(queries, k, values, { validLens });
          return { loss: output.square().sum(), output };
        }, [queries, ...scoring.parameters()]);
        expectNoNaN(...grads);
        return [value.output, ...grads].flatMap(numbers);
      };
      expect(run(wild)).toEqual(run(keys));
    });
  },
);

test("a key that is masked for one query only does not reach that query's gradient", () => {
  const wild = cat([keys.narrow(1, 0, 4), keys.narrow(1, 4, 1).mul(Number.NaN)], 1);
  for (const scoring of [
    new attention.DotScoring(4),
    new attention.CosineScoring(4),
    new attention.GaussianScoring(4),
    additive,
  ]) {
    const mask = tensor([[true], [false], [true]]).logicalOr(tensor([true, true, true, true, false]));
    const { grads } = valueAndGrad(
      () => scoring.forward(queries, wild, values, { mask }).output.select(1, 1).square().sum(),
      queries,
    );
    expectNoNaN(grads.select(1, 1));
  }
});

test("no weight of cosines exceeds e² / (e² + n − 1)", () => {
  const q = tensor([[1, 0]]);
  const k = tensor([[5, 0], [-1, 0], [-2, 0], [-3, 0]]); // biome-ignore format: one line
  const { weights } = new attention.CosineScoring(2).forward(q, k, k);
  expect(weights.amax().item()).toBeCloseTo(Math.E ** 2 / (Math.E ** 2 + 3), 6);
});
