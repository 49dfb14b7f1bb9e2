// Linear algebra under the names of torch.linalg, computed on the host: linalg.solve(a, b).
import "../methods.ts";

export {
  type CholeskyExOptions,
  type CholeskyOptions,
  cholesky,
  choleskyEx,
} from "./cholesky.ts";
export { det, slogdet } from "./det.ts";
export { type EighOptions, type EigvalshOptions, eigh, eigvalsh } from "./eigh.ts";
export {
  type LdlFactorExOptions,
  type LdlFactors,
  ldlFactor,
  ldlFactorEx,
  ldlSolve,
} from "./ldl.ts";
export { type LeastSquares, type LstsqOptions, lstsq } from "./least-squares.ts";
export {
  type LuFactorExOptions,
  type LuFactors,
  type LuSolveOptions,
  lu,
  luFactor,
  luFactorEx,
  luSolve,
} from "./lu-functions.ts";
export {
  type CondOptions,
  cond,
  type LinalgNormOptions as NormOptions,
  type MatrixNormOptions,
  matrixNorm,
  norm,
  type VectorNormOptions,
  vectorNorm,
} from "./norms.ts";
export { type MatrixRankOptions, matrixRank, type PinvOptions, pinv } from "./pinv.ts";
export { matrixExp, matrixPower } from "./powers.ts";
export {
  type CrossOptions,
  cross,
  diagonal,
  type LinalgDiagonalOptions as DiagonalOptions,
  type LinalgVanderOptions as VanderOptions,
  multiDot,
  type VecdotOptions,
  vander,
  vecdot,
} from "./products.ts";
export { householderProduct, type QrOptions, qr } from "./qr.ts";
export {
  type InvExOptions,
  inv,
  invEx,
  type SolveExOptions,
  type SolveOptions,
  solve,
  solveEx,
} from "./solve.ts";
export { type SvdOptions, svd, svdvals } from "./svd.ts";
export {
  type TensorinvOptions,
  type TensorsolveOptions,
  tensorinv,
  tensorsolve,
} from "./tensor-equations.ts";
export { type SolveTriangularOptions, solveTriangular } from "./triangular.ts";
