import { atan2, igamma, nanToNum, special, type Tensor, tensor, xlogy } from "@saccade/tensor";
import { expect, test } from "vitest";
import { vjp } from "../src/index.ts";

const gradients = (f: (...xs: Tensor[]) => Tensor, ...xs: readonly (readonly number[])[]): unknown[] => {
  const inputs = xs.map((values) => tensor([...values]));
  const { value, pullBack } = vjp(f, inputs);
  return pullBack([tensor(new Array(value.numel).fill(1))]).map((gradient) => gradient.toArray());
};

test("operands without a gradient say so, and leave the others theirs", () => {
  expect(() => gradients((a) => igamma(a!, 2), [1])).toThrow(
    "igamma: the gradient with respect to a is not available, as in PyTorch; detach() it.",
  );
  expect(gradients((x) => igamma(1, x!), [1])).toEqual([[Math.fround(Math.exp(-1))]]);
  expect(() => gradients((x) => special.airyAi(x!), [1])).toThrow("airyAi: it has no gradient");
});

test("gradients at edges are those of PyTorch", () => {
  expect(gradients((a, b) => atan2(a!, b!), [0, 1], [0, 0])).toEqual([
    [0, 0],
    [-0, -1],
  ]);
  expect(gradients((a, b) => xlogy(a!, b!), [0, 2], [0, 1])).toEqual([
    [0, 0],
    [Number.NaN, 2],
  ]);
  const edges = [Number.NaN, Number.POSITIVE_INFINITY, 3];
  expect(gradients((x) => nanToNum(x!), edges)).toEqual([[0, 0, 1]]);
  expect(gradients((x) => special.i1(x!), [0])).toEqual([[0.5]]);
});
