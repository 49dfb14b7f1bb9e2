import { wasmBackend } from "@saccade/kernels-wasm";
import { manualSeed, randn, setBackend } from "@saccade/tensor";

async function product(threads: number): Promise<Float32Array> {
  const backend = await wasmBackend({ threads });
  setBackend(backend);
  manualSeed(0);
  const values = randn([256, 256])
    .matmul(randn([256, 256]))
    .softmax(-1)
    .dataSync();
  return Float32Array.from(values);
}

const [one, two] = [await product(1), await product(2)];
console.log(
  "the same bits:",
  one.every((value, i) => Object.is(value, two[i])),
);
