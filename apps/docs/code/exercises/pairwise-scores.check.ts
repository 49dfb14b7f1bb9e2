import { manualSeed, randn } from "@saccade/tensor";
import { additiveScores } from "./pairwise-scores.ts";

manualSeed(0);
const [queries, keys, v] = [randn([2, 4]), randn([3, 4]), randn([4])];
const found = additiveScores(queries, keys, v);
if (found.shape.join() !== "2,3")
  throw new Error(
    `Two queries and three keys give the shape (${found.shape.join(", ")}); it must be (2, 3): a score for each pair.`,
  );
const [q, k, w] = [queries.toArray(), keys.toArray(), v.toArray()] as [
  number[][],
  number[][],
  number[],
];
const scores = found.toArray(2);
for (const [i, query] of q.entries())
  for (const [j, key] of k.entries()) {
    const right = query.reduce(
      (sum, x, unit) => sum + w[unit]! * Math.tanh(x + key[unit]!),
      0,
    );
    if (Math.abs(scores[i]![j]! - right) > 1e-4)
      throw new Error(
        `The score of query ${i} and key ${j} is ${scores[i]![j]!.toFixed(3)}, and should be ${right.toFixed(3)}: ` +
          "the sum over units of v · tanh(q + k).",
      );
  }
console.log("Right: a score for every pair, from one broadcast sum.");
