export { checkpoint } from "./checkpoint.ts";
export { type CompiledStep, compile } from "./compile.ts";
export { GradCheckError, type GradCheckOptions, gradCheck } from "./grad-check.ts";
export { noGrad, stopGradient } from "./tape.ts";
export {
  type GradOptions,
  type GradsOf,
  grad,
  type LossResult,
  type Params,
  valueAndGrad,
} from "./value-and-grad.ts";
export { type VectorJacobianProduct, vjp } from "./vjp.ts";
