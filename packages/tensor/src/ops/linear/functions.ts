// Standalone functions rather than methods, so that bundlers can drop unused ones.
export { type AddProductOptions, addbmm, addmv, addr, baddbmm } from "./add-products.ts";
export { blockDiag, type CombinationsOptions, cartesianProd, combinations } from "./blocks.ts";
export { type CdistOptions, cdist } from "./cdist.ts";
export {
  type CrossOptions,
  cross,
  inner,
  kron,
  mm,
  type TensordotOptions,
  tensordot,
  trace,
  vdot,
} from "./products.ts";
