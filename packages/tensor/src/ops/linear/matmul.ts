import { number, type OptionsOf, options, type SettingsOf, ShapeError } from "@saccade/contract";
import { filledLike } from "../../create.ts";
import {
  apply1,
  broadcastShapes,
  checkAddressable,
  checkInputs,
  checkTensor,
  formatShape,
  type HostArray,
  inOrder,
  type Meta,
  numelOf,
  type Op,
  promote,
  type Shape,
  sameShape,
  type TypedArray,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { alike, noAttrs, refuseBool } from "../elementwise/map.ts";

/** (…, n, k) · (…, k, m) → (…, n, m), batch dims equal. Every matrix product becomes this one. */
export const matmulOp: Op<readonly [Tensor, Tensor], readonly [Tensor], object> = {
  name: "matmul",
  infer: ([a, b]) => [matmulMeta(a, b)],
  forward: ([a, b], [out]) => matmulForward(a, b, out),
  gradient: ([g], [a, b]) => [() => matmul(g, b.transpose(-2, -1)), () => matmul(a.transpose(-2, -1), g)],
};

function matmulMeta(a: Meta, b: Meta): Meta {
  const shape = a.shape.slice();
  shape[shape.length - 1] = b.shape[b.shape.length - 1]!;
  const dtype = promote(a.dtype, b.dtype);
  refuseBool("matmul", dtype);
  return { shape, dtype };
}

function matmulForward(a: HostArray, b: HostArray, out: HostArray): void {
  const [n, k] = [a.shape.at(-2)!, a.shape.at(-1)!];
  const m = b.shape.at(-1)!;
  const x = inOrder(a);
  const y = inOrder(b);
  const batches = numelOf(a.shape.slice(0, -2));
  const multiply = out.dtype === "int32" ? multiplyWholeRows : multiplyRows;
  for (let i = 0; i < batches; i++) {
    multiply(x.data, x.offset + i * n * k, y.data, y.offset + i * k * m, out.data, i * n * m, n, k, m);
  }
}

/** (n, k) · (k, m) → (n, m) on the host, all in row-major order from the given offsets. Rounded once, when stored. */
export function multiplyRows(
  x: TypedArray,
  xAt: number,
  y: TypedArray,
  yAt: number,
  out: TypedArray,
  outAt: number,
  n: number,
  k: number,
  m: number,
): void {
  const first = new Float64Array(m);
  const second = new Float64Array(m);
  for (let i = 0; i < n; i += 2) {
    // A last row without a partner is paired with itself.
    const partner = i + 1 < n ? i + 1 : i;
    twoRowsTimesMatrix(x, xAt + i * k, xAt + partner * k, k, y, yAt, m, first, second);
    out.set(first, outAt + i * m);
    if (partner !== i) out.set(second, outAt + partner * m);
  }
}

/** {@link multiplyRows} for int32: products and sums wrap. */
const multiplyWholeRows: typeof multiplyRows = (x, xAt, y, yAt, out, outAt, n, k, m) => {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let p = 0; p < k; p++) sum = (sum + Math.imul(x[xAt + i * k + p]!, y[yAt + p * m + j]!)) | 0;
      out[outAt + i * m + j] = sum;
    }
  }
};

// Two rows of the left and four of the right at a time, so that every number read is used in several products.
function twoRowsTimesMatrix(
  x: TypedArray,
  uAt: number,
  vAt: number,
  k: number,
  y: TypedArray,
  yAt: number,
  m: number,
  first: Float64Array,
  second: Float64Array,
): void {
  first.fill(0);
  second.fill(0);
  let p = 0;
  for (; p + 4 <= k; p += 4) {
    const u0 = x[uAt + p]!;
    const u1 = x[uAt + p + 1]!;
    const u2 = x[uAt + p + 2]!;
    const u3 = x[uAt + p + 3]!;
    const v0 = x[vAt + p]!;
    const v1 = x[vAt + p + 1]!;
    const v2 = x[vAt + p + 2]!;
    const v3 = x[vAt + p + 3]!;
    const at0 = yAt + p * m;
    const at1 = at0 + m;
    const at2 = at1 + m;
    const at3 = at2 + m;
    for (let j = 0; j < m; j++) {
      const y0 = y[at0 + j]!;
      const y1 = y[at1 + j]!;
      const y2 = y[at2 + j]!;
      const y3 = y[at3 + j]!;
      first[j] = first[j]! + (u0 * y0 + u1 * y1 + (u2 * y2 + u3 * y3));
      second[j] = second[j]! + (v0 * y0 + v1 * y1 + (v2 * y2 + v3 * y3));
    }
  }
  for (; p < k; p++) {
    const u0 = x[uAt + p]!;
    const v0 = x[vAt + p]!;
    for (let j = 0, at = yAt + p * m; j < m; j++, at++) {
      first[j] = first[j]! + u0 * y[at]!;
      second[j] = second[j]! + v0 * y[at]!;
    }
  }
}

/**
 * The matrix product, with PyTorch's rules: a vector counts as a row or column whose extra dim is removed from the
 * result; leading dims are batch dims and broadcast. int32 wraps.
 *
 * @throws DTypeError for two bools.
 * @throws ShapeError if the inner sizes differ or the batch dims do not broadcast.
 * @example tensor([[1, 2]]).matmul(tensor([[3], [4]])) // tensor([[11]])
 */
export function matmul(a: Tensor, b: Tensor): Tensor {
  checkTensor("matmul", "a", a);
  checkTensor("matmul", "b", b);
  if (a.ndim === 0 || b.ndim === 0)
    throw new ShapeError(`matmul: ${formatPair(a, b)}: a scalar has no rows; use mul().`);
  if (a.ndim === 1) return matmul(a.unsqueeze(0), b).squeeze(b.ndim === 1 ? 0 : -2);
  if (b.ndim === 1) return matmul(a, b.unsqueeze(1)).squeeze(-1);
  checkInner("matmul", a, b);
  if (b.ndim === 2) {
    if (a.ndim === 2) return product(a, b);
    // One right matrix for all batches: treat the batches as rows of one product.
    const rows = numelOf(a.shape.slice(0, -1));
    return product(a.reshape([rows, a.size(-1)]), b).reshape([...a.shape.slice(0, -1), b.size(-1)]);
  }
  const [left, right] = [a.shape.slice(0, -2), b.shape.slice(0, -2)];
  if (sameShape(left, right)) return product(a, b);
  const batch = broadcastShapes("matmul (batch dims)", left, right);
  return product(expandBatch(a, batch), expandBatch(b, batch));
}

/** x (…, m, n) as a view (...batch, m, n); x itself where it has these dims. */
export function expandBatch(x: Tensor, batch: Shape): Tensor {
  const shape = [...batch, ...x.shape.slice(-2)];
  return sameShape(x.shape, shape) ? x : x.expand(shape);
}

function product(a: Tensor, b: Tensor): Tensor {
  return apply1(matmulOp, a.dtype === b.dtype ? [a, b] : alike(a, b), noAttrs);
}

function checkInner(what: string, a: Tensor, b: Tensor): void {
  const [inner, other] = [a.shape[a.ndim - 1], b.shape[b.ndim - 2]];
  if (inner === other) return;
  const cure =
    b.size(-1) === inner
      ? "Did you mean b.transpose(-2, -1)?"
      : a.size(-2) === other
        ? "Did you mean a.transpose(-2, -1)?"
        : "Reshape one.";
  throw new ShapeError(
    `${what}: ${formatPair(a, b)}: inner sizes ${inner} and ${other} differ ` +
      `(columns of the left, rows of the right). ${cure}`,
  );
}

/**
 * The batched matrix product of (b, n, k) and (b, k, m), without broadcasting.
 *
 * @throws ShapeError unless both are 3-D with the same b and matching inner sizes.
 * @example ones([5, 2, 3]).bmm(ones([5, 3, 4])).shape // [5, 2, 4]
 */
export function bmm(a: Tensor, b: Tensor): Tensor {
  checkPair("bmm", a, b, "bnk", "bkm");
  return matmul(a, b);
}

/**
 * The product of a matrix (n, m) and a vector (m).
 *
 * @throws ShapeError unless the matrix is (n, m) and the vector is (m).
 * @example tensor([[1, 2], [3, 4]]).mv(tensor([1, 1])) // tensor([3, 7])
 */
export function mv(a: Tensor, v: Tensor): Tensor {
  checkPair("mv", a, v, "nm", "m");
  return matmul(a, v);
}

/**
 * The dot product of two vectors.
 *
 * @throws ShapeError unless both are 1-D of one size.
 * @example tensor([1, 2]).dot(tensor([3, 4])) // tensor(11)
 */
export function dot(a: Tensor, b: Tensor): Tensor {
  checkPair("dot", a, b, "n", "n");
  return matmul(a, b);
}

/**
 * The outer product of two vectors, (n) and (m) → (n, m).
 *
 * @throws ShapeError unless both are 1-D.
 * @example tensor([1, 2]).outer(tensor([3, 4])) // tensor([[3, 4], [6, 8]])
 */
export function outer(a: Tensor, b: Tensor): Tensor {
  checkPair("outer", a, b, "n", "m");
  checkAddressable("outer", [a.numel, b.numel]);
  return a.unsqueeze(1).mul(b.unsqueeze(0));
}

/** Checks two tensors whose dims have names of one letter each, the same for the same size; k is the inner one. */
function checkPair(what: string, a: Tensor, b: Tensor, left: string, right: string): void {
  checkInputs(what, { a, b });
  const differs = [...left].some((name, dim) => {
    return name !== "k" && right.includes(name) && a.shape[dim] !== b.shape[right.indexOf(name)];
  });
  if (differs || a.ndim !== left.length || b.ndim !== right.length) {
    const expected = [left, right].map((names) => `(${[...names].join(", ")})`).join(" and ");
    throw new ShapeError(`${what}: ${formatPair(a, b)}: expected ${expected}; matmul() takes other shapes.`);
  }
  if (right.includes("k")) checkInner(what, a, b);
}

function formatPair(a: Tensor, b: Tensor): string {
  return `${formatShape(a.shape)} · ${formatShape(b.shape)}`;
}

const factor = number(1, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });

/** The rules of the options of `addmm` and its like. */
export const addmmRules = {
  /** The factor of x. Default 1. */
  beta: factor,
  /** The factor of the product. Default 1. */
  alpha: factor,
} as const;

const addmmOptions = options("x.addmm(a, b, { beta: 0.5 })", addmmRules);

/** Factors of {@link addmm}, 1 by default. */
export interface AddmmOptions extends OptionsOf<typeof addmmOptions> {}

/**
 * beta · x + alpha · (a · b) for matrices a (n, k) and b (k, m); x broadcasts to (n, m).
 *
 * @throws ShapeError if the shapes do not match.
 * @example zeros([1, 1]).addmm(tensor([[1, 2]]), tensor([[3], [4]])) // tensor([[11]])
 */
export function addmm(x: Tensor, a: Tensor, b: Tensor, given?: AddmmOptions): Tensor {
  checkInputs(addmmOptions.what, { x, a, b });
  checkPair("addmm", a, b, "nk", "km");
  const factors = addmmOptions(given);
  broadcastShapes("addmm", x.shape, [a.size(0), b.size(1)]);
  return addScaled(x, matmul(a, b), factors);
}

/** beta · x + alpha · product; a factor of 0 leaves its term out. */
export function addScaled(
  x: Tensor,
  product: Tensor,
  { beta, alpha }: SettingsOf<typeof addmmOptions>,
): Tensor {
  const scaled = alpha === 0 ? filledLike(product, 0) : alpha === 1 ? product : product.mul(alpha);
  return beta === 0 ? scaled : scaled.add(beta === 1 ? x : x.mul(beta));
}
