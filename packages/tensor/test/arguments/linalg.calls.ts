import { eye, ones, referenceBackend, tensor } from "../../src/index.ts";
import type * as linalg from "../../src/linalg/index.ts";
import type * as windows from "../../src/windows/index.ts";
import { arg, type Calls, count, finite, ofKind, positive } from "../walk.ts";

const A = tensor([[2, 1], [1, 3]]); // biome-ignore format: one line
const b = ones([2, 1]);
const v = ones([3]);
const bool = arg([true, false]);
const keepdim = bool;
const dtype = arg(["float64", "float32"]);
const tolerance = arg([0.1, 0, tensor(0.5)], [-1, tensor([true])]);
const pivots = tensor([1, 2], { dtype: "int32" });
const UPLO = ofKind("L", ["X"], "U");
const order = arg([2, 1, -1, Number.POSITIVE_INFINITY, "fro", "nuc"]);
const matrix = { takes: { A } };
const dim = arg([0, -1], [0.5, 5]);

/** A right call of each function. */
export const linalgCalls: Calls<typeof linalg> = {
  cholesky: { ...matrix, options: { upper: bool } },
  choleskyEx: { ...matrix, options: { upper: bool, checkErrors: bool } },
  det: matrix,
  slogdet: matrix,
  eigh: { ...matrix, options: { UPLO } },
  eigvalsh: { ...matrix, options: { UPLO } },
  lstsq: {
    takes: { A, B: b },
    options: { rcond: arg([0.1, 0], [-1]), driver: arg(["gelsd", "gels", "gelsy", "gelss"]) },
  },
  lu: matrix,
  luFactor: matrix,
  ldlFactor: matrix,
  ldlFactorEx: { ...matrix, options: { checkErrors: bool } },
  ldlSolve: { takes: { LD: A, pivots, B: b } },
  luFactorEx: { ...matrix, options: { checkErrors: bool } },
  luSolve: { takes: { LU: A, pivots, B: b }, options: { left: arg([true]), adjoint: bool } },
  cond: { ...matrix, options: { p: arg([2, null, 1, "fro"]) } },
  norm: {
    takes: { x: A },
    options: { ord: arg([2, null, 1]), dim: arg([[0, 1], undefined]), keepdim, dtype },
  },
  vectorNorm: {
    takes: { x: v },
    options: {
      ord: arg([2, 0, -1, Number.POSITIVE_INFINITY]),
      dim: arg([0, [0], undefined]),
      keepdim,
      dtype,
    },
  },
  matrixNorm: { ...matrix, options: { ord: order, dim: arg([[0, 1], undefined], [[0]]), keepdim, dtype } },
  matrixRank: { ...matrix, options: { atol: tolerance, rtol: tolerance, hermitian: bool } },
  pinv: { ...matrix, options: { atol: tolerance, rtol: tolerance, hermitian: bool } },
  matrixExp: matrix,
  matrixPower: { takes: { A, n: arg([2, 0, -1], [0.5]) } },
  cross: { takes: { a: v, b: v }, options: { dim } },
  vecdot: { takes: { a: v, b: v }, options: { dim } },
  multiDot: { takes: { matrices: [A, A] } },
  vander: { takes: { x: v }, options: { N: count(2) } },
  diagonal: {
    ...matrix,
    options: { offset: arg([0, 1, -1], [0.5]), dim1: arg([-2, 0], [0.5]), dim2: arg([-1, 1], [0.5]) },
  },
  householderProduct: { takes: { A, tau: ones([2]) } },
  qr: { ...matrix, options: { mode: arg(["reduced", "complete", "r"]) } },
  solve: { takes: { A, B: b }, options: { left: arg([true]) } },
  solveEx: { takes: { A, B: b }, options: { left: arg([true]), checkErrors: bool } },
  inv: matrix,
  invEx: { ...matrix, options: { checkErrors: bool } },
  svd: { ...matrix, options: { fullMatrices: bool } },
  svdvals: matrix,
  tensorinv: { takes: { A: eye(4).reshape([2, 2, 2, 2]) }, options: { ind: arg([2], [0, 0.5, -1]) } },
  tensorsolve: { takes: { A, B: ones([2]) }, options: { dims: arg([[0], null]) } },
  solveTriangular: {
    takes: { A, B: b },
    options: { "upper!": bool, left: arg([true]), unitriangular: bool },
  },
};

const takes = { M: count(4) };
const window = {
  sym: arg([false, true]),
  dtype: arg(["float64", "float32"], ["int32"]),
  backend: ofKind(referenceBackend()),
};
const above0 = (value: number): unknown => arg([value], [0, -1, Number.POSITIVE_INFINITY]);

/** A right call of each window. */
export const windowCalls: Calls<typeof windows> = {
  bartlett: { takes, options: window },
  blackman: { takes, options: window },
  cosine: { takes, options: window },
  exponential: {
    takes,
    options: { center: arg([undefined]), tau: above0(2), ...window, sym: arg([true, false]) },
  },
  gaussian: { takes, options: { std: above0(2), ...window } },
  generalCosine: { takes, options: { "a!": [0.5, 0.5], ...window } },
  generalHamming: { takes, options: { alpha: finite(0.5), ...window } },
  hamming: { takes, options: window },
  hann: { takes, options: window },
  kaiser: { takes, options: { beta: positive(5), ...window } },
  nuttall: { takes, options: window },
};
