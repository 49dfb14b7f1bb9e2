import { tensor } from "@saccade/tensor";

const x = tensor([
  [1, 0],
  [0, 2],
  [3, 3],
]); // (n, d), the queries and the keys
const scores = x.matmul(x.t()).div(Math.sqrt(2)); // (n, n)
const weights = scores.softmax(-1);
for (const [name, matrix] of Object.entries({ scores, weights })) {
  console.log(name);
  for (const row of matrix.toArray(2))
    console.log(row.map((value) => value.toFixed(3)).join("  "));
}
