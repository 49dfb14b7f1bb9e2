export { type CompiledStep, compile } from "./compile.ts";
export * from "./jacobian.ts";
export { noGrad, stopGradient } from "./tape.ts";
export {
  type GradsOf,
  type LossResult,
  type Params,
  valueAndGrad,
} from "./value-and-grad.ts";
export {
  checkpoint,
  GradCheckError,
  type GradCheckOptions,
  gradCheck,
  type VectorJacobianProduct,
  vjp,
} from "./vjp.ts";
export { type Tree, type VmapOptions, vmap } from "./vmap/vmap.ts";
