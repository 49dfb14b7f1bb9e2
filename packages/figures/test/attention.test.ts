import {
  AdditiveAttention,
  AdditiveScoring,
  nadarayaWatson,
  scaledDotProductAttention,
} from "@saccade/attention";
import { eye, manualSeed, memory, ones, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attendSmall } from "../src/attention/attend.ts";
import type { AttendAsk, Rows } from "../src/attention/attended.ts";
import { expression } from "../src/attention/terms.ts";
import { brief, short } from "../src/ui/number-box.tsx";
import { rows, sample } from "./attention-sample.ts";

// The first three words as queries, so that (lq, lk) are not taken for each other.
const { k, v } = sample;
const q = sample.q.slice(0, 3);
const ask: AttendAsk = { ...sample, q };

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

  it("is additive attention whose projections change nothing, when it is unprojected", () => {
    const scoring = new AdditiveScoring(4, 4, 4);
    scoring.loadStateDict({
      "W_q.weight": eye(4),
      "W_k.weight": eye(4),
      "w_v.weight": ones([1, 4]),
    });
    const whole = scoring.forward(rows(q), rows(k), rows(v));
    const small = attendSmall({ ...ask, score: "unprojected" });
    expectNear(small.heads[0]?.weights ?? [], listOf(whole.weights.dataSync(), 4));
    expectNear(small.output, listOf(whole.output.dataSync(), 4));
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

  it("leaves no tensor behind", () => {
    const before = memory().tensors;
    attendSmall({ ...ask, score: "additive", heads: 2 });
    expect(memory().tensors).toBe(before);
  });
});

describe("a score written out", () => {
  it("shows every product, with brackets about negative factors", () => {
    const pairs = [
      [2, -1],
      [0.5, 3],
    ];
    expect(expression("scaled", pairs, 1)).toBe("(2·(−1) + 0.5·3) / √2");
    expect(expression("scaled", pairs, 0.5)).toBe("(2·(−1) + 0.5·3) / (√2 · 0.5)");
    expect(expression("dot", pairs, 2)).toBe("(2·(−1) + 0.5·3) / 2");
    expect(expression("gaussian", pairs, 1)).toBe("−½ ((2 − (−1))² + (0.5 − 3)²)");
    expect(expression("unprojected", pairs, 1)).toBe("tanh(2 + (−1)) + tanh(0.5 + 3)");
    expect(expression("average", [], 2)).toBe("0");
    expect(expression("additive", pairs, 1)).toBe("2·tanh(−1) + 0.5·tanh(3)");
  });
});

describe("a number in a box", () => {
  it("is short, and never a negative zero", () => {
    expect([0.871, 12.5, -1, 123.4, -0.001, 3_992_004].map((value) => brief(value))).toEqual([
      "0.87",
      "12.5",
      "−1",
      "123",
      "0",
      "4e6",
    ]);
    expect(brief(2.345, 1)).toBe("2.3");
  });

  it("or has so many digits, and is in powers of ten where that is long", () => {
    expect([0.5, -0.001, 12345.678, 3_992_004, -2.5e7, -Infinity].map((value) => short(value, 2))).toEqual([
      "0.50",
      "0.00",
      "12345.68",
      "4.0e6",
      "−2.5e7",
      "−∞",
    ]);
  });
});
