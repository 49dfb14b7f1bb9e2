// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { type AddProductOptions, baddbmm, addbmm, addmv, addr } from "./add-products.ts";
export { type CombinationsOptions, blockDiag, combinations } from "./blocks.ts";
export { einsum } from "./einsum.ts";
export { type TensordotOptions, type CrossOptions, type CdistOptions, mm, vdot, inner, tensordot, kron, cross, trace, cdist } from "./products.ts";
