import { arange } from "@saccade/tensor";

const heads = arange(12).reshape([1, 2, 3, 2]); // (b, h, n, d)
// (b, n, h, d): a view of the same memory
const turned = heads.transpose(1, 2);
console.log(
  "shape",
  turned.shape.join(" × "),
  " strides",
  turned.strides.join(", "),
);
// copies, because no strides can say this
const joined = turned.reshape([1, 3, 4]);
console.log("joined", JSON.stringify(joined.select(0, 0).toArray()));
