import { arange, manualSeed, randn } from "@saccade/tensor";

// #region loops
const a = arange(6).reshape([2, 3]);
const b = arange(12).reshape([3, 4]);
const [x, y] = [a.toArray(2), b.toArray(2)];
const c = x.map((row) =>
  y[0]!.map((_, j) => {
    let sum = 0;
    for (const [k, value] of row.entries()) sum += value * y[k]![j]!;
    return sum;
  }),
);
// #endregion loops
console.log(JSON.stringify(c));
console.log(JSON.stringify(a.matmul(b).toArray()));

// #region batch
manualSeed(0);
const words = randn([8, 5, 16]); // 8 sentences of 5 words
const weight = randn([16, 32]); // one matrix for all of them
const queries = words.matmul(weight); // (8, 5, 32)
const keys = words.matmul(weight).transpose(-2, -1); // (8, 32, 5)
const scores = queries.matmul(keys); // (8, 5, 5)
// #endregion batch
console.log(queries.describe(), keys.describe(), scores.describe());
try {
  queries.matmul(queries);
} catch (error) {
  console.log((error as Error).message.split(" (")[0]);
}
