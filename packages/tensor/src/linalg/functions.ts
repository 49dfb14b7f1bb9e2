// Linear algebra of torch itself: names of the main entry.

export { type LuUnpackOptions, luUnpack } from "./lu.ts";
export { pinv as pinverse } from "./pinv.ts";
export { matrixExp, matrixPower } from "./products.ts";
export { det, logdet, slogdet } from "./properties.ts";
export { geqrf, type OrmqrOptions, ormqr } from "./qr.ts";
export { inv as inverse } from "./solve.ts";
export {
  type PcaLowrankOptions,
  pcaLowrank,
  type SvdLowrankOptions,
  svdLowrank,
} from "./svd.ts";
export {
  type CholeskyInverseOptions,
  type CholeskySolveOptions,
  choleskyInverse,
  choleskySolve,
} from "./triangular.ts";
