import { memory } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { waysToPool } from "../../src/pages/kernel-regression/calls.ts";
import { pointsHeard } from "../../src/pages/kernel-regression/heard.ts";
import { makeStart } from "../../src/pages/kernel-regression/make-start.ts";
import {
  drawPoints,
  heats,
  look,
  makeTrainer,
  rowsAt,
  untrainedW,
} from "../../src/pages/kernel-regression/regression.ts";
import { kernelAt, scoreOf } from "../../src/pages/kernel-regression/score.ts";
import { kernelNames } from "../../src/pages/kernel-regression/settings.ts";
import { start } from "../../src/pages/kernel-regression/start.gen.ts";

const points = drawPoints({ seed: 3, n: 20, noise: 0.5 });

describe("the page's regression", () => {
  it("predicts with the weights that it shows", () => {
    const query = fc.double({ min: 0, max: 5, noNaN: true });
    const kernel = fc.constantFrom(...kernelNames);
    fc.assert(
      fc.property(query, kernel, fc.double({ min: 0.05, max: 5, noNaN: true }), (at, name, bandwidth) => {
        const rows = rowsAt({ points, kernel: name, bandwidth, w: 2, query: at });
        for (const way of waysToPool) {
          const { weights, prediction } = rows[way];
          const sum = weights.reduce((total, weight, i) => total + weight * (points.y[i] ?? 0), 0);
          expect(sum).toBeCloseTo(prediction ?? 0, 4);
          expect(prediction === null).toBe(weights.every((weight) => weight === 0));
        }
      }),
      { numRuns: 30 },
    );
  });

  it("shows scores that give the weights beside them", () => {
    for (const kernel of kernelNames) {
      const [bandwidth, w, query] = [0.8, 3, 2.1];
      const rows = rowsAt({ points, kernel, bandwidth, w, query });
      for (const way of ["fixed", "learned"] as const) {
        const score = scoreOf(way, kernel, bandwidth, w);
        const raw = points.x.map((key) => kernelAt(score, query - key));
        const total = raw.reduce((sum, value) => sum + value, 0);
        raw.forEach((value, i) => {
          expect(value / total).toBeCloseTo(rows[way].weights[i] ?? Number.NaN, 4);
        });
      }
    }
  });

  it("learns: the loss falls and fewer points are heard", () => {
    const w = untrainedW(3);
    const { net, trainer } = makeTrainer({ points, w, lr: 0.02 });
    const { losses } = trainer.fitSync({ maxSteps: 100 });
    expect(losses.at(-1)).toBeLessThan((losses[0] ?? 0) * 0.7);
    const heard = (at: number): number =>
      pointsHeard(heats({ points, kernel: "gaussian", bandwidth: 1, w: at }).learned);
    expect(heard(net.w.item())).toBeLessThan(heard(w));
  });

  it("trains the same when it is made anew between steps", () => {
    const { net, trainer } = makeTrainer({ points, w: 0.5, lr: 0.1 });
    trainer.fitSync({ maxSteps: 5 });
    let w = 0.5;
    for (let i = 0; i < 5; i++) {
      const next = makeTrainer({ points, w, lr: 0.1 });
      next.trainer.fitSync({ maxSteps: 1 });
      w = next.net.w.item();
    }
    expect(w).toBe(net.w.item());
  });

  it("leaves no tensor behind", () => {
    const before = memory().tensors;
    const ask = { points, kernel: "boxcar", bandwidth: 0.5, w: 2 } as const;
    look(ask);
    rowsAt({ ...ask, query: 1 });
    heats(ask);
    expect(memory().tensors).toBe(before);
  });
});

describe("what the page opens with", () => {
  it("is what the program in scripts makes", () => {
    const made = makeStart();
    const near = (a: readonly number[], b: readonly number[]): void => {
      expect(a.length).toBe(b.length);
      for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i] ?? Number.NaN, 3);
    };
    near(start.points.y, made.points.y);
    near(start.look.curves.learned[0]?.y ?? [], made.look.curves.learned[0]?.y ?? []);
    near(start.rows.fixed.weights, made.rows.fixed.weights);
    near(start.cues.read, made.cues.read);
    expect(start.epochs.at(-1)?.w).toBeCloseTo(made.epochs.at(-1)?.w ?? 0, 3);
  });
});
