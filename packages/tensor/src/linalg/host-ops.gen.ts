// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Ops that run on the host on every backend.
export { eighOp as eigh, eigvalshOp as eigvalsh } from "./eigh.ts";
export { ldlFactorOp as ldlFactor, ldlSolveOp as ldlSolve } from "./ldl.ts";
export { luOp as lu, pivotsToPermutationOp as pivotsToPermutation } from "./lu.ts";
export { pinvOp as pinv } from "./pinv.ts";
export { matrixExpOp as matrixExp } from "./products.ts";
export { cofactorsOp as cofactors, detOp as det } from "./properties.ts";
export { geqrfOp as geqrf, qrOp as qr } from "./qr.ts";
export { solveOp as solve } from "./solve.ts";
export { svdOp as svd, svdvalsOp as svdvals } from "./svd.ts";
export { choleskyOp as cholesky, solveTriangularOp as solveTriangular } from "./triangular.ts";
