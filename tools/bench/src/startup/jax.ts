import { loadJax } from "../libraries/jax.ts";
import { left, right, size } from "../startup-operands.ts";

const { numpy } = (await loadJax("wasm")).jax;
const product = numpy.matmul(
  numpy.array(left, { shape: [size, size] }),
  numpy.array(right, { shape: [size, size] }),
);
console.log(product.dataSync()[1]);
