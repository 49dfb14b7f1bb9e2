import { tensor } from "@saccade/tensor";

const queries = tensor([[2, 0]]); // (n, d), a single query
const keys = tensor([
  [1, 0],
  [0, 1],
  [0, 0],
]); // (m, d)
const values = tensor([[10], [20], [30]]); // (m, 1)
// #region bug
const scores = queries.matmul(keys.t()); // (n, m)
const weights = scores.softmax(0);
console.log(weights.matmul(values).item());
// #endregion bug
console.log("weights    ", String(weights.select(0, 0)));
const right = scores.softmax(-1);
console.log("softmax(-1)", String(right.select(0, 0)));
console.log("output     ", right.matmul(values).item().toFixed(2));
