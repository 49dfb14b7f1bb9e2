// Standalone functions rather than methods, so that bundlers can drop unused ones.

export {
  type CholeskyInverseOptions,
  type CholeskySolveOptions,
  choleskyInverse,
  choleskySolve,
} from "../../linalg/cholesky.ts";
export { det, logdet, slogdet } from "../../linalg/det.ts";
export {
  type PcaLowrankOptions,
  pcaLowrank,
  type SvdLowrankOptions,
  svdLowrank,
} from "../../linalg/low-rank.ts";
export { type LuUnpackOptions, luUnpack } from "../../linalg/lu-functions.ts";
export { pinv as pinverse } from "../../linalg/pinv.ts";
export { matrixExp, matrixPower } from "../../linalg/powers.ts";
export { geqrf, type OrmqrOptions, ormqr } from "../../linalg/qr.ts";
export { inv as inverse } from "../../linalg/solve.ts";
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
