import { vjp } from "@saccade/autograd";
import { cat, Generator, randn, type Tensor, tensor } from "@saccade/tensor";
import { apply, ops, type SequenceOp } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { Case } from "../../autograd/test/op-cases.ts";
import { calls } from "./contract.ts";

// What a backend's kernels are held to beside the cases of the gradient checks.

/** Cases that need float64, which only the reference has. */
export const needFloat64: readonly (keyof typeof ops)[] = ["cast"];

const [x, y] = ["float64" as const, "float64" as const].map((dtype, i) => {
  const rows = [
    [1.5, -2, 0, 3, 0.25, -0.5, 4, 0, -7, 1],
    [1, -2, 0.5, 3, -1, 2, 0, 0, 1, 1],
  ];
  return tensor(rows[i]!, { dtype }).reshape([2, 5]);
});
const table = (program: (x: Tensor, y: Tensor) => Tensor | readonly Tensor[]): Case => ({
  f: (x, y) => program(x!, y!),
  inputs: () => [x!, y!],
});

// Three steps of five rows with seven hidden units: cotangents of the states, and what the sequence was given. With a large
// scale the gates are saturated.
const backThrough = (op: SequenceOp, gates: number, parts: number, scale: number): Case => ({
  f: (...xs) => {
    const [grads, given] = [xs.slice(0, 2 * parts), xs.slice(2 * parts)];
    const run = (...inputs: Tensor[]): readonly Tensor[] =>
      apply(op, inputs, { reverse: false, keep: true }).slice(0, 2 * parts);
    return vjp(run, given).pullBack(grads);
  },
  inputs: () => {
    const all = new Array<number[]>(parts).fill([3, 5, 7]);
    const one = new Array<number[]>(parts).fill([5, 7]);
    const shapes = [...all, ...one, [3, 5, 7 * gates], ...one, [7 * gates, 7], [7 * gates]];
    return shapes.map((shape, i) => randn(shape, { generator: new Generator(i) }).mul(scale));
  },
});

const optimizer = { lr: 0.1, weightDecay: 0.01, maximize: true, eps: 1e-8, momentum: 0.9, alpha: 0.95 };
const adam = { ...optimizer, beta1: 0.9, beta2: 0.99, decoupled: false, amsgrad: false, steps: [3] };
const sgd = { ...optimizer, dampening: 0.1, nesterov: true, first: [false] };

/** Values of ops that have neither a gradient to check nor a public function of their name. */
export const valueCases: Partial<Record<keyof typeof ops, readonly Case[]>> = {
  cast: [
    table((x) => [x.to("int32"), x.to("bool"), x.to("bool").to("float32"), x.to("int32").to("float32")]),
  ],
  sgdStep: [
    table((x, y) =>
      apply(ops.sgdStep, [x, y, y.mul(2), y, x, y.mul(3), y.sum().mul(0.1)], {
        ...sgd,
        first: [true, false],
      }),
    ),
    table((x, y) => apply(ops.sgdStep, [x, y], { ...sgd, momentum: 0 })),
    table((x, y) => apply(ops.sgdStep, [x, y, y.mul(2)], sgd)),
    table((x, y) =>
      apply(ops.sgdStep, [x, y.t().clone().t(), y], { ...sgd, first: [true], nesterov: false }),
    ),
  ],
  adamStep: [
    table((x, y) => {
      const rows = [x, x.square(), y].flatMap((w, i) => [w, w.mul(i - 1), w.mul(0.1), w.square()]);
      return apply(ops.adamStep, [...rows, y.sum().mul(0.1)], { ...adam, steps: [1, 7, 2] });
    }),
    table((x, y) => apply(ops.adamStep, [x, y, y.mul(0.3), y.square()], adam)),
    table((x, y) =>
      apply(ops.adamStep, [x, y, y, x.square(), y.square()], { ...adam, decoupled: true, amsgrad: true }),
    ),
  ],
  clipFactor: [0, 1e-6, 1].map((eps) =>
    table((x, y) =>
      [x.abs().sum(), y.mul(0.01).norm(), y.mul(0).sum()].map((norm) =>
        fused.clipFactor(norm, { maxNorm: 0.3, eps }),
      ),
    ),
  ),
  rmspropStep: [
    // Three parameters, and a factor for their gradients.
    table((x, y) => {
      const rows = [x, x.t(), x.slice(1, { step: 2 }).clone()].flatMap((w, i) => [
        w,
        w.mul(i),
        w.square(),
        w.mul(0.1),
      ]);
      return apply(ops.rmspropStep, [...rows, y.sum().mul(0.1)], { ...optimizer, centered: false });
    }),
    table((x, y) =>
      apply(ops.rmspropStep, [x, y, y.square()], { ...optimizer, momentum: 0, centered: false }),
    ),
    table((x, y) =>
      apply(ops.rmspropStep, [x, y, y.square().add(1), y.mul(0.1), x], { ...optimizer, centered: true }),
    ),
    table((x, y) => apply(ops.rmspropStep, [x, y, y.square(), x], { ...optimizer, centered: false })),
  ],
  adagradStep: [
    table((x, y) => apply(ops.adagradStep, [x, y, y.square()], { ...optimizer, lrDivisors: [1.5] })),
  ],
  additiveScoresBackward: [
    table((x, y) =>
      apply(
        ops.additiveScoresBackward,
        [x.sum(1, { keepdim: true }), x, y.narrow(0, 0, 1), y.select(0, 1)],
        {},
      ),
    ),
  ],
  gruSequenceBackward: [1, 20].map((scale) => backThrough(ops.gruSequence, 3, 1, scale)),
  lstmSequenceBackward: [1, 5].map((scale) => backThrough(ops.lstmSequence, 4, 2, scale)),
  totalNorm: [1, 2, 3, Number.POSITIVE_INFINITY].map((normType) =>
    table((x, y) => apply(ops.totalNorm, [x, y.t(), x.mul(1e10)], { normType })),
  ),
};

const whole = (program: (x: Tensor, y: Tensor) => Tensor | readonly Tensor[]): Case => ({
  f: (x, y) => program(x!, y!),
  inputs: () =>
    [
      [3, -2, 0, 7, -5, 1, 2, -1, 0, 4],
      [2, 3, 1, -4, 2, 5, 0, -3, 2, 2],
    ].map((values) => tensor(values, { dtype: "int32" }).reshape([2, 5])),
});
/** Mixed dtypes, and options and numbers beside those of every function. */
export const dtypeCases: Readonly<Record<string, readonly Case[]>> = {
  "mixed dtypes": [
    whole((x, y) => [x.add(y.to("float32").mul(0.5)), x.to("float32").div(y), x.mul(0.25), x.gt(0).mul(0.5)]),
    whole((x, y) => [x.lt(y.to("float32").add(0.5)), x.ge(0.5), x.logicalXor(y.to("float32"))]),
    whole((x, y) => [x.gt(0).eq(y.gt(0)), x.gt(0).where(x, y), x.gt(0).where(x.gt(1), y.gt(1))]),
    whole((x, y) => [x.ne(0).where(x, 0.5), x.gt(0).where(x, y.t().t().to("float32"))]),
    whole((x, y) => [cat([x.t().gt(0), y.t().gt(0)]), cat([x.t(), y.t().clone()])]),
    whole((x) => [x.t().to("float32"), x.gt(0).t().to("int32"), x.t().to("bool")]),
    whole((x) => x.gt(0).expand([2, 2, 5]).clone()),
  ],
  "large numbers and powers": [
    table((x) => [x.mul(1e10).sin(), x.mul(1e6).cos(), x.mul(3e38).mul(1e3).tan(), x.mul(0).neg().sin()]),
    table((x, y) => [x.pow(y), x.pow(2.5), x.div(0).pow(0.5), x.pow(y.div(0)), x.abs().powScalar(-1.5)]),
    table((x, y) => [...calls(x, "fmod remainder floorDivide", y), x.div(0).remainder(y)]),
  ],
  "the gradient of a lookup, whose padding row has none": [
    table((x) => {
      const ids = tensor([1, 0, 1], { dtype: "int32", backend: x.backend });
      return apply(ops.embeddingGradient, [x.embedding(ids), ids], { rows: 2, paddingIdx: 1 });
    }),
  ],
  "norms, spreads and ranks": [
    table((x) => [0, 1, 2, 3, 0.5, Infinity, -Infinity].map((p) => x.norm({ p, dim: 1 }))),
    table((x) => [x.var([0, 1], { correction: 2.5 }), x.narrow(1, 0, 1).var(1), x.prod(0), x.prod()]),
    table((x) => [...top(x, 2), ...top(x.t(), 1), ...top(x.unsqueeze(0).expand([3, 2, 5]), 3)]),
  ],
};

function top(x: Tensor, k: number): Tensor[] {
  const { values, indices } = x.topk(k, -1, { largest: false });
  return [values, indices];
}
