// Matrices of the host: the last two dims of a tensor, in double precision.

import type { Attrs, HostArray, Op, Shape, Tensor } from "../core.ts";
import * as core from "../core.ts";
/** A kernel's input as a list of equal blocks: its last `dims` dims. */
export interface Blocks {
  readonly count: number;
  /** A copy of block i, in row-major order. */
  at(i: number): Float64Array;
}

export function blocksOf(x: HostArray, dims: number): Blocks {
  const { data, offset } = core.inOrder(x);
  const size = core.numelOf(x.shape.slice(x.shape.length - dims));
  const count = core.numelOf(x.shape.slice(0, x.shape.length - dims));
  return {
    count,
    at: (i) => Float64Array.from(data.subarray(offset + i * size, offset + (i + 1) * size)),
  };
}

/** An op of matrices (…, m, n). */
export type MatrixOp<Out extends readonly Tensor[] = readonly [Tensor], A extends Attrs = object> = Op<
  readonly [Tensor],
  Out,
  A
>;

/** What {@link matrixOp} makes an op of. */
interface OfOneMatrix<Out extends readonly Tensor[], A extends Attrs>
  extends Pick<MatrixOp<Out, A>, "name" | "infer" | "gradient"> {
  /** The outputs' blocks for one matrix (m, n), given row by row in double precision, as a copy of its own. */
  blocks(a: Float64Array, m: number, n: number, attrs: A): readonly ArrayLike<number>[];
}

/** An op of one matrix at a time. */
/* @__NO_SIDE_EFFECTS__ */
export function matrixOp<Out extends readonly Tensor[], A extends Attrs = object>({
  blocks,
  ...op
}: OfOneMatrix<NoInfer<Out>, NoInfer<A>>): MatrixOp<Out, A> {
  return {
    ...op,
    batch: true,
    forward([a], outputs: readonly HostArray[], attrs) {
      const { count, at } = blocksOf(a, 2);
      const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
      for (let i = 0; i < count; i++)
        blocks(at(i), m, n, attrs).forEach((block, j) => {
          put(outputs[j]!, i, block);
        });
    },
  };
}

/** Writes block i of an output, rounded once. */
export function put(out: HostArray, i: number, block: ArrayLike<number>): void {
  out.data.set(block, i * block.length);
}

/** The transpose of an (m, n) matrix. */
export function transposed(a: Float64Array, m: number, n: number): Float64Array {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) out[j * m + i] = a[i * n + j]!;
  return out;
}

/** (m, k) · (k, n). */
export function product(a: Float64Array, b: Float64Array, m: number, k: number, n: number): Float64Array {
  const out = new Float64Array(m * n);
  for (let i = 0; i < m; i++)
    for (let p = 0; p < k; p++) {
      const factor = a[i * k + p]!;
      for (let j = 0; j < n; j++) out[i * n + j]! += factor * b[p * n + j]!;
    }
  return out;
}

/** The identity. */
export function identity(n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  return out;
}

/** The identity, as large and often as the square matrices A. */
export function identityLike(A: Tensor): Tensor {
  const n = A.size(-1);
  return core.expand(core.eye(n, n, { dtype: A.dtype, backend: A.backend }), A.shape);
}

/** The dims in front of the last two. */
export function batchOf({ shape }: { readonly shape: Shape }): Shape {
  return shape.slice(0, -2);
}

/** Matrices with the dims in front stretched to their common shape. */
export function together(what: string, a: Tensor, b: Tensor): readonly [Tensor, Tensor] {
  const batch = core.broadcastShapes(what, batchOf(a), batchOf(b));
  return [core.expand(a, [...batch, ...a.shape.slice(-2)]), core.expand(b, [...batch, ...b.shape.slice(-2)])];
}

/** Throws for the first matrix whose factorization failed: its info is then the column, counted from 1. */
export function checkInfo(what: string, info: Tensor, says: (column: number) => string): void {
  core.checkElements(what, info, (elements) => {
    const at = elements.findIndex((value) => value !== 0);
    if (at < 0) return;
    const which = elements.length > 1 ? `matrix ${at} ` : "the matrix ";
    throw new core.ArgumentError(`${what}: ${which}${says(elements[at]!)}`);
  });
}

/** Refuses a matrix with NaN or ∞, which has no decomposition; where the host cannot see it, the results are NaN. */
export function checkFinite(what: string, A: Tensor): void {
  core.refuseElements(what, A, Number.isFinite, (value, position) =>
    core.badArgument(what, `A${position}`, "finite", value, "a matrix with NaN or ∞ has no decomposition"),
  );
}

/**
 * x / (λ_j − λ_i) off the diagonal, for the gradient of vectors that belong to values λ (…, n); 0 on it, and for equal values
 * whose vectors have no cotangent. `wanted` (…, n) marks those that have one.
 *
 * @throws ArgumentError for equal values whose vectors have one: a rotation among them changes the vectors but not the matrix,
 * so the gradient is undefined. NaN where the host cannot read the values.
 */
export function overGaps(what: string, x: Tensor, values: Tensor, wanted: Tensor): Tensor {
  const n = values.size(-1);
  const gap = values.unsqueeze(-2).sub(values.unsqueeze(-1));
  const rounding = (values.dtype === "float64" ? Number.EPSILON : 2 ** -23) * n;
  const largest = values.abs().amax(-1, { keepdim: true }).unsqueeze(-1);
  const equal = gap.abs().le(largest.mul(rounding));
  const off = core.ones([n, n], { dtype: "bool", backend: values.backend }).triu(1);
  const lost = equal.logicalAnd(off).logicalAnd(wanted.unsqueeze(-2).logicalOr(wanted.unsqueeze(-1)));
  core.refuseElements(
    what,
    lost,
    (one) => one === 0,
    (_, position) => equalValues(what, position),
  );
  const both = lost.logicalOr(T(lost));
  return core.where(both, Number.NaN, core.where(equal, 0, x.div(core.where(equal, 1, gap))));
}

function equalValues(what: string, position: string): core.ArgumentError {
  const [i, j] = position.slice(1, -1).split(", ").slice(-2);
  return new core.ArgumentError(
    `${what}: values ${i} and ${j} are equal, so their vectors have no gradient; use only the values, such as ` +
      "linalg.eigvalsh(A) or linalg.svdvals(A), or by a formula without vectors.",
  );
}

/** Aᵀ. */
export function T(a: Tensor): Tensor {
  return a.transpose(-2, -1);
}

/** x with some dims moved to the end, in their order. */
export function toEnd(x: Tensor, dims: readonly number[]): Tensor {
  const others = x.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  return x.permute([...others, ...dims]);
}
