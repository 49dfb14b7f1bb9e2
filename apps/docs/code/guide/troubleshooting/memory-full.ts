import { wasmBackend } from "@saccade/kernels-wasm";
import { randn, scope, setBackend } from "@saccade/tensor";

setBackend(await wasmBackend({ memory: 2 ** 23 }));
try {
  scope(() => Array.from({ length: 20 }, () => randn([256, 1024])));
} catch (error) {
  console.log(
    String(error).replace(/ \(there are \d+ live tensors\)/, ""),
  );
}
