import { fromData, referenceBackend, type Tensor } from "@saccade/tensor";
import { apply, ops } from "@saccade/tensor/backend";
import fc from "fast-check";
import { expect, test } from "vitest";
import { backends, runsOf } from "./hosts.ts";

const f = Math.fround;

interface Problem {
  readonly lq: number;
  readonly lk: number;
  readonly d: number;
  readonly causal: boolean;
  readonly q: Float32Array;
  readonly k: Float32Array;
  readonly v: Float32Array;
  readonly g: Float32Array;
  /** 1 where query i may attend to key j. */
  readonly mask: Uint8Array;
}

type Part = "output" | "dq" | "dk" | "dv";
type Result = Record<Part, ArrayLike<number>>;

/** a (n, d) b (d, m) in float32, summed in order. */
function product(
  [n, m, d]: readonly [n: number, m: number, d: number],
  a: (i: number, c: number) => number,
  b: (c: number, j: number) => number,
): number[][] {
  return Array.from({ length: n }, (_, i) =>
    Array.from({ length: m }, (_, j) => {
      let sum = 0;
      for (let c = 0; c < d; c++) sum = f(sum + f(a(i, c) * b(c, j)));
      return sum;
    }),
  );
}

// softmax(q kᵀ) v and its gradients as PyTorch's composed ops compute them in float32: the weights are kept.
function asPyTorch({ lq, lk, d, causal, q, k, v, g, mask }: Problem): Result {
  const at = (x: Float32Array) => (i: number, c: number) => x[i * d + c]!;
  const turned = (x: Float32Array) => (c: number, i: number) => x[i * d + c]!;
  const weights = product([lq, lk, d], at(q), turned(k)).map((row, i) => {
    const allowed = row.map((_, j) => mask[i * lk + j] !== 0 && (!causal || j <= i));
    const largest = Math.max(...row.filter((_, j) => allowed[j]));
    const exps = row.map((x, j) => (allowed[j] ? f(Math.exp(f(x - largest))) : 0));
    const sum = exps.reduce((sum, x) => f(sum + x), 0);
    return exps.map((x) => (sum === 0 ? 0 : f(x / sum)));
  });
  const toWeights = product([lq, lk, d], at(g), turned(v));
  const toScores = weights.map((row, i) => {
    const mean = row.reduce((sum, w, j) => f(sum + f(w * toWeights[i]![j]!)), 0);
    return row.map((w, j) => f(w * f(toWeights[i]![j]! - mean)));
  });
  return {
    output: product([lq, d, lk], (i, j) => weights[i]![j]!, at(v)).flat(),
    dq: product([lq, d, lk], (i, j) => toScores[i]![j]!, at(k)).flat(),
    dk: product([lk, d, lq], (j, i) => toScores[i]![j]!, at(q)).flat(),
    dv: product([lk, d, lq], (j, i) => weights[i]![j]!, at(g)).flat(),
  };
}

type Put = (data: Float32Array, shape: readonly number[]) => Tensor;

function attend({ lq, lk, d, causal, q, k, v, g, mask }: Problem, put: Put): Result {
  const attrs = { scale: 1, causal, masked: true, biased: false, dropout: 0, state: null };
  const queries = put(q, [lq, d]);
  const allowed = fromData(mask, [lq, lk], { dtype: "bool", backend: queries.backend });
  const inputs = [queries, put(k, [lk, d]), put(v, [lk, d]), allowed] as const;
  const [output, logSumExp] = apply(ops.scaledDotProduct, inputs, attrs);
  const grads = [put(g, [lq, d]), put(new Float32Array(lq), [lq])] as const;
  const [dq, dk, dv] = apply(
    ops.scaledDotProductBackward,
    [...grads, output, logSumExp, ...inputs] as const,
    attrs,
  );
  return { output: output.dataSync(), dq: dq.dataSync(), dk: dk.dataSync(), dv: dv.dataSync() };
}

const largestOf = (x: ArrayLike<number>): number => Math.max(0, ...Array.from(x, Math.abs));
const error = (got: ArrayLike<number>, exact: ArrayLike<number>): number =>
  largestOf(Array.from(exact, (x, i) => got[i]! - x));

const problems = fc
  .record({
    lq: fc.constantFrom(1, 5, 16, 40, 70),
    lk: fc.constantFrom(1, 7, 64, 100, 200),
    d: fc.constantFrom(3, 16, 64),
    causal: fc.boolean(),
    // How large the scores are at most, about.
    size: fc.constantFrom(1, 4, 12, 30, 90, 300, 1000),
    seed: fc.nat(9999),
  })
  .map(({ lq, lk, d, causal, size, seed }): Problem => {
    let state = seed * 2 + 1;
    const next = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 31 - 1;
    };
    const random = (n: number, by: number): Float32Array =>
      Float32Array.from({ length: n }, () => next() * by);
    const by = Math.sqrt(size / Math.sqrt(d));
    const [q, k, v, g] = [random(lq * d, by), random(lk * d, by), random(lk * d, 1), random(lq * d, 1)];
    // A tenth of the keys is masked, and sometimes all keys of a query.
    const mask = Uint8Array.from({ length: lq * lk }, () => Number(next() > -0.8));
    if (seed % 3 === 0) mask.fill(0, 0, lk);
    return { lq, lk, d, causal, q, k, v, g, mask };
  });

test.each(await backends())(
  "%s: attention and its gradients are as exact as PyTorch's, however large the scores",
  (way, backend) => {
    const onReference = { backend: referenceBackend() };
    fc.assert(
      fc.property(problems, (problem) => {
        const exact = attend(problem, (data, shape) => fromData(Float64Array.from(data), shape, onReference));
        const theirs = asPyTorch(problem);
        const ours = attend(problem, (data, shape) => fromData(data, shape, { backend }));
        // What one rounding of a term of each result is. A gradient of q or k is a sum of differences of g · v.
        const { d, q, k, v, g } = problem;
        const differences = d * largestOf(g) * largestOf(v);
        const terms = {
          output: largestOf(v),
          dv: largestOf(exact.dv),
          dq: differences * largestOf(k),
          dk: differences * largestOf(q),
        };
        for (const part of ["output", "dq", "dk", "dv"] as const) {
          const allowed = 2 * error(theirs[part], exact[part]) + 2 ** -23 * terms[part];
          expect(error(ours[part], exact[part]), part).toBeLessThanOrEqual(allowed);
        }
      }),
      { seed: 1, ...runsOf(way, 100) },
    );
  },
);
