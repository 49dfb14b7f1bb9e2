import { scaledDotProductAttention } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

// Three words as vectors of width 4, and a query that resembles the
// second of them.
const keys = tensor([
  [1, 0, 0, 1],
  [0, 2, 0, 1],
  [1, 0, 2, 0],
]);
const query = tensor([[0, 2, 0, 0]]);

const { output, weights } = scaledDotProductAttention(
  query,
  keys,
  keys,
); // softmax(q kᵀ / √4) v

console.log("weights", weights.toArray());
console.log("output ", output.toArray());
