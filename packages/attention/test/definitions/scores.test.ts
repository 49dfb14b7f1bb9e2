import type { Tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as library from "../../src/index.ts";
import { backends, hold, inputsOf, maskOf, seeds, size } from "./hold.ts";
import * as plain from "./plain.ts";

type Scores = (q: Tensor, k: Tensor) => Tensor;
type Make = (dq: number, dk: number, more: number) => readonly [library.Scoring, Scores];

/** Each class of scores for queries of size dq, and for keys of size dk where they may differ, with its definition. */
const kinds: Readonly<Record<string, Make>> = {
  DotScoring: (d) => [new library.DotScoring(d), plain.products],
  ScaledDotScoring: (d) => [
    new library.ScaledDotScoring(d),
    (q, k) => plain.products(q, k).div(Math.sqrt(d)),
  ],
  BilinearScoring(dq, dk) {
    const scoring = new library.BilinearScoring(dq, dk);
    return [scoring, (q, k) => plain.products(q.matmul(scoring.W.weight), k)];
  },
  AdditiveScoring(dq, dk, h) {
    const scoring = new library.AdditiveScoring(dq, dk, h);
    const { W_q, W_k, w_v } = scoring;
    return [
      scoring,
      (q, k) =>
        plain.additiveScores(q.matmul(W_q.weight.t()), k.matmul(W_k.weight.t()), w_v.weight.flatten()),
    ];
  },
  ConcatScoring(dq, dk, h) {
    const scoring = new library.ConcatScoring(dq, dk, h);
    return [
      scoring,
      (q, k) => plain.ofPairs(q, k, scoring.W).tanh().mul(scoring.w_v.weight.flatten()).sum(-1),
    ];
  },
  PerceptronScoring(dq, dk, h) {
    const scoring = new library.PerceptronScoring(dq, dk, h);
    const { W_1, w_2 } = scoring;
    return [scoring, (q, k) => plain.ofPairs(q, k, W_1).relu().mul(w_2.weight.flatten()).sum(-1)];
  },
  CosineScoring: (d, _, scale) => [
    new library.CosineScoring(d, { scale }),
    (q, k) =>
      plain
        .products(q.div(q.norm({ dim: -1, keepdim: true })), k.div(k.norm({ dim: -1, keepdim: true })))
        .mul(scale),
  ],
  GaussianScoring: (d, _, bandwidth) => [
    new library.GaussianScoring(d, { bandwidth }),
    (q, k) => plain.gaussianScores(q, k, bandwidth),
  ],
  LocationScoring(dq, _, more) {
    const scoring = new library.LocationScoring(dq, 5 + more);
    return [scoring, (q, k) => q.matmul(scoring.W.weight.t()).narrow(-1, 0, k.size(-2))];
  },
};

test("every class of scores has a definition", () => {
  const classes = Object.entries(library).filter(
    ([, value]) => typeof value === "function" && value.prototype instanceof library.Scoring,
  );
  expect(classes.map(([name]) => name).toSorted()).toEqual(Object.keys(kinds).toSorted());
});

// Moves numbers away from 0, where the cosine of a short vector has large derivatives.
function away(x: Tensor | undefined): Tensor {
  return x!.add(x!.sign());
}

const call = fc.record({
  b: size(3),
  lq: size(4),
  lk: size(5),
  dq: size(6),
  dk: size(6),
  more: size(4),
  seed: seeds,
});

describe.each(Object.entries(kinds))("%s", (_, make) => {
  test.each(backends)("has the scores of its definition, and its derivatives, on %s", (_name, backend) => {
    const property = fc.property(call, ({ b, lq, lk, dq, dk, more, seed }) => {
      const [scoring, definition] = make(dq, dk, more);
      const inputs = inputsOf(seed, [b, lq, dq], [b, lk, scoring.keySize ?? dk]);
      hold(backend, {
        definition: (q, k) => definition(away(q), away(k)),
        library: (q, k) => scoring.scores(away(q), away(k)),
        inputs,
        module: scoring,
        second: true,
      });
    });
    fc.assert(property, runs(15));
  });

  test.each(backends)("attends with them under masks on %s", (_name, backend) => {
    const property = fc.property(call, ({ b, lq, lk, dq, dk, more, seed }) => {
      const [scoring, definition] = make(dq, dk, more);
      const inputs = inputsOf(seed, [b, lq, dq], [b, lk, scoring.keySize ?? dk], [b, lk, 2]);
      hold(backend, {
        definition(q, k, v, mask) {
          const { output, weights } = plain.attend(definition(away(q), away(k)), v!, mask);
          return [output, weights];
        },
        library(q, k, v, mask) {
          const { output, weights } = scoring.forward(away(q), away(k), v!, { mask });
          return [output, weights];
        },
        inputs: [...inputs, maskOf(seed, [b, lq, lk])],
        module: scoring,
        second: true,
      });
    });
    fc.assert(property, runs(15));
  });
});
