import { scaledDotProductAttention } from "@saccade/attention";
import { tensor } from "@saccade/tensor";

// Each token: is it a name, is it a colour, and a number that it
// carries.
const x = tensor([
  [1, 0, 7], // a name with the number 7
  [0, 1, 3], // a colour with the number 3
]); // (n, d)
const find = tensor([
  [8, 0],
  [0, 8],
  [0, 0],
]); // (3, 2): what kind of token it is
const read = tensor([[0], [0], [1]]); // (3, 1): the number

// (1, 2): "which token is a name?"
const query = tensor([[1, 0, 0]]).matmul(find);
const apart = scaledDotProductAttention(
  query,
  x.matmul(find),
  x.matmul(read),
).output;
const same = scaledDotProductAttention(
  query,
  x.matmul(find),
  x.matmul(find),
).output;
console.log(
  "two projections:",
  (apart.toArray() as number[][])[0]!
    .map((y) => y.toFixed(2))
    .join(", "),
);
console.log(
  "one for both:   ",
  (same.toArray() as number[][])[0]!
    .map((y) => y.toFixed(2))
    .join(", "),
);
