import { apply, Generator, ops, randn, type Tensor, tensor } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { type Case, opCases } from "../../autograd/test/op-cases.ts";
import { holdAgainstReference } from "./contract.ts";
import { backends } from "./hosts.ts";

/** Cases that need float64, which only the reference has. */
const needFloat64: readonly (keyof typeof ops)[] = ["cast"];

/** The same values behind reversed strides. */
function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

const table = (program: (x: Tensor, y: Tensor) => Tensor | readonly Tensor[]): Case => ({
  f: (x, y) => program(x!, y!),
  inputs: () => [
    tensor(
      [
        [1.5, -2, 0, 3, 0.25],
        [-0.5, 4, 0, -7, 1],
      ],
      { dtype: "float64" },
    ),
    tensor(
      [
        [1, -2, 0.5, 3, -1],
        [2, 0, 0, 1, 1],
      ],
      { dtype: "float64" },
    ),
  ],
});

// Rows of gates, (5, 3H) and (5, 3H), and states, (5, H); with a scale of 20 the gates are saturated.
const gates = (scale: number): Case => ({
  f: (g, x, u, h) => apply(ops.gruGatesBackward, [g!, x!, u!, h!], {}),
  inputs: () =>
    [7, 21, 21, 7].map((width, i) => randn([5, width], { generator: new Generator(i) }).mul(scale)),
});

const optimizer = { lr: 0.1, weightDecay: 0.01, maximize: true, eps: 1e-8, momentum: 0.9, alpha: 0.95 };
const adam = { ...optimizer, beta1: 0.9, beta2: 0.99, decoupled: false, step: 3 };
const sgd = { ...optimizer, dampening: 0.1, nesterov: true, first: false };

/** Values of ops that have no gradient to check; those of random numbers stand in random.test.ts. */
const valueCases: Partial<Record<keyof typeof ops, readonly Case[]>> = {
  floorDivide: [table((x, y) => x.to("int32").floorDivide(2).add(y.to("int32")))],
  sign: [table((x) => x.sign())],
  floor: [table((x) => x.floor())],
  ceil: [table((x) => x.ceil())],
  trunc: [table((x) => x.trunc())],
  round: [table((x) => x.mul(1.5).round())],
  eq: [table((x, y) => [x.eq(y), x.to("int32").eq(y.to("int32")), x.eq(y.to("int32"))])],
  ne: [table((x, y) => [x.ne(y), x.gt(0).ne(y.gt(0))])],
  lt: [table((x, y) => x.lt(y))],
  le: [table((x, y) => x.le(y))],
  gt: [table((x, y) => x.gt(y))],
  ge: [table((x, y) => x.ge(y))],
  logicalAnd: [
    table((x, y) => [x.gt(0).logicalAnd(y.gt(0)), x.logicalAnd(y), x.gt(0).t().logicalAnd(y.gt(0).t())]),
  ],
  logicalOr: [table((x, y) => [x.gt(0).logicalOr(y.gt(0)), x.logicalOr(y)])],
  logicalXor: [table((x, y) => x.gt(0).logicalXor(y.gt(0)))],
  logicalNot: [table((x) => [x.gt(0).logicalNot(), x.logicalNot(), x.t().gt(0).logicalNot()])],
  isnan: [table((x) => x.div(0).isnan())],
  isinf: [table((x) => x.div(0).isinf())],
  isfinite: [table((x) => x.div(0).isfinite())],
  all: [table((x) => x.gt(-3).all(1))],
  any: [table((x) => x.gt(2).any(1))],
  detach: [table((x) => x.detach().mul(2))],
  argmax: [table((x) => [x.argmax(1), x.argmax(0), x.argmax()])],
  argmin: [table((x) => [x.argmin(1), x.argmin(0), x.argmin()])],
  cast: [
    table((x) => [x.to("int32"), x.to("bool"), x.to("bool").to("float32"), x.to("int32").to("float32")]),
  ],
  sgdStep: [
    table((x, y) => apply(ops.sgdStep, [x, y], { ...sgd, momentum: 0 })),
    table((x, y) => apply(ops.sgdStep, [x, y, y.mul(2)], sgd)),
    table((x, y) => apply(ops.sgdStep, [x, y.t().clone().t(), y], { ...sgd, first: true, nesterov: false })),
  ],
  adamStep: [
    table((x, y) => apply(ops.adamStep, [x, y, y.mul(0.3), y.square()], adam)),
    table((x, y) => apply(ops.adamStep, [x, y, y, x.square(), y.square()], { ...adam, decoupled: true })),
  ],
  rmspropStep: [
    table((x, y) =>
      apply(ops.rmspropStep, [x, y, y.square()], { ...optimizer, momentum: 0, centered: false }),
    ),
    table((x, y) =>
      apply(ops.rmspropStep, [x, y, y.square().add(1), y.mul(0.1), x], { ...optimizer, centered: true }),
    ),
    table((x, y) => apply(ops.rmspropStep, [x, y, y.square(), x], { ...optimizer, centered: false })),
  ],
  adagradStep: [table((x, y) => apply(ops.adagradStep, [x, y, y.square()], optimizer))],
  gruGatesBackward: [gates(1), gates(20)],
  totalNorm: [1, 2, 3, Number.POSITIVE_INFINITY].map((normType) =>
    table((x, y) => apply(ops.totalNorm, [x, y.t(), x.mul(1e10)], { normType })),
  ),
};

test("every op is held against the reference", () => {
  const elsewhere = ["uniform", "normal"];
  const missing = Object.entries(opCases)
    // "a gradient": an op that another op's gradient runs.
    .filter(([, cases]) => typeof cases === "string" && cases !== "a gradient")
    .map(([name]) => name)
    .filter((name) => !(name in valueCases) && !elsewhere.includes(name));
  expect(missing).toEqual([]);
});

describe.each(await backends())("%s", (_way, backend) => {
  for (const [name, cases] of Object.entries(opCases)) {
    if (typeof cases === "string" || needFloat64.some((op) => op === name)) continue;
    test(`${name}: values and gradients are the reference's`, () => {
      for (const { f, inputs } of cases) {
        const given = inputs();
        holdAgainstReference(backend, f, given);
        holdAgainstReference(backend, (...xs) => f(...xs.map(strided)), given);
      }
    });
  }

  for (const [name, cases] of Object.entries(valueCases)) {
    test(`${name}: values are the reference's`, () => {
      for (const { f, inputs } of cases) {
        const given = inputs();
        holdAgainstReference(backend, f, given, { gradients: false });
        holdAgainstReference(backend, (...xs) => f(...xs.map(strided)), given, { gradients: false });
      }
    });
  }
});
