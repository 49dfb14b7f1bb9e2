import { wasmBackend } from "@saccade/kernels-wasm";
import { fromData, matmul, setBackend } from "@saccade/tensor";
import { left, right, size } from "../startup-operands.ts";

setBackend(await wasmBackend({ threads: 1 }));
const product = matmul(fromData(left, [size, size]), fromData(right, [size, size]));
console.log(product.dataSync()[1]);
