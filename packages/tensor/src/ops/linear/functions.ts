// Standalone functions rather than methods, so that bundlers can drop unused ones.

export { blockDiag, type CombinationsOptions, cartesianProd, combinations } from "./blocks.ts";
export {
  type AddProductOptions,
  addbmm,
  addmv,
  addr,
  baddbmm,
  type CdistOptions,
  type CrossOptions,
  cdist,
  cross,
  inner,
  kron,
  mm,
  type TensordotOptions,
  tensordot,
  trace,
  vdot,
} from "./products.ts";
