import { wasmBackend } from "@saccade/kernels-wasm";
import { Linear } from "@saccade/nn";
import { randn, setBackend } from "@saccade/tensor";

const net = new Linear(2, 1); // on the reference backend
setBackend(await wasmBackend());
try {
  net.forward(randn([4, 2]));
} catch (error) {
  console.log(String(error));
}
// made after setBackend
console.log(new Linear(2, 1).forward(randn([4, 2])).shape);
