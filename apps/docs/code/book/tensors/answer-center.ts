import { tensor } from "@saccade/tensor";

const x = tensor([
  [1, 2],
  [5, 10],
]);
const wrong = x.sub(x.mean(1)); // (2, 2) − (2)
const right = x.sub(x.mean(1, { keepdim: true })); // (2, 2) − (2, 1)
console.log("means ", JSON.stringify(x.mean(1).toArray()));
console.log("wrong ", JSON.stringify(wrong.toArray()));
console.log("right ", JSON.stringify(right.toArray()));
