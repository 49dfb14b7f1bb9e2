import { tensor } from "@saccade/tensor";

const x = tensor([
  [1, 2],
  [3, 4],
]);
const y = x.mul(2).add(1);
console.log(x.matmul(y).toArray());
console.log(x.select(0, 0).toArray());
const from1 = x.slice(1, { start: 1 });
console.log(from1.shape, from1.sum().item());
console.log(x.softmax(-1).shape);
const big = x.gt(2);
console.log(big.toArray());
console.log(x.sum(1, { keepdim: true }).shape);
