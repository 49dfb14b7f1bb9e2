import { arange } from "@saccade/tensor";

const heads = arange(12).reshape([1, 2, 3, 2]); // (b, h, n, d)
const turned = heads.transpose(1, 2); // (b, n, h, d): a view of the same memory
console.log("shape", turned.shape.join(" × "), " strides", turned.strides.join(", "));
const joined = turned.reshape([1, 3, 4]); // copies, because no strides can say this
console.log("joined", JSON.stringify(joined.select(0, 0).toArray()));
