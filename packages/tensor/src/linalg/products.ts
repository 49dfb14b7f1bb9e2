import { badArgument } from "../contract/arguments.ts";
import { dimOf } from "../contract/check-shape.ts";
import { checkInputs, checkSameBackend, checkTensors } from "../contract/check-tensor.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { whole } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { onesLike } from "../create.ts";
import { ShapeError } from "../errors.ts";
import { broadcastShapes, checkAddressable } from "../memory/shape.ts";
import { cat } from "../ops/indexing/join.ts";
import { roll } from "../ops/views/flip.ts";
import { diagonal as diagonalOf } from "../ops/views/slice.ts";
import { expand } from "../ops/views/view.ts";
import type { Tensor } from "../tensor.ts";

const dim = whole(-1);
const crossOptions = options(
  "linalg.cross",
  {
    /** The dim of the vectors. Default -1. */
    dim,
  },
  { example: "linalg.cross(a, b, { dim: 0 })" },
);
const vecdotOptions = options(
  "linalg.vecdot",
  {
    /** The dim of the vectors. Default -1. */
    dim,
  },
  { example: "linalg.vecdot(a, b, { dim: 0 })" },
);

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
  checkInputs(what, { a, b });
  const { dim } = crossOptions(given);
  if (a.ndim !== b.ndim)
    throw new ShapeError(
      `${what}: ${a.describe()} and ${b.describe()} must have as many dims; add some with unsqueeze.`,
    );
  const d = dimOf(what, dim, a.ndim, `as in ${crossOptions.example}`);
  for (const x of [a, b])
    if (x.size(d) !== 3) throw new ShapeError(`${what}: dim ${d} of ${x.describe()} must have size 3.`);
  const shape = broadcastShapes(what, a.shape, b.shape);
  const [x, y] = [expand(a, shape), expand(b, shape)];
  // (a₂ b₃ − a₃ b₂, …): element i takes i + 1 and i + 2.
  return roll(x, -1, d)
    .mul(roll(y, -2, d))
    .sub(roll(x, -2, d).mul(roll(y, -1, d)));
}

/**
 * Σ a b along a dim: (…, n) and (…, n) → (…). The shapes broadcast.
 *
 * @throws ShapeError unless they broadcast; IndexError for a dim out of range.
 * @example linalg.vecdot(tensor([[1, 2], [3, 4]]), tensor([1, 10])) // tensor([21, 43])
 */
export function vecdot(a: Tensor, b: Tensor, given?: VecdotOptions): Tensor {
  const what = "linalg.vecdot";
  checkInputs(what, { a, b });
  const { dim } = vecdotOptions(given);
  const shape = broadcastShapes(what, a.shape, b.shape);
  const d = dimOf(what, dim, shape.length, `as in ${vecdotOptions.example}`);
  const [x, y] = [expand(a, shape), expand(b, shape)];
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
  checkTensors(what, "matrices", matrices, "write linalg.multiDot([A, B, C])");
  if (matrices.length < 2) throw badArgument(what, "matrices", "an array of two tensors or more", matrices);
  checkSameBackend(what, matrices);
  const last = matrices.length - 1;
  const all = matrices.map((x, i) => {
    if (x.ndim === 1 && i === 0) return x.unsqueeze(0);
    if (x.ndim === 1 && i === last) return x.unsqueeze(1);
    if (x.ndim === 2) return x;
    throw new ShapeError(
      `${what}: matrices[${i}] ${x.describe()} must be a matrix${i === 0 || i === last ? " or a vector" : ""}.`,
    );
  });
  all.slice(1).forEach((x, i) => {
    if (all[i]!.size(1) === x.size(0)) return;
    throw new ShapeError(
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

const vanderOptions = options(
  "linalg.vander",
  {
    /** The number of powers. Default that of elements. */
    N: whole(undefined, { min: 0 }),
  },
  { example: "linalg.vander(x, { N: 3 })" },
);

/** Options of {@link vander}. */
export interface LinalgVanderOptions extends OptionsOf<typeof vanderOptions> {}

const vanderInput = tensors("linalg.vander", "x (…)");

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
  const ones = onesLike(base).unsqueeze(-1);
  checkAddressable("linalg.vander", [...base.shape, N]);
  if (N <= 1) return N === 1 ? ones : ones.narrow(-1, 0, 0);
  const factors = expand(base.unsqueeze(-1), [...base.shape, N - 1]);
  return cat([ones, factors.cumprod(-1)], -1);
}

const diagonalOptions = options(
  "linalg.diagonal",
  {
    /** Which diagonal: > 0 above the main one, < 0 below. Default 0. */
    offset: whole(0),
    /** The dim of the rows. Default -2. */
    dim1: whole(-2),
    /** The dim of the columns. Default -1. */
    dim2: whole(-1),
  },
  { example: "linalg.diagonal(A, { offset: 1 })" },
);

/** Options of {@link diagonal}. */
export interface LinalgDiagonalOptions extends OptionsOf<typeof diagonalOptions> {}

const diagonalInput = tensors("linalg.diagonal", "A (…, m, n)");

/**
 * A diagonal of each matrix: (…, m, n) → (…, k). A view.
 *
 * @throws ShapeError for fewer than two dims; IndexError for a dim out of range.
 * @example linalg.diagonal(tensor([[1, 2], [3, 4]])) // tensor([1, 4])
 */
export function diagonal(A: Tensor, given?: LinalgDiagonalOptions): Tensor {
  diagonalInput.check([A]);
  const { offset, dim1, dim2 } = diagonalOptions(given);
  const at = (dim: number): number => dimOf("linalg.diagonal", dim, A.ndim, "");
  return diagonalOf(A, { offset, dim1: at(dim1), dim2: at(dim2) });
}
