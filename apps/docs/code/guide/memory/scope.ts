import { memory, randn, scope } from "@saccade/tensor";

const before = memory().tensors;
const means = scope(() => {
  const x = randn([100, 100]);
  const squares = x.mul(x);
  console.log("inside:", memory().tensors - before, "tensors");
  return squares.mean(0); // what the function returns stays
});
console.log("after:", memory().tensors - before, "tensor");
console.log(means.shape);
