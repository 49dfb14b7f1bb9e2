import { type Tensor, tensor } from "@saccade/tensor";
import { softmax } from "./softmax.ts";

const numbers = (x: Tensor): number[] =>
  Array.from(x.contiguous().dataSync());

const x = tensor([
  [1, 2, 3],
  [0, 0, 0],
]);
const found = softmax(x);
if (found.shape.join() !== "2,3")
  throw new Error(
    `softmax of (2, 3) has the shape (${found.shape.join(", ")}); it must keep its shape.`,
  );
const sums = numbers(found.sum(-1));
if (sums.some((sum) => Math.abs(sum - 1) > 1e-5))
  throw new Error(
    `The rows add up to ${sums.map((sum) => sum.toFixed(3)).join(" and ")}, not to 1: divide the exponentials ` +
      "by their sum over the last dim (keepdim: true).",
  );
const right = numbers(x.softmax(-1));
if (
  numbers(found).some((value, i) => Math.abs(value - right[i]!) > 1e-5)
)
  throw new Error(
    `softmax([1, 2, 3]) is ${numbers(found)
      .slice(0, 3)
      .map((v) => v.toFixed(3))
      .join(", ")}; ` +
      "it should be 0.090, 0.245, 0.665: take the exponential of each score.",
  );
// Scores of two batches (2, 2, 2), whose rows are far from each other.
const far = tensor([
  [
    [1000, 1001],
    [0, 1],
  ],
  [
    [5, 5],
    [-1000, -1001],
  ],
]);
const large = numbers(softmax(far));
if (large.some((value) => !Number.isFinite(value)))
  throw new Error(
    `softmax([[1000, 1001], [0, 1]]) is ${large.slice(0, 4).join(", ")}: exp(1000) is Infinity, and exp(0 − 1001) is 0. ` +
      "Subtract from each row its own largest score (amax over the last dim, keepdim: true).",
  );
const wanted = numbers(far.softmax(-1));
if (large.some((value, i) => Math.abs(value - wanted[i]!) > 1e-5))
  throw new Error(
    "Rows of a (2, 2, 2) do not add up to 1: go over the last dim, which is dim -1, not 1.",
  );
console.log(
  "Right: rows add up to 1, the numbers are PyTorch's, and large scores do not overflow.",
);
