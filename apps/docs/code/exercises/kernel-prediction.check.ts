import { nadarayaWatson } from "@saccade/attention";
import { manualSeed, rand, type Tensor, tensor } from "@saccade/tensor";
import { predict } from "./kernel-prediction.ts";

const numbers = (x: Tensor): number[] =>
  Array.from(x.contiguous().dataSync());
const apart = (a: Tensor, b: Tensor): number =>
  a.sub(b).abs().max().item();

const near = predict(
  tensor([0, 10]),
  tensor([0, 10, 20]),
  tensor([1, 2, 3]),
  1,
);
if (near.shape.join() !== "2")
  throw new Error(
    `Two queries give the shape (${near.shape.join(", ")}); it must be (2), a prediction for each query.`,
  );
if (apart(near, tensor([1, 2])) > 1e-3)
  throw new Error(
    `At the points 0 and 10 the values are 1 and 2, and all others are ten widths away, yet the predictions are ` +
      `${numbers(near)
        .map((value) => value.toFixed(2))
        .join(" and ")}: near points must have the larger scores.`,
  );
manualSeed(4);
for (const [n, m, width] of [
  [1, 5, 1],
  [3, 3, 0.5],
  [6, 20, 2],
] as const) {
  const [q, x, y] = [rand([n]).mul(5), rand([m]).mul(5), rand([m])];
  const found = predict(q, x, y, width);
  const right = (bandwidth: number): Tensor =>
    nadarayaWatson(q, x, y, { bandwidth }).output;
  if (apart(found, right(width)) < 1e-4) continue;
  if (apart(found, right(width * Math.SQRT1_2)) < 1e-4)
    throw new Error(
      "The kernel is too narrow by √2: the score is −u²/2, and the half is missing.",
    );
  if (apart(found, right(1)) < 1e-4)
    throw new Error(
      `With the width ${width} the predictions are those of the width 1: divide the distance by the width.`,
    );
  throw new Error(
    `For ${n} queries, ${m} points and the width ${width} the predictions are off by up to ` +
      `${apart(found, right(width)).toFixed(3)}: the weights are softmax(−u²/2) over the points, u = (q − x) / width.`,
  );
}
console.log("Right: the numbers are those of nadarayaWatson.");
