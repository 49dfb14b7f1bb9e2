import { grad } from "@saccade/autograd";
import { type Tensor, tensor } from "@saccade/tensor";

const f = (x: Tensor): Tensor => x.pow(3);
const x = tensor(2);
console.log("x³  ", f(x).item());
console.log("3x² ", grad(f)(x).item());
console.log("6x  ", grad(grad(f))(x).item());
console.log("6   ", grad(grad(grad(f)))(x).item());
