import { AdditiveAttention, nadarayaWatson, scaledDotProductAttention } from "@saccade/attention";
import { manualSeed, memory, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attendSmall, spread } from "../../src/pages/scoring/attention.ts";
import type { AttendAsk, Rows } from "../../src/pages/scoring/calls.ts";
import { scoreNames } from "../../src/pages/scoring/calls.ts";
import { valueOf } from "../../src/pages/scoring/expression.ts";
import { makeStart } from "../../src/pages/scoring/make-start.ts";
import { presets } from "../../src/pages/scoring/presets.ts";
import { start } from "../../src/pages/scoring/start.gen.ts";

const ask: AttendAsk = {
  q: presets.pronoun.q.slice(0, 3),
  k: presets.pronoun.k,
  v: presets.pronoun.v,
  score: "scaled",
  temperature: 1,
  validLen: 4,
  causal: false,
  forbidden: [],
  heads: 1,
  seed: 0,
};

const rows = (m: Rows) => tensor(m.map((row) => [...row]));
function expectNear(a: Rows, b: Rows, digits: number = 5): void {
  expect(a.length).toBe(b.length);
  for (const [i, row] of a.entries()) {
    expect(row.length).toBe(b[i]?.length);
    for (const [j, value] of row.entries()) expect(value).toBeCloseTo(b[i]?.[j] ?? Number.NaN, digits);
  }
}
const listOf = (flat: ArrayLike<number>, cols: number): Rows =>
  Array.from({ length: flat.length / cols }, (_, i) => Array.from(flat).slice(i * cols, (i + 1) * cols));

const matrix = (n: number) =>
  fc.array(fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }), {
    minLength: n,
    maxLength: n,
  });

describe("attention step by step", () => {
  it("gives what scaledDotProductAttention gives, whatever the masks", () => {
    const cells = fc.uniqueArray(fc.integer({ min: 0, max: 11 }));
    fc.assert(
      fc.property(
        matrix(3),
        matrix(4),
        matrix(4),
        cells,
        fc.integer({ min: 0, max: 4 }),
        fc.boolean(),
        (q, k, v, forbidden, validLen, causal) => {
          const small = attendSmall({ ...ask, q, k, v, forbidden, validLen, causal });
          const cell = (i: number, j: number): boolean => !forbidden.includes(i * 4 + j) && j < validLen;
          const mask = tensor(
            [0, 1, 2].map((i) => [0, 1, 2, 3].map((j) => cell(i, j))),
            { dtype: "bool" },
          );
          const whole = scaledDotProductAttention(rows(q), rows(k), rows(v), { mask, causal });
          expectNear(small.heads[0]?.weights ?? [], listOf(whole.weights.dataSync(), 4));
          expectNear(small.output, listOf(whole.output.dataSync(), 4), 4);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("gives what the package's additive attention gives", () => {
    manualSeed(7);
    const layer = new AdditiveAttention(4, 4, 4).eval();
    const [q, k, v] = [ask.q, ask.k, ask.v].map((m) => rows(m).unsqueeze(0)) as [
      ReturnType<typeof rows>,
      ReturnType<typeof rows>,
      ReturnType<typeof rows>,
    ];
    const small = attendSmall({ ...ask, score: "additive", seed: 7 });
    expectNear(small.output, listOf(layer.forward(q, k, v).output.dataSync(), 4));
  });

  it("is kernel regression with the Gaussian score and vectors of one component", () => {
    const column = (values: readonly number[]): Rows => values.map((value) => [value]);
    const [q, k, v] = [
      [0.5, 2, 3.5],
      [0, 1, 2, 3],
      [1, -1, 2, 0.5],
    ];
    const small = attendSmall({ ...ask, score: "gaussian", q: column(q), k: column(k), v: column(v) });
    const whole = nadarayaWatson(tensor(q), tensor(k), tensor(v));
    expectNear(small.output, column([...whole.output.dataSync()]));
  });

  it("shows scores that are what their written-out terms come to", () => {
    for (const score of scoreNames) {
      for (const heads of [1, 2]) {
        const small = attendSmall({ ...ask, score, heads, temperature: 0.7, seed: 3 });
        for (const head of small.heads) {
          const computed = head.terms.map((row) => row.map((pairs) => valueOf(score, pairs, 0.7)));
          expectNear(head.scores, computed, 4);
        }
      }
    }
  });

  it("gives zeros, not NaN, to a query that may attend to nothing", () => {
    const { heads, output } = attendSmall({ ...ask, validLen: 0 });
    expect([...(heads[0]?.weights.flat() ?? []), ...output.flat()].every((value) => value === 0)).toBe(true);
  });

  it("sees no later key under a causal mask", () => {
    const { heads } = attendSmall({ ...ask, q: presets.pronoun.q, causal: true, heads: 2 });
    for (const { weights } of heads) {
      for (const [i, row] of weights.entries()) {
        for (const [j, weight] of row.entries()) if (j > i) expect(weight).toBe(0);
        expect(row.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      }
    }
  });

  it("leaves no tensor behind", () => {
    const before = memory().tensors;
    attendSmall({ ...ask, score: "additive", heads: 2 });
    spread({ d: 16, seed: 0 });
    expect(memory().tensors).toBe(before);
  });
});

describe("the spread of dot products", () => {
  it("has variance d, and 1 when scaled", () => {
    for (const d of [1, 4, 16, 64, 256]) {
      const { dot, scaled, dotVariance, scaledVariance, edges } = spread({ d, seed: 1 });
      expect(dotVariance / d).toBeGreaterThan(0.8);
      expect(dotVariance / d).toBeLessThan(1.25);
      expect(scaledVariance).toBeCloseTo(dotVariance / d, 3);
      for (const shares of [dot, scaled]) {
        expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 8);
        expect(edges).toHaveLength(shares.length + 1);
      }
    }
  });
});

describe("what the page opens with", () => {
  it("is what the program in scripts makes", () => {
    const made = makeStart();
    expectNear(start.attended.output, made.attended.output, 3);
    expect(start.spread.dotVariance).toBeCloseTo(made.spread.dotVariance, 1);
  });
});
