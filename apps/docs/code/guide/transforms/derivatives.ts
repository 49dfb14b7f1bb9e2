import { hessian, hvp, jacobian, jvp } from "@saccade/autograd";
import { type Tensor, tensor } from "@saccade/tensor";

const x = tensor([1, 2]);
// x² (x₁ + x₂), two outputs
const f = (x: Tensor): Tensor => x.square().mul(x.sum());
console.log(String(jacobian(f, x)));

const v = tensor([1, 0]);
// the Jacobian times v: its first column
console.log(String(jvp(f, x, v).tangent));

const loss = (x: Tensor): Tensor => x.powScalar(3).sum().add(x.prod());
console.log(String(hessian(loss, x)));
// the Hessian times v, without the Hessian
console.log(String(hvp(loss, x, v).hvp));
