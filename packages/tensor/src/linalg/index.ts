// Linear algebra under the names of torch.linalg, computed on the host: linalg.solve(a, b).
import "../methods.ts";

export { type EighOptions, type EigvalshOptions, eigh, eigvalsh } from "./eigh.ts";
export {
  type LdlFactorExOptions,
  type LdlFactors,
  ldlFactor,
  ldlFactorEx,
  ldlSolve,
} from "./ldl.ts";
export {
  type LuFactorExOptions,
  type LuFactors,
  type LuSolveOptions,
  lu,
  luFactor,
  luFactorEx,
  luSolve,
} from "./lu.ts";
export {
  type LeastSquares,
  type LstsqOptions,
  lstsq,
  type MatrixRankOptions,
  matrixRank,
  type PinvOptions,
  pinv,
} from "./pinv.ts";
export {
  type CrossOptions,
  cross,
  diagonal,
  type LinalgDiagonalOptions as DiagonalOptions,
  type LinalgVanderOptions as VanderOptions,
  matrixExp,
  matrixPower,
  multiDot,
  type VecdotOptions,
  vander,
  vecdot,
} from "./products.ts";
export {
  type CondOptions,
  cond,
  det,
  type LinalgNormOptions as NormOptions,
  type MatrixNormOptions,
  matrixNorm,
  norm,
  slogdet,
  type VectorNormOptions,
  vectorNorm,
} from "./properties.ts";
export { householderProduct, type QrOptions, qr } from "./qr.ts";
export {
  type InvExOptions,
  inv,
  invEx,
  type SolveExOptions,
  type SolveOptions,
  solve,
  solveEx,
  type TensorinvOptions,
  type TensorsolveOptions,
  tensorinv,
  tensorsolve,
} from "./solve.ts";
export { type SvdOptions, svd, svdvals } from "./svd.ts";
export {
  type CholeskyExOptions,
  type CholeskyOptions,
  cholesky,
  choleskyEx,
  type SolveTriangularOptions,
  solveTriangular,
} from "./triangular.ts";
