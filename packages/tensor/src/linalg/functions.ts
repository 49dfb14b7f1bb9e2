// Linear algebra of torch itself: names of the main entry.
export {
  type CholeskyInverseOptions,
  type CholeskySolveOptions,
  choleskyInverse,
  choleskySolve,
} from "./cholesky.ts";
export { det, logdet, slogdet } from "./det.ts";
export {
  type PcaLowrankOptions,
  pcaLowrank,
  type SvdLowrankOptions,
  svdLowrank,
} from "./low-rank.ts";
export { type LuUnpackOptions, luUnpack } from "./lu-functions.ts";
export { pinv as pinverse } from "./pinv.ts";
export { matrixExp, matrixPower } from "./powers.ts";
export { geqrf, type OrmqrOptions, ormqr } from "./qr.ts";
export { inv as inverse } from "./solve.ts";
