// Numbers that describe a matrix: norms, the condition number, the determinant.
import type { OptionsOf, Rule } from "../contract.ts";
import { flag, nullable, number, options, rule, tensors, unchecked } from "../contract.ts";
import type { Dims, DType, Tensor } from "../core.ts";
import * as core from "../core.ts";
import { eliminate, eliminated } from "./lu.ts";
import { batchOf, type MatrixOp, matrixOp, product, T, toEnd } from "./matrices.ts";
import { inverted } from "./solve.ts";
import { decompose, svdvalsOp } from "./svd.ts";

type Order = number | "fro" | "nuc";
const matrixOrders: readonly unknown[] = [
  "fro",
  "nuc",
  ...[1, 2, Number.POSITIVE_INFINITY].flatMap((order) => [order, -order]),
];
const matrixOrder: Rule<Order, Order> = /* @__PURE__ */ rule(
  'one of "fro", "nuc", 1, -1, 2, -2, Infinity, -Infinity',
  (value): value is Order => matrixOrders.includes(value),
  "fro",
);
const anyOrder: Rule<Order, undefined> = /* @__PURE__ */ rule(
  'a number, "fro" or "nuc"',
  (value): value is Order =>
    value === "fro" || value === "nuc" || (typeof value === "number" && !Number.isNaN(value)),
);
const dims = unchecked<Dims>("a whole number or an array of them");
const { dtype } = core.tensorRules;
const keepdim = /* @__PURE__ */ flag(false);
const renamed = { axis: "write dim", p: "write ord" };

const vectorOptions = /* @__PURE__ */ options(
  "linalg.vectorNorm(x, { ord: 1, dim: 0 })",
  {
    /** The order of the norm. Default 2. Infinity gives the largest |x|, 0 the number of nonzero elements. */
    ord: /* @__PURE__ */ number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
    /** The dims to reduce. Default: all. */
    dim: dims,
    /** Whether reduced dims stay, with size 1. Default false. */
    keepdim,
    /** The dtype to compute in. Default that of x. */
    dtype,
  },
  { renamed },
);
const matrixOptions = /* @__PURE__ */ options(
  "linalg.matrixNorm(A, { ord: 1 })",
  {
    /** "fro" √Σ x², "nuc" the sum of the singular values, 2 and −2 the largest and smallest; ±1 of column sums, ±Infinity of row sums. Default "fro". */
    ord: matrixOrder,
    /** The two dims of the matrices. Default [-2, -1]. */
    dim: dims,
    /** Whether reduced dims stay, with size 1. Default false. */
    keepdim,
    /** The dtype to compute in. Default that of A. */
    dtype,
  },
  { renamed },
);
const normOptions = /* @__PURE__ */ options(
  'linalg.norm(A, { ord: "nuc" })',
  {
    /** The order: of vectors for one dim, of matrices for two. Default: 2 of all elements. */
    ord: /* @__PURE__ */ nullable(anyOrder, null),
    /** The dim of vectors, or the two dims of matrices. Default: all. */
    dim: dims,
    /** Whether reduced dims stay, with size 1. Default false. */
    keepdim,
    /** The dtype to compute in. Default that of x. */
    dtype,
  },
  { renamed },
);
const condOptions = /* @__PURE__ */ options("linalg.cond(A, { p: 1 })", {
  /** The order of the norm; null is that of 2, of matrices that need not be square. Default null. */
  p: /* @__PURE__ */ nullable(anyOrder, null),
});

/** Options of {@link vectorNorm}. */
export interface VectorNormOptions extends OptionsOf<typeof vectorOptions> {}
/** Options of {@link matrixNorm}. */
export interface MatrixNormOptions extends OptionsOf<typeof matrixOptions> {}
/** Options of {@link norm}. */
export interface LinalgNormOptions extends OptionsOf<typeof normOptions> {}
/** Options of {@link cond}. */
export interface CondOptions extends OptionsOf<typeof condOptions> {}

/**
 * The norm (Σ |x|ᵖ)^(1/p) of vectors: over all dims, or some of them.
 *
 * @throws DTypeError unless x holds floats; IndexError for a dim out of range; ShapeError for a negative or infinite order
 * where a reduced dim has size 0.
 * @example linalg.vectorNorm(tensor([[3, 4], [0, 2]]), { dim: 1 }) // tensor([5, 2])
 */
export function vectorNorm(x: Tensor, given?: VectorNormOptions): Tensor {
  core.checkTensor(vectorOptions.what, "x", x);
  const { ord, dim, keepdim, dtype } = vectorOptions(given);
  return vectors("linalg.vectorNorm", inDType("linalg.vectorNorm", x, dtype), ord, dim, keepdim);
}

const matrixInput = /* @__PURE__ */ tensors("linalg.matrixNorm", "A (…)");

function vectors(what: string, x: Tensor, p: number, dim: Dims | undefined, keepdim: boolean): Tensor {
  const all = dim === undefined || (Array.isArray(dim) && dim.length === 0);
  const of = core.dimsOf(what, all ? undefined : dim, x.ndim, "as in { dim: 0 }");
  return core.norm(x, { p, dim: of, keepdim });
}

function inDType(what: string, x: Tensor, dtype: DType | undefined): Tensor {
  const y = dtype === undefined ? x : x.to(dtype);
  if (core.isFloat(y.dtype)) return y;
  throw new core.DTypeError(`${what}: ${x.describe()} must hold floats; convert it with to("float32").`);
}

/**
 * The norm of matrices, over two dims.
 *
 * @throws DTypeError unless A holds floats; ShapeError for fewer than two dims; ArgumentError for another order.
 * @example linalg.matrixNorm(tensor([[1, -2], [3, 4]]), { ord: 1 }) // tensor(6)
 */
export function matrixNorm(A: Tensor, given?: MatrixNormOptions): Tensor {
  matrixInput.check([A]);
  const { ord, dim = [-2, -1], keepdim, dtype } = matrixOptions(given);
  return matrices("linalg.matrixNorm", inDType("linalg.matrixNorm", A, dtype), ord, dim, keepdim);
}

function matrices(what: string, A: Tensor, ord: Order, dim: Dims, keepdim: boolean): Tensor {
  if (A.ndim < 2) throw new core.ShapeError(`${what}: ${A.describe()} must have two dims or more.`);
  if (!Array.isArray(dim) || dim.length !== 2)
    throw core.badArgument(what, "dim", "an array of two dims", dim, "as in { dim: [-2, -1] }");
  if (!matrixOrders.includes(ord)) throw core.badArgument(what, "ord", matrixOrder.must, ord);
  core.dimsOf(what, dim, A.ndim, "as in { dim: [-2, -1] }");
  const [row, column] = dim.map((d: number) => core.dimOf(what, d, A.ndim, "")) as [number, number];
  if (ord === "fro") return core.norm(A, { dim: [row, column], keepdim });
  const x = toEnd(A, [row, column]);
  let out: Tensor;
  if (ord === "nuc" || Math.abs(ord) === 2) {
    const s = core.apply1(svdvalsOp, [x], {});
    out = ord === "nuc" || s.size(-1) === 0 ? s.sum(-1) : ord > 0 ? s.amax(-1) : s.amin(-1);
  } else {
    const sums = x.abs().sum(Math.abs(ord) === 1 ? -2 : -1);
    out = sums.size(-1) === 0 ? sums.sum(-1) : ord > 0 ? sums.amax(-1) : sums.amin(-1);
  }
  const kept = A.shape.map((size, d) => (d === row || d === column ? 1 : size));
  return keepdim ? out.reshape(kept) : out;
}

/**
 * The norm of vectors ({@link vectorNorm}) or matrices ({@link matrixNorm}), by the number of dims: with an order and no
 * dim, x is a vector or a matrix; without an order, it is the norm of all elements.
 *
 * @throws DTypeError, ShapeError, IndexError, ArgumentError as {@link vectorNorm} and {@link matrixNorm}.
 * @example linalg.norm(tensor([[1, -2], [3, 4]]), { ord: Infinity }) // tensor(7)
 */
export function norm(x: Tensor, given?: LinalgNormOptions): Tensor {
  core.checkTensor(normOptions.what, "x", x);
  const what = "linalg.norm";
  const { ord, dim, keepdim, dtype } = normOptions(given);
  const y = inDType(what, x, dtype);
  if (ord === null) return vectors(what, y, 2, dim, keepdim);
  if (dim === undefined && x.ndim !== 1 && x.ndim !== 2)
    throw new core.ShapeError(
      `${what}: with ord, ${x.describe()} must have one or two dims; name them with dim.`,
    );
  const count = dim === undefined ? x.ndim : Array.isArray(dim) ? dim.length : 1;
  if (count === 2) return matrices(what, y, ord, dim ?? [-2, -1], keepdim);
  if (typeof ord === "string")
    throw core.badArgument(what, "ord", "a number for vectors", ord, "leave out ord for 2");
  return vectors(what, y, ord, dim, keepdim);
}

const condInput = /* @__PURE__ */ tensors("linalg.cond", "A float (…, m, n)");
const condSquare = /* @__PURE__ */ tensors("linalg.cond", "A float (…, n, n)");

/**
 * The condition number ‖A‖ ‖A⁻¹‖: how much a solution changes at most, relative to a change of the right-hand side:
 * (…, n, n) → (…). By default that of the 2-norm, the largest singular value over the smallest. Infinity for singular
 * matrices.
 *
 * @throws ShapeError unless A is a matrix or a batch of them, square for other orders.
 * @example linalg.cond(tensor([[2, 0], [0, 0.5]])) // tensor(4)
 */
export function cond(A: Tensor, given?: CondOptions): Tensor {
  condInput.check([A]);
  const { p } = condOptions(given);
  if (p === null || p === 2 || p === -2) {
    const s = core.apply1(svdvalsOp, [A], {});
    if (s.size(-1) === 0) return s.sum(-1);
    const [largest, smallest] = [
      s.narrow(-1, 0, 1).squeeze([-1]),
      s.narrow(-1, s.size(-1) - 1, 1).squeeze([-1]),
    ];
    return p === -2 ? smallest.div(largest) : largest.div(smallest);
  }
  condSquare.check([A]);
  const [inverse] = inverted(A);
  return matrices("linalg.cond", A, p, [-2, -1], false).mul(
    matrices("linalg.cond", inverse, p, [-2, -1], false),
  );
}

/** The determinants of A (…, n, n). */
export const detOp: MatrixOp = /* @__PURE__ */ matrixOp({
  name: "det",
  infer: ([a]) => [{ shape: batchOf(a), dtype: a.dtype }],
  blocks: (a, n) => [[determinant(a, n)]],
  gradient: ([g], [a]) => [() => core.apply1(cofactorsOp, [a], {}).mul(g.unsqueeze(-1).unsqueeze(-1))],
});

/** The gradient of the determinant, det(A) A⁻ᵀ, which singular matrices have too: (…, n, n) → (…, n, n). */
export const cofactorsOp: MatrixOp = /* @__PURE__ */ matrixOp({
  name: "cofactors",
  infer: ([a]) => [a],
  blocks: (a, n) => [cofactors(a, n)],
  // C = det(A) A⁻ᵀ: dC = tr(A⁻¹ dA) C − A⁻ᵀ dAᵀ C.
  gradient: ([g], [a], [c]) => [
    () => {
      const inverse = T(inverted(a)[0]);
      const trace = g.mul(c).sum([-2, -1], { keepdim: true });
      return inverse.mul(trace).sub(c.matmul(T(g)).matmul(inverse));
    },
  ],
});

function determinant(a: Float64Array, n: number): number {
  const pivots = new Int32Array(n);
  eliminate(a, n, n, pivots);
  let result = 1;
  for (let j = 0; j < n; j++) result *= pivots[j] === j + 1 ? a[j * n + j]! : -a[j * n + j]!;
  return result;
}

/** With A = U diag(s) Vᵀ: det(U) det(V) U diag(Π_{j ≠ i} s_j) Vᵀ. */
function cofactors(a: Float64Array, n: number): Float64Array {
  const { u, s, vh } = decompose(a, n, n, true);
  const sign = Math.sign(determinant(u.slice(), n) * determinant(vh.slice(), n));
  const scaled = vh.slice();
  for (let i = 0; i < n; i++) {
    const others = s.reduce((total, value, j) => (j === i ? total : total * value), sign);
    for (let c = 0; c < n; c++) scaled[i * n + c]! *= others;
  }
  return product(u, scaled, n, n, n);
}

const detInput = /* @__PURE__ */ tensors("linalg.det", "A float (…, n, n)");
const slogdetInput = /* @__PURE__ */ tensors("linalg.slogdet", "A float (…, n, n)");
const logdetInput = /* @__PURE__ */ tensors("logdet", "A float (…, n, n)");

/**
 * The determinant: (…, n, n) → (…). Large ones overflow; {@link slogdet} does not. Singular matrices have a gradient too.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.det(tensor([[1, 2], [3, 4]])) // tensor(-2)
 */
export function det(A: Tensor): Tensor {
  detInput.check([A]);
  return core.apply1(detOp, [A], {});
}

/**
 * The sign of the determinant, and the logarithm of its absolute value: (…, n, n) → (…) and (…). A singular matrix has 0
 * and −∞.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.slogdet(tensor([[1, 2], [3, 4]])) // { sign: tensor(-1), logabsdet: tensor(0.6931) }
 */
export function slogdet(A: Tensor): { sign: Tensor; logabsdet: Tensor } & Iterable<Tensor> {
  slogdetInput.check([A]);
  return signAndLog(A);
}

function signAndLog(A: Tensor): { sign: Tensor; logabsdet: Tensor } & Iterable<Tensor> {
  const [LU, pivots] = eliminated(A);
  const n = A.size(-1);
  const diagonal = LU.diagonal({ dim1: -2, dim2: -1 });
  const inPlace = core.arange(1, n + 1, 1, { dtype: "int32", backend: A.backend });
  const signs = core.where(pivots.eq(inPlace), 1, -1).to(A.dtype).mul(diagonal.detach().sign());
  return core.iterable({ sign: signs.prod(-1), logabsdet: diagonal.abs().log().sum(-1) });
}

/**
 * ln det A: (…, n, n) → (…); NaN for a negative determinant, −∞ for 0.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example logdet(tensor([[1, 2], [-3, 4]])) // tensor(2.3026)
 */
export function logdet(A: Tensor): Tensor {
  logdetInput.check([A]);
  const { sign, logabsdet } = signAndLog(A);
  return core.where(sign.lt(0), Number.NaN, logabsdet);
}
