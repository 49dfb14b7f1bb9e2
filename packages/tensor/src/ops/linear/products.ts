// Products of vectors, matrices and tensors, as standalone functions.

import * as c from "@saccade/contract";
import { zeros } from "../../create.ts";
import {
  broadcastShapes,
  checkAddressable,
  checkInputs,
  checkNumbers,
  checkTensor,
  dimOf,
  formatShape,
  isFloat,
  numelOf,
  promoteTensors,
  type Shape,
  tensors,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { to } from "../elementwise/convert.ts";
import { refuseBool } from "../elementwise/map.ts";
import { norm } from "../reduce/norm.ts";
import { matmul } from "./matmul.ts";

const mmInputs = /* @__PURE__ */ tensors("mm", "a (n, k)  b (k, m)");

/**
 * The product of two matrices, (n, k) and (k, m) → (n, m). matmul also takes vectors and batches.
 *
 * @throws ShapeError unless both are matrices with equal inner sizes.
 * @example mm(tensor([[1, 2]]), tensor([[3], [4]])) // tensor([[11]])
 */
export function mm(a: Tensor, b: Tensor): Tensor {
  mmInputs.check([a, b]);
  return matmul(a, b);
}

const vdotInputs = /* @__PURE__ */ tensors("vdot", "a (n)  b (n)");

/**
 * The dot product of two vectors: `dot`, since numbers here are real.
 *
 * @throws ShapeError unless both are vectors of one size.
 * @example vdot(tensor([1, 2]), tensor([3, 4])) // tensor(11)
 */
export function vdot(a: Tensor, b: Tensor): Tensor {
  vdotInputs.check([a, b]);
  return matmul(a, b);
}

/**
 * Dot products over the last dims: (…, k) and (*, k) → (…, *). A scalar multiplies the other tensor.
 *
 * @throws ShapeError unless the last sizes are equal.
 * @example inner(tensor([[1, 2], [3, 4]]), tensor([1, 1])) // tensor([3, 7])
 */
export function inner(a: Tensor, b: Tensor): Tensor {
  checkInputs("inner", { a, b });
  if (a.ndim === 0 || b.ndim === 0) return a.mul(b);
  if (a.size(-1) !== b.size(-1))
    throw new c.ShapeError(
      `inner: the last sizes of ${a.describe()} and ${b.describe()} must be equal; tensordot() takes other dims.`,
    );
  return contract(a, b, [a.ndim - 1], [b.ndim - 1]);
}

/** How many dims, or the dims of both tensors. */
type DimPairs = number | readonly [a: readonly number[], b: readonly number[]];

const tensordotOptions = c.options(
  "tensordot(a, b, { dims: [[1], [0]] })",
  {
    /** The dims to sum over: the last of a and as many first ones of b, or two lists, [dims of a, dims of b]. Default 2. */
    dims: c.rule<DimPairs>(
      "a whole number ≥ 0, or two arrays of dims",
      (value): value is DimPairs =>
        c.whole(undefined, { min: 0 }).holds(value) ||
        (Array.isArray(value) && value.length === 2 && Array.isArray(value[0]) && Array.isArray(value[1])),
      2,
    ),
  },
  { renamed: { axes: "write dims" } },
);

/** Options of {@link tensordot}. */
export interface TensordotOptions extends c.OptionsOf<typeof tensordotOptions> {}

/**
 * The sum of products over pairs of dims of two tensors: the other dims of a, then those of b. A paired dim of size 1 is
 * stretched.
 *
 * @throws ShapeError for lists of two lengths, a dim that appears twice, or two sizes that differ.
 * @throws IndexError for a dim out of range.
 * @example tensordot(tensor([[1, 2], [3, 4]]), tensor([1, 1]), { dims: 1 }) // tensor([3, 7])
 */
export function tensordot(a: Tensor, b: Tensor, given?: TensordotOptions): Tensor {
  checkInputs(tensordotOptions.what, { a, b });
  const { dims } = tensordotOptions(given);
  const fix = `write ${tensordotOptions.example}`;
  if (typeof dims === "number") {
    if (dims > a.ndim || dims > b.ndim)
      throw new c.ShapeError(
        `tensordot: dims ${dims} is more than ${a.describe()} and ${b.describe()} both have.`,
      );
    const each = Array.from({ length: dims }, (_, i) => i);
    return paired(
      a,
      b,
      each.map((i) => a.ndim - dims + i),
      each,
    );
  }
  const [left, right] = dims.map((list, i) => {
    checkNumbers("tensordot", `dims[${i}]`, list, fix);
    const { ndim } = i === 0 ? a : b;
    const all = list.map((dim) => dimOf("tensordot", dim, ndim, fix, `dims[${i}]`));
    if (new Set(all).size === all.length && (all.length === 0 || ndim > 0)) return all;
    throw new c.ShapeError(
      `tensordot: dims[${i}] ${formatShape(list)} must name dims that there are, each once.`,
    );
  }) as [number[], number[]];
  if (left.length !== right.length)
    throw new c.ShapeError(
      `tensordot: dims must pair the dims of a with as many of b, got ${formatShape(left)} and ${formatShape(right)}.`,
    );
  return paired(a, b, left, right);
}

function paired(a: Tensor, b: Tensor, left: readonly number[], right: readonly number[]): Tensor {
  const pair = ({ shape }: Tensor, dims: readonly number[]): number[] => dims.map((dim) => shape[dim]!);
  const [ours, theirs] = [pair(a, left), pair(b, right)];
  const wrong = ours.findIndex((size, i) => size !== theirs[i] && size !== 1 && theirs[i] !== 1);
  if (wrong >= 0)
    throw new c.ShapeError(
      `tensordot: dim ${left[wrong]} of ${a.describe()} and dim ${right[wrong]} of ${b.describe()}, which dims pairs, must ` +
        "have the same size.",
    );
  // A dim of size 1 is paired with the sum over the other's dim.
  const summed = (x: Tensor, dims: readonly number[], other: readonly number[]): Tensor => {
    const alone = dims.filter((dim, i) => x.shape[dim] !== 1 && other[i] === 1);
    return alone.length === 0 ? x : x.sum(alone, { keepdim: true });
  };
  return contract(summed(a, left, theirs), summed(b, right, ours), left, right);
}

/** The sum of products over paired dims of equal sizes, as one matrix product. */
function contract(a: Tensor, b: Tensor, left: readonly number[], right: readonly number[]): Tensor {
  const rest = ({ ndim }: Tensor, dims: readonly number[]): number[] =>
    Array.from({ length: ndim }, (_, i) => i).filter((i) => !dims.includes(i));
  const sizes = ({ shape }: Tensor, dims: readonly number[]): Shape => dims.map((dim) => shape[dim]!);
  const [rows, columns] = [rest(a, left), rest(b, right)];
  const [n, k, m] = [sizes(a, rows), sizes(a, left), sizes(b, columns)];
  const x = a.permute([...rows, ...left]).reshape([numelOf(n), numelOf(k)]);
  const y = b.permute([...right, ...columns]).reshape([numelOf(k), numelOf(m)]);
  return matmul(x, y).reshape([...n, ...m]);
}

/**
 * The Kronecker product: each element of a times the whole of b. Of (n, m) and (p, q): (n p, m q), and so for any number
 * of dims; the tensor with fewer gets dims of size 1 in front.
 *
 * @example kron(tensor([[1, 2]]), tensor([[1], [10]])) // tensor([[1, 2], [10, 20]])
 */
export function kron(a: Tensor, b: Tensor): Tensor {
  checkInputs("kron", { a, b });
  const ndim = Math.max(a.ndim, b.ndim);
  const padded = ({ shape }: Tensor): Shape => [...new Array<number>(ndim - shape.length).fill(1), ...shape];
  const [left, right] = [padded(a), padded(b)];
  const shape = left.map((size, i) => size * right[i]!);
  checkAddressable("kron", shape);
  const spread = a.reshape(left.flatMap((size) => [size, 1]));
  const inside = b.reshape(right.flatMap((size) => [1, size]));
  return spread.mul(inside).reshape(shape);
}

const crossOptions = c.options(
  "cross(a, b, { dim: -1 })",
  {
    /** The dim of the vectors, of size 3. Default: the first such dim. */
    dim: c.whole(),
  },
  { renamed: { axis: "write dim" } },
);

/** Options of {@link cross}. */
export interface CrossOptions extends c.OptionsOf<typeof crossOptions> {}

/**
 * The cross product a × b of vectors of three elements along a dim. The other dims broadcast.
 *
 * @throws ShapeError unless the dim has size 3 in both tensors, and they have as many dims and broadcast.
 * @example cross(tensor([1, 0, 0]), tensor([0, 1, 0])) // tensor([0, 0, 1])
 */
export function cross(a: Tensor, b: Tensor, given?: CrossOptions): Tensor {
  checkInputs(crossOptions.what, { a, b });
  const { dim } = crossOptions(given);
  if (a.ndim !== b.ndim)
    throw new c.ShapeError(
      `cross: ${a.describe()} and ${b.describe()} must have as many dims; unsqueeze() one.`,
    );
  const shape = broadcastShapes("cross", a.shape, b.shape);
  const d =
    dim === undefined ? shape.indexOf(3) : dimOf("cross", dim, a.ndim, `as in ${crossOptions.example}`);
  if (d < 0 || a.shape[d] !== 3 || b.shape[d] !== 3)
    throw new c.ShapeError(
      `cross: ${a.describe()} and ${b.describe()} must have size 3 in ${dim === undefined ? "one dim" : `dim ${dim}`}.`,
    );
  const dtype = promoteTensors(a, b);
  refuseBool("cross", dtype);
  const [x, y] = [to(a, dtype), to(b, dtype)];
  // a × b = (a₂b₃ − a₃b₂, a₃b₁ − a₁b₃, a₁b₂ − a₂b₁).
  const turned = (t: Tensor, by: number): Tensor => t.roll(-by, d);
  return turned(x, 1)
    .mul(turned(y, 2))
    .sub(turned(x, 2).mul(turned(y, 1)));
}

/**
 * The sum of the diagonal of a matrix.
 *
 * @throws ShapeError unless x is a matrix.
 * @example trace(tensor([[1, 2], [3, 4]])) // tensor(5)
 */
export function trace(x: Tensor): Tensor {
  checkTensor("trace", "x", x);
  if (x.ndim !== 2) throw c.badArgument("trace", "x", "a matrix", x, "x.diagonal().sum(-1) takes more dims");
  return x.diagonal().sum();
}

const cdistOptions = c.options(
  "cdist(a, b, { p: 1 })",
  {
    /** The order of the norm, ≥ 0. Default 2. Infinity gives the largest difference, 0 counts those that are not 0. */
    p: c.number(2, { min: 0, max: Number.POSITIVE_INFINITY }),
  },
  {
    renamed: { computeMode: "leave it out: differences are always computed directly" },
  },
);

/** Options of {@link cdist}. */
export interface CdistOptions extends c.OptionsOf<typeof cdistOptions> {}

const cdistInputs = /* @__PURE__ */ tensors("cdist", "a (…, n, d)  b (…, m, d)");

/**
 * The distances of all pairs of rows, ‖aᵢ − bⱼ‖ₚ: a (…, n, d), b (…, m, d) → (…, n, m). The dims in front broadcast. The
 * gradient at a distance of 0 is 0. It holds n · m · d differences at a time.
 *
 * @throws ShapeError unless the rows have the same size and the dims in front broadcast; DTypeError for int32 and bool;
 * ArgumentError for a negative p.
 * @example cdist(tensor([[0, 0], [3, 0]]), tensor([[0, 4]])) // tensor([[4], [5]])
 */
export function cdist(a: Tensor, b: Tensor, given?: CdistOptions): Tensor {
  const { n, m, d } = cdistInputs([a, b]);
  const { p } = cdistOptions(given);
  const dtype = promoteTensors(a, b);
  if (!isFloat(dtype))
    throw new c.DTypeError(
      `cdist: ${a.describe()} and ${b.describe()} are not of floats; convert one with to("float32").`,
    );
  // A norm of nothing is 0, also for p = ∞.
  if (d === 0) {
    const front = broadcastShapes("cdist", a.shape.slice(0, -2), b.shape.slice(0, -2));
    return zeros([...front, n, m], { dtype, backend: a.backend });
  }
  return norm(to(a, dtype).unsqueeze(-2).sub(to(b, dtype).unsqueeze(-3)), { p, dim: -1 });
}
