// Products of vectors and matrices, powers, the exponential.
import { type OptionsOf, options, required, signature, tensorRule, tensors, whole } from "../contract.ts";
import type { Tensor } from "../core.ts";
import * as core from "../core.ts";
import { identity, identityLike, type MatrixOp, matrixOp, product, T } from "./matrices.ts";
import { inv } from "./solve.ts";

/* @__NO_SIDE_EFFECTS__ */
function vectorOptions<const What extends string>(what: What) {
  return options(`${what}(a, b, { dim: 0 })`, {
    /** The dim of the vectors. Default -1. */
    dim: whole(-1),
  });
}
const crossOptions = vectorOptions("linalg.cross");
const vecdotOptions = vectorOptions("linalg.vecdot");

/** Options of {@link cross}. */
export interface CrossOptions extends OptionsOf<typeof crossOptions> {}
/** Options of {@link vecdot}. */
export interface VecdotOptions extends OptionsOf<typeof vecdotOptions> {}

/**
 * The vector product of vectors of three elements along a dim: (…, 3) and (…, 3) → (…, 3). The shapes broadcast.
 *
 * @throws ShapeError unless the dim has size 3 in both and the shapes broadcast; IndexError for a dim out of range.
 * @example linalg.cross(tensor([1, 0, 0]), tensor([0, 1, 0])) // tensor([0, 0, 1])
 */
export function cross(a: Tensor, b: Tensor, given?: CrossOptions): Tensor {
  const what = "linalg.cross";
  core.checkInputs(what, { a, b });
  const { dim } = crossOptions(given);
  if (a.ndim !== b.ndim)
    throw new core.ShapeError(
      `${what}: ${a.describe()} and ${b.describe()} must have as many dims; add some with unsqueeze.`,
    );
  const d = core.dimOf(what, dim, a.ndim, `as in ${crossOptions.example}`);
  for (const x of [a, b])
    if (x.size(d) !== 3) throw new core.ShapeError(`${what}: dim ${d} of ${x.describe()} must have size 3.`);
  const shape = core.broadcastShapes(what, a.shape, b.shape);
  const [x, y] = [core.expand(a, shape), core.expand(b, shape)];
  // (a₂ b₃ − a₃ b₂, …): element i takes i + 1 and i + 2.
  return core
    .roll(x, -1, d)
    .mul(core.roll(y, -2, d))
    .sub(core.roll(x, -2, d).mul(core.roll(y, -1, d)));
}

/**
 * Σ a b along a dim: (…, n) and (…, n) → (…). The shapes broadcast.
 *
 * @throws ShapeError unless they broadcast; IndexError for a dim out of range.
 * @example linalg.vecdot(tensor([[1, 2], [3, 4]]), tensor([1, 10])) // tensor([21, 43])
 */
export function vecdot(a: Tensor, b: Tensor, given?: VecdotOptions): Tensor {
  const what = "linalg.vecdot";
  core.checkInputs(what, { a, b });
  const { dim } = vecdotOptions(given);
  const shape = core.broadcastShapes(what, a.shape, b.shape);
  const d = core.dimOf(what, dim, shape.length, `as in ${vecdotOptions.example}`);
  const [x, y] = [core.expand(a, shape), core.expand(b, shape)];
  // As products of a row and a column, which round once.
  const [row, column] = [x.movedim(d, -1).unsqueeze(-2), y.movedim(d, -1).unsqueeze(-1)];
  return row.matmul(column).squeeze([-2, -1]);
}

/**
 * The product of several matrices, in the order that takes the fewest multiplications (Cormen et al., section 15.2). The
 * first and the last may be vectors.
 *
 * @throws ArgumentError for fewer than two; ShapeError unless the sizes fit.
 * @example linalg.multiDot([tensor([[1, 2]]), tensor([[1], [1]]), tensor([[3]])]) // tensor([[9]])
 */
export function multiDot(matrices: readonly Tensor[]): Tensor {
  const what = "linalg.multiDot";
  core.checkTensors(what, "matrices", matrices, "write linalg.multiDot([A, B, C])");
  if (matrices.length < 2)
    throw core.badArgument(what, "matrices", "an array of two tensors or more", matrices);
  core.checkSameBackend(what, matrices);
  const last = matrices.length - 1;
  const all = matrices.map((x, i) => {
    if (x.ndim === 1 && i === 0) return x.unsqueeze(0);
    if (x.ndim === 1 && i === last) return x.unsqueeze(1);
    if (x.ndim === 2) return x;
    throw new core.ShapeError(
      `${what}: matrices[${i}] ${x.describe()} must be a matrix${i === 0 || i === last ? " or a vector" : ""}.`,
    );
  });
  all.slice(1).forEach((x, i) => {
    if (all[i]!.size(1) === x.size(0)) return;
    throw new core.ShapeError(
      `${what}: matrices[${i}] ${matrices[i]!.describe()} and matrices[${i + 1}] ${matrices[i + 1]!.describe()} do not fit.`,
    );
  });
  const out = chain(all);
  const squeezed = matrices[last]!.ndim === 1 ? out.squeeze([1]) : out;
  return matrices[0]!.ndim === 1 ? squeezed.squeeze([0]) : squeezed;
}

function chain(all: readonly Tensor[]): Tensor {
  const sizes = [all[0]!.size(0), ...all.map((x) => x.size(1))];
  const best = new Map<string, { readonly cost: number; readonly at: number }>();
  const cheapest = (from: number, to: number): { readonly cost: number; readonly at: number } => {
    if (from === to) return { cost: 0, at: from };
    const key = `${from} ${to}`;
    const known = best.get(key);
    if (known !== undefined) return known;
    let found = { cost: Number.POSITIVE_INFINITY, at: from };
    for (let at = from; at < to; at++) {
      const own = sizes[from]! * sizes[at + 1]! * sizes[to + 1]!;
      const cost = cheapest(from, at).cost + cheapest(at + 1, to).cost + own;
      if (cost < found.cost) found = { cost, at };
    }
    best.set(key, found);
    return found;
  };
  const product = (from: number, to: number): Tensor => {
    if (from === to) return all[from]!;
    const { at } = cheapest(from, to);
    return product(from, at).matmul(product(at + 1, to));
  };
  return product(0, all.length - 1);
}

const vanderOptions = /* @__PURE__ */ options("linalg.vander(x, { N: 3 })", {
  /** The number of powers. Default that of elements. */
  N: /* @__PURE__ */ whole(undefined, { min: 0 }),
});

/** Options of {@link vander}. */
export interface LinalgVanderOptions extends OptionsOf<typeof vanderOptions> {}

const vanderInput = /* @__PURE__ */ tensors("linalg.vander", "x (…)");

/**
 * The powers x⁰, x¹, … of each element, as rows: (…, n) → (…, n, N).
 *
 * @throws OverflowError for powers of int32 that do not fit.
 * @example linalg.vander(tensor([1, 2, 3])) // tensor([[1, 1, 1], [1, 2, 4], [1, 3, 9]])
 */
export function vander(x: Tensor, given?: LinalgVanderOptions): Tensor {
  vanderInput.check([x]);
  const row = x.ndim === 0 ? x.unsqueeze(0) : x;
  const { N = row.size(-1) } = vanderOptions(given);
  const base = x.dtype === "bool" ? row.to("int32") : row;
  const ones = core.onesLike(base).unsqueeze(-1);
  core.checkAddressable("linalg.vander", [...base.shape, N]);
  if (N <= 1) return N === 1 ? ones : ones.narrow(-1, 0, 0);
  const factors = core.expand(base.unsqueeze(-1), [...base.shape, N - 1]);
  return core.cat([ones, factors.cumprod(-1)], -1);
}

const diagonalOptions = /* @__PURE__ */ options("linalg.diagonal(A, { offset: 1 })", {
  /** Which diagonal: > 0 above the main one, < 0 below. Default 0. */
  offset: /* @__PURE__ */ whole(0),
  /** The dim of the rows. Default -2. */
  dim1: /* @__PURE__ */ whole(-2),
  /** The dim of the columns. Default -1. */
  dim2: /* @__PURE__ */ whole(-1),
});

/** Options of {@link diagonal}. */
export interface LinalgDiagonalOptions extends OptionsOf<typeof diagonalOptions> {}

const diagonalInput = /* @__PURE__ */ tensors("linalg.diagonal", "A (…, m, n)");

/**
 * A diagonal of each matrix: (…, m, n) → (…, k). A view.
 *
 * @throws ShapeError for fewer than two dims; IndexError for a dim out of range.
 * @example linalg.diagonal(tensor([[1, 2], [3, 4]])) // tensor([1, 4])
 */
export function diagonal(A: Tensor, given?: LinalgDiagonalOptions): Tensor {
  diagonalInput.check([A]);
  const { offset, dim1, dim2 } = diagonalOptions(given);
  const at = (dim: number): number => core.dimOf("linalg.diagonal", dim, A.ndim, "");
  return core.diagonal(A, { offset, dim1: at(dim1), dim2: at(dim2) });
}

/** exp A = Σ Aᵏ / k! of A (…, n, n). */
export const matrixExpOp: MatrixOp = /* @__PURE__ */ matrixOp({
  name: "matrixExp",
  infer: ([a]) => [a],
  blocks: (a, n) => [exponential(a, n)],
  // exp [[Aᵀ, G], [0, Aᵀ]] has the gradient in its corner (Najfeld and Havel 1995; Mathias 1996).
  gradient: ([g], [a]) => [
    () => {
      const n = a.size(-1);
      const block = core.cat([core.cat([T(a), g], -1), core.cat([g.mul(0), T(a)], -1)], -2);
      return matrixExponential(block).narrow(-2, 0, n).narrow(-1, n, n);
    },
  ],
});

/** Taylor's series of A / 2ˢ, whose norm is at most 1/2, squared s times (Moler and Van Loan 2003, method 3). */
function exponential(a: Float64Array, n: number): Float64Array {
  let size = 0;
  for (let i = 0; i < n; i++)
    size = Math.max(
      size,
      a.subarray(i * n, (i + 1) * n).reduce((sum, x) => sum + Math.abs(x), 0),
    );
  if (!Number.isFinite(size)) return a.fill(Number.NaN);
  const squarings = Math.max(0, Math.ceil(Math.log2(size || 1)) + 1);
  const scaled = a.map((x) => x / 2 ** squarings);
  let term = identity(n);
  let out = identity(n);
  for (let k = 1; k <= 18; k++) {
    term = product(term, scaled, n, n, n).map((x) => x / k);
    for (let i = 0; i < out.length; i++) out[i]! += term[i]!;
  }
  for (let s = 0; s < squarings; s++) out = product(out, out, n, n, n);
  return out;
}

function matrixExponential(a: Tensor): Tensor {
  return core.apply1(matrixExpOp, [a], {});
}

const expInput = /* @__PURE__ */ tensors("linalg.matrixExp", "A float (…, n, n)");

/**
 * The matrix exponential Σ Aᵏ / k!: (…, n, n) → (…, n, n).
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.matrixExp(tensor([[0, 1], [0, 0]])) // tensor([[1, 1], [0, 1]])
 */
export function matrixExp(A: Tensor): Tensor {
  expInput.check([A]);
  return matrixExponential(A);
}

const powerInput = /* @__PURE__ */ tensors("linalg.matrixPower", "A float (…, n, n)");
const powerCall = /* @__PURE__ */ signature("linalg.matrixPower(A, 3)", {
  A: /* @__PURE__ */ required(/* @__PURE__ */ tensorRule("float")),
  n: /* @__PURE__ */ required(/* @__PURE__ */ whole()),
});

/**
 * Aⁿ by repeated squaring; the inverse's power for n < 0, the identity for 0: (…, m, m) → (…, m, m).
 *
 * @throws ShapeError unless the matrices are square; ArgumentError unless n is whole, and for a singular matrix with
 * n < 0 (where the host can read it).
 * @example linalg.matrixPower(tensor([[1, 1], [0, 1]]), 3) // tensor([[1, 3], [0, 1]])
 */
export function matrixPower(A: Tensor, n: number): Tensor {
  powerCall([A, n]);
  powerInput.check([A]);
  if (n === 0) {
    return identityLike(A).clone();
  }
  let square = n < 0 ? inv(A) : A;
  let result: Tensor | undefined;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = result ? result.matmul(square) : square;
    if (left > 1) square = square.matmul(square);
  }
  return result ?? A;
}
