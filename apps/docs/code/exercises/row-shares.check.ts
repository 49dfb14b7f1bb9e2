import { manualSeed, rand, type Tensor } from "@saccade/tensor";
import { rowShares } from "./row-shares.ts";

const numbers = (x: Tensor): number[] =>
  Array.from(x.contiguous().dataSync());
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-5;

manualSeed(3);
for (const [n, m] of [
  [2, 3],
  [4, 4],
  [5, 1],
] as const) {
  const x = rand([n, m]).add(0.1);
  let found: Tensor;
  try {
    found = rowShares(x);
  } catch (error) {
    throw new Error(
      `For x (${n}, ${m}) the division fails: ${error instanceof Error ? error.message : error} ` +
        "The sums must be (n, 1), one for each row; keepdim: true keeps that dim.",
    );
  }
  if (found.shape.join() !== `${n},${m}`)
    throw new Error(
      `rowShares of (${n}, ${m}) has the shape (${found.shape.join(", ")}); it must keep its shape.`,
    );
  const sums = numbers(found.sum(1));
  if (sums.some((sum) => !near(sum, 1)))
    throw new Error(
      `The rows of a (${n}, ${m}) add up to ${sums.map((sum) => sum.toFixed(2)).join(", ")}; each must add up to 1. ` +
        "Divide each row by its own sum, over dim 1, kept as (n, 1).",
    );
  const [given, shares] = [numbers(x), numbers(found)];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++)
      if (
        !near(
          shares[i * m + j]! * given[i * m]!,
          shares[i * m]! * given[i * m + j]!,
        )
      )
        throw new Error(
          `In row ${i} the shares are not in proportion to the numbers: divide them, and change nothing else.`,
        );
}
console.log(
  "Right: each row is divided by its own sum, square or not.",
);
