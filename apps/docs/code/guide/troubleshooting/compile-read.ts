import { compile } from "@saccade/autograd";
import { randn, type Tensor } from "@saccade/tensor";

const normalize = compile((x: Tensor) => x.div(x.abs().max().item()));
try {
  normalize(randn([3]));
} catch (error) {
  console.log(String(error));
}
const better = compile((x: Tensor) => x.div(x.abs().max()));
console.log(better(randn([3])).shape);
