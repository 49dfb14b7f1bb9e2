import { apply1 } from "../apply/apply.ts";
import { badArgument } from "../contract/arguments.ts";
import { dimOf, dimsOf } from "../contract/check-shape.ts";
import { checkTensor } from "../contract/check-tensor.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag, nullable, number, type Rule, rule, unchecked } from "../contract/rules.ts";
import { tensorRules } from "../contract/tensor-options.ts";
import { tensors } from "../contract/tensors.ts";
import { DTypeError, ShapeError } from "../errors.ts";
import { type DType, isFloat } from "../memory/dtype.ts";
import type { Dims } from "../ops/reduce/dims.ts";
import { norm as normOf } from "../ops/reduce/norm.ts";
import type { Tensor } from "../tensor.ts";
import { toEnd } from "./matrices.ts";
import { inverted } from "./solve.ts";
import { svdvalsOp } from "./svd.ts";

type Order = number | "fro" | "nuc";
const matrixOrders: readonly unknown[] = [
  "fro",
  "nuc",
  ...[1, 2, Number.POSITIVE_INFINITY].flatMap((order) => [order, -order]),
];
const matrixOrder: Rule<Order, Order> = rule(
  'one of "fro", "nuc", 1, -1, 2, -2, Infinity, -Infinity',
  (value): value is Order => matrixOrders.includes(value),
  "fro",
);
const anyOrder: Rule<Order, undefined> = rule(
  'a number, "fro" or "nuc"',
  (value): value is Order =>
    value === "fro" || value === "nuc" || (typeof value === "number" && !Number.isNaN(value)),
);
const dims = unchecked<Dims>("a whole number or an array of them");
const { dtype } = tensorRules;
const keepdim = flag(false);
const renamed = { axis: "write dim", p: "write ord" };

const vectorOptions = options(
  "linalg.vectorNorm",
  {
    /** The order of the norm. Default 2. Infinity gives the largest |x|, 0 the number of nonzero elements. */
    ord: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
    /** The dims to reduce. Default: all. */
    dim: dims,
    /** Whether reduced dims stay, with size 1. Default false. */
    keepdim,
    /** The dtype to compute in. Default that of x. */
    dtype,
  },
  { example: "linalg.vectorNorm(x, { ord: 1, dim: 0 })", renamed },
);
const matrixOptions = options(
  "linalg.matrixNorm",
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
  { example: "linalg.matrixNorm(A, { ord: 1 })", renamed },
);
const normOptions = options(
  "linalg.norm",
  {
    /** The order: of vectors for one dim, of matrices for two. Default: 2 of all elements. */
    ord: nullable(anyOrder, null),
    /** The dim of vectors, or the two dims of matrices. Default: all. */
    dim: dims,
    /** Whether reduced dims stay, with size 1. Default false. */
    keepdim,
    /** The dtype to compute in. Default that of x. */
    dtype,
  },
  { example: 'linalg.norm(A, { ord: "nuc" })', renamed },
);
const condOptions = options(
  "linalg.cond",
  {
    /** The order of the norm; null is that of 2, of matrices that need not be square. Default null. */
    p: nullable(anyOrder, null),
  },
  { example: "linalg.cond(A, { p: 1 })" },
);

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
  checkTensor(vectorOptions.what, "x", x);
  const { ord, dim, keepdim, dtype } = vectorOptions(given);
  return vectors("linalg.vectorNorm", inDType("linalg.vectorNorm", x, dtype), ord, dim, keepdim);
}

const matrixInput = tensors("linalg.matrixNorm", "A (…)");

function vectors(what: string, x: Tensor, p: number, dim: Dims | undefined, keepdim: boolean): Tensor {
  const all = dim === undefined || (Array.isArray(dim) && dim.length === 0);
  const of = dimsOf(what, all ? undefined : dim, x.ndim, "as in { dim: 0 }");
  return normOf(x, { p, dim: of, keepdim });
}

function inDType(what: string, x: Tensor, dtype: DType | undefined): Tensor {
  const y = dtype === undefined ? x : x.to(dtype);
  if (isFloat(y.dtype)) return y;
  throw new DTypeError(`${what}: ${x.describe()} must hold floats; convert it with to("float32").`);
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
  if (A.ndim < 2) throw new ShapeError(`${what}: ${A.describe()} must have two dims or more.`);
  if (!Array.isArray(dim) || dim.length !== 2)
    throw badArgument(what, "dim", "an array of two dims", dim, "as in { dim: [-2, -1] }");
  if (!matrixOrders.includes(ord)) throw badArgument(what, "ord", matrixOrder.must, ord);
  dimsOf(what, dim, A.ndim, "as in { dim: [-2, -1] }");
  const [row, column] = dim.map((d: number) => dimOf(what, d, A.ndim, "")) as [number, number];
  if (ord === "fro") return normOf(A, { dim: [row, column], keepdim });
  const x = toEnd(A, [row, column]);
  let out: Tensor;
  if (ord === "nuc" || Math.abs(ord) === 2) {
    const s = apply1(svdvalsOp, [x], {});
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
  checkTensor(normOptions.what, "x", x);
  const what = "linalg.norm";
  const { ord, dim, keepdim, dtype } = normOptions(given);
  const y = inDType(what, x, dtype);
  if (ord === null) return vectors(what, y, 2, dim, keepdim);
  if (dim === undefined && x.ndim !== 1 && x.ndim !== 2)
    throw new ShapeError(`${what}: with ord, ${x.describe()} must have one or two dims; name them with dim.`);
  const count = dim === undefined ? x.ndim : Array.isArray(dim) ? dim.length : 1;
  if (count === 2) return matrices(what, y, ord, dim ?? [-2, -1], keepdim);
  if (typeof ord === "string")
    throw badArgument(what, "ord", "a number for vectors", ord, "leave out ord for 2");
  return vectors(what, y, ord, dim, keepdim);
}

const condInput = tensors("linalg.cond", "A float (…, m, n)");
const condSquare = tensors("linalg.cond", "A float (…, n, n)");

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
    const s = apply1(svdvalsOp, [A], {});
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
