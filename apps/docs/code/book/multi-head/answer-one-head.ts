import { tensor } from "@saccade/tensor";

// A query that wants the token before it and the token after it, in
// full: two wishes.
const values = tensor([
  [1, 0],
  [0, 0],
  [0, 1],
]); // before, itself, after
const before = tensor([[20, 0, 0]]).unsqueeze(0); // scores of head 0
const after = tensor([[0, 0, 20]]).unsqueeze(0); // scores of head 1
// one head with both wishes
const both = tensor([[20, 0, 20]]).unsqueeze(0);
const mix = (scores: typeof both): string =>
  scores
    .softmax(-1)
    .matmul(values)
    .select(0, 0)
    .select(0, 0)
    .toArray(1)
    .map((y) => y.toFixed(2))
    .join(", ");
console.log("one head: ", mix(both));
console.log("two heads:", `${mix(before)} and ${mix(after)}`);
