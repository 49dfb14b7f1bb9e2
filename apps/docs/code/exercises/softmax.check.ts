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
const large = numbers(softmax(tensor([[1000, 1001]])));
if (large.some((value) => !Number.isFinite(value)))
  throw new Error(
    `softmax([1000, 1001]) is ${large.join(", ")}: exp(1000) is Infinity. Subtract the row's largest score first.`,
  );
console.log(
  "Right: rows add up to 1, the numbers are PyTorch's, and large scores do not overflow.",
);
