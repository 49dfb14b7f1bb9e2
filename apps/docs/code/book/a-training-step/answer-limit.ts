import { hessian } from "@saccade/autograd";
import { linalg, linspace, tensor } from "@saccade/tensor";

const x = linspace(0, 2, 16);
const y = x; // the second derivatives do not depend on it
const curvature = hessian(
  (p) => {
    const predicted = x.mul(p.select(0, 0)).add(p.select(0, 1));
    return predicted.sub(y).square().mean();
  },
  tensor([0, 0]),
);
const { eigenvalues } = linalg.eigh(curvature);
const [least, largest] = eigenvalues.toArray(1);
console.log("curvatures     ", least!.toFixed(3), largest!.toFixed(3));
console.log("largest rate   ", (2 / largest!).toFixed(3));
