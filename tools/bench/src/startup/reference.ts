import { fromData, matmul } from "@saccade/tensor";
import { left, right, size } from "../startup-operands.ts";

const product = matmul(fromData(left, [size, size]), fromData(right, [size, size]));
console.log(product.dataSync()[1]);
