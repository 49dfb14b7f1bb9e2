import { Generator, randint, type Tensor } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { classMean, hardCrossEntropy, softCrossEntropy } from "../../src/definitions/index.ts";
import { crossEntropy } from "../../src/index.ts";
import { drawer, expectClose, holdTo, seeds, size } from "./hold.ts";

const reductions = fc.constantFrom("mean", "sum", "none");
const smoothing = fc.oneof(
  fc.constant(0),
  fc.nat(100).map((percent) => percent / 100),
);
const draws = fc.record({
  rows: fc.option(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })), // null: (C)
  classes: size(5),
  reduction: reductions,
  labelSmoothing: smoothing,
  weighted: fc.boolean(),
  seed: seeds,
});
type Drawn = typeof draws extends fc.Arbitrary<infer T> ? T : never;
type Reduction = Drawn["reduction"];

/** (n, C, …), or (C). */
const logitsShape = ({ rows, classes }: Drawn): number[] =>
  rows === null ? [classes] : [rows[0]!, classes, ...rows.slice(1)];

const reduced = (losses: Tensor, reduction: Reduction, mean: () => Tensor): Tensor =>
  reduction === "none" ? losses : reduction === "sum" ? losses.sum() : mean();

describe("crossEntropy", () => {
  test("of classes is its definition, in both derivatives: any shape, weights, smoothing, ignored targets", () => {
    fc.assert(
      fc.property(draws, fc.boolean(), (drawn, ignores) => {
        const { rows, classes, reduction, labelSmoothing, weighted, seed } = drawn;
        const draw = drawer(seed);
        const ignoreIndex = ignores ? 0 : -100;
        const shape = rows ?? [];
        const target = drawTargets(seed, shape, classes);
        const inputs = [draw(...logitsShape(drawn)), ...(weighted ? [draw(classes).abs().add(0.1)] : [])];
        const mean = (losses: Tensor, weight?: Tensor): Tensor =>
          reduced(losses, reduction, () =>
            classMean(losses, target, { weight: weight ?? null, ignoreIndex }),
          );
        const terms = { ignoreIndex, labelSmoothing };
        // The mean of no target is NaN, also by the definition.
        holdTo(
          (x, weight) => mean(hardCrossEntropy(x!, target, { ...terms, weight: weight ?? null }), weight),
          (x, weight) => crossEntropy(x!, target, { ...terms, weight: weight ?? null, reduction }),
          inputs,
        );
        const dim = rows === null ? 0 : 1;
        holdTo(
          (x, weight) => hardCrossEntropy(x!, target, { ...terms, weight: weight ?? null }),
          (x, weight) => fused.crossEntropy(x!, target, { ...terms, weight: weight ?? null, dim }),
          inputs,
        );
      }),
      runs(80),
    );
  });

  test("of probabilities is its definition", () => {
    fc.assert(
      fc.property(draws, (drawn) => {
        const { classes, reduction, labelSmoothing, weighted, seed } = drawn;
        const draw = drawer(seed);
        const q = draw(...logitsShape(drawn)).softmax(drawn.rows === null ? 0 : 1);
        const inputs = [draw(...logitsShape(drawn)), q, ...(weighted ? [draw(classes).abs().add(0.1)] : [])];
        holdTo(
          (x, p, weight) => {
            const losses = softCrossEntropy(x!, p!, { weight: weight ?? null, labelSmoothing });
            return reduced(losses, reduction, () => losses.mean());
          },
          (x, p, weight) => crossEntropy(x!, p!, { weight: weight ?? null, labelSmoothing, reduction }),
          inputs,
        );
      }),
      runs(30),
    );
  });

  test("of a class is that of the probability 1", () => {
    fc.assert(
      fc.property(draws, (drawn) => {
        const { rows, classes, labelSmoothing, seed } = drawn;
        const [draw, target] = [drawer(seed), drawTargets(seed, rows ?? [], classes)];
        const q = target
          .oneHot(classes)
          .movedim(-1, rows === null ? 0 : 1)
          .to("float64");
        const terms = { weight: draw(classes).abs(), labelSmoothing };
        const logits = draw(...logitsShape(drawn));
        const [hard, soft] = [hardCrossEntropy(logits, target, terms), softCrossEntropy(logits, q, terms)];
        expectClose(hard, soft, "losses", 1e-12);
      }),
      runs(30),
    );
  });
});

function drawTargets(seed: number, shape: readonly number[], classes: number): Tensor {
  return randint(0, classes, shape, { generator: new Generator(seed) });
}
