import * as T from "@saccade/tensor";
import { eye, ones, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { grad, stopGradient, vjp } from "../src/index.ts";

const gradients = (f: (...xs: Tensor[]) => Tensor, ...xs: readonly (readonly number[])[]): unknown[] => {
  const inputs = xs.map((values) => tensor([...values]));
  const { value, pullBack } = vjp(f, inputs);
  return pullBack([ones(value.shape)]).map((gradient) => gradient.toArray());
};

test("operands without a gradient say so, and leave the others theirs", () => {
  expect(() => gradients((a) => T.igamma(a!, 2), [1])).toThrow(
    "igamma: the gradient with respect to a is not available, as in PyTorch; detach() it.",
  );
  expect(gradients((x) => T.igamma(1, x!), [1])).toEqual([[Math.fround(Math.exp(-1))]]);
  expect(() => gradients((x) => T.special.airyAi(x!), [1])).toThrow("airyAi: it has no gradient");
  const diagonal = (x: Tensor | undefined): Tensor => x!.mul(eye(2));
  expect(() => gradients((x) => T.geqrf(diagonal(x)).a, [1, 2])).toThrow("geqrf: it has no gradient");
  const { pivots } = T.linalg.ldlFactor(eye(2));
  expect(() => gradients((x) => T.linalg.ldlSolve(diagonal(x), pivots, eye(2)), [1, 2])).toThrow(
    "ldlFactor: its factors have no gradient",
  );
  expect(() => gradients((x) => T.linalg.ldlFactor(diagonal(x)).LD, [1, 2])).toThrow(
    "ldlFactor: its factors have no gradient",
  );
});

test("behind detach() and stopGradient no gradient is asked for", () => {
  const besides = (f: (x: Tensor) => Tensor) => gradients((x) => f(x!).add(x!), [0.5]);
  for (const f of [
    (x: Tensor) => T.special.airyAi(x.detach()),
    (x: Tensor) => T.special.airyAi(stopGradient(x.mul(2)).exp()),
    (x: Tensor) => T.geqrf(x.detach().mul(eye(2))).tau.sum(),
  ])
    expect(besides(f)).toEqual([[1]]);
  expect(gradients((x) => T.igamma(x!.detach(), x!), [1])).toEqual([[Math.fround(Math.exp(-1))]]);
  const inner = (x: Tensor): Tensor => T.special.airyAi(x.detach()).mul(x.square()).sum();
  expect(grad((x) => grad(inner)(x).sum())(tensor([0.5])).item()).toBeCloseTo(2 * 0.2317, 3);
});

test("gradients at edges are those of PyTorch", () => {
  expect(gradients((a, b) => T.atan2(a!, b!), [0, 1], [0, 0]).flat()).toEqual([0, 0, -0, -1]);
  expect(gradients((a, b) => T.xlogy(a!, b!), [0, 2], [0, 1]).flat()).toEqual([0, 0, Number.NaN, 2]);
  const edges = [Number.NaN, Number.POSITIVE_INFINITY, 3];
  expect(gradients((x) => T.nanToNum(x!), edges)).toEqual([[0, 0, 1]]);
  expect(gradients((x) => T.special.i1(x!), [0])).toEqual([[0.5]]);
});
