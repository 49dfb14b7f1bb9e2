export { checkpoint } from "./checkpoint.ts";
export { type CompiledStep, compile } from "./compile.ts";
export { type GradOptions, grad } from "./grad.ts";
export { GradCheckError, type GradCheckOptions, gradCheck } from "./grad-check.ts";
export {
  type HessianVectorProduct,
  hessian,
  hvp,
  type JacobianVectorProduct,
  jacobian,
  jvp,
} from "./jacobian.ts";
export { noGrad, stopGradient } from "./tape.ts";
export { type GradsOf, type LossResult, type Params, valueAndGrad } from "./value-and-grad.ts";
export { type VectorJacobianProduct, vjp } from "./vjp.ts";
export { type Tree, type VmapOptions, vmap } from "./vmap/vmap.ts";
