import { valueAndGrad } from "@saccade/autograd";
import { cat, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import { bools, expectClose, expectNoNaN, ints, noise, numbers } from "../helpers.ts";

const queries = noise([2, 3, 4], 1);
const keys = noise([2, 5, 4], 2);
const values = noise([2, 5, 2], 3);

const kinds: readonly attention.Scoring[] = [
  new attention.DotScoring(4),
  new attention.ScaledDotScoring(4),
  new attention.BilinearScoring(4, 4),
  new attention.AdditiveScoring(4, 4, 6),
  new attention.ConcatScoring(4, 4, 6),
  new attention.PerceptronScoring(4, 4, 6),
  new attention.CosineScoring(4, { scale: 3 }),
  new attention.GaussianScoring(4, { bandwidth: 2 }),
  new attention.LocationScoring(4, 7),
];

describe.each(kinds.map((scoring) => [scoring.constructor.name, scoring] as const))(
  "%s",
  (_name, scoring) => {
    test("broadcasts batch dims", () => {
      const shared = scoring.scores(queries.select(0, 0), keys);
      expect(shared.shape).toEqual([2, 3, 5]);
      expectClose(shared.select(0, 0), scoring.scores(queries, keys).select(0, 0));
    });

    test("ignores what masked keys hold, in values and gradients", () => {
      const validLens = ints([3, 0]);
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
    new attention.AdditiveScoring(4, 4, 6),
  ]) {
    const mask = bools("1 0 1").logicalOr(tensor([true, true, true, true, false]));
    const { grads } = valueAndGrad(
      () => scoring.forward(queries, wild, values, { mask }).output.select(1, 1).square().sum(),
      queries,
    );
    expectNoNaN(grads.select(1, 1));
  }
});
