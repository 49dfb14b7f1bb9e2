import { arange, cat, softmax } from "@saccade/tensor";

const x = arange(6).reshape([2, 3]).to("float32"); // (2, 3)
console.log(x.sum(1, { keepdim: true }).toArray());
console.log(x.maskedFill(x.gt(3), 0).toArray());
console.log(cat([x, x], 0).shape, x.t().shape);
console.log(softmax(x.select(0, 0), -1).sum().item());
