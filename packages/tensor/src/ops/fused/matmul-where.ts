import { apply1, broadcastShapes, type HostArray, inOrder, numelOf, type Op, sameShape } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/comparison.ts";
import { noAttrs } from "../elementwise/map.ts";

// The two matrix products of attention, restricted to the pairs of rows that a mask allows. A plain product multiplies
// the zero weight of a masked key by its value, and 0 · NaN is NaN. The gradients of both ops are composed of these two
// ops.

type Inputs = readonly [a: Tensor, b: Tensor, allowed: Tensor];

/**
 * a (…, n, k), b (…, k, m), allowed bool (…, n, k) → (…, n, m): row i sums a[i, j] · b[j] over the allowed j. a must be
 * 0 elsewhere, so that a kernel may start with the plain product.
 */
export const matmulWhereOp: Op<Inputs, readonly [Tensor], object> = {
  name: "matmulWhere",
  infer: ([{ shape, dtype }, b]) => [{ shape: [...shape.slice(0, -1), b.shape.at(-1)!], dtype }],
  forward([a, b, allowed], [out]) {
    const [n, k] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const m = b.shape.at(-1)!;
    const [x, y, mask] = [inOrder(a), inOrder(b), inOrder(allowed)];
    const sums = new Float64Array(m);
    for (let row = 0; row < rowsOf(a); row++) {
      sums.fill(0);
      for (let j = 0; j < k; j++) {
        if (!mask.data[mask.offset + row * k + j]) continue;
        const by = x.data[x.offset + row * k + j]!;
        const from = y.offset + (Math.floor(row / n) * k + j) * m;
        for (let c = 0; c < m; c++) sums[c] = sums[c]! + by * y.data[from + c]!;
      }
      out.data.set(sums, row * m);
    }
  },
  gradient: ([g], [a, b, allowed]) => [
    () => scoresWhere(g, b, allowed),
    () => matmulWhere(a.transpose(-2, -1), g, allowed.transpose(-2, -1)),
    null,
  ],
};

/** a (…, n, d), b (…, k, d), allowed bool (…, n, k) → (…, n, k): a[i] · b[j] where allowed, else 0. */
export const scoresWhereOp: Op<Inputs, readonly [Tensor], object> = {
  name: "scoresWhere",
  infer: ([{ shape, dtype }, b]) => [{ shape: [...shape.slice(0, -1), b.shape.at(-2)!], dtype }],
  forward([a, b, allowed], [out]) {
    const [n, d] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const k = b.shape.at(-2)!;
    const [x, y, mask] = [inOrder(a), inOrder(b), inOrder(allowed)];
    for (let row = 0; row < rowsOf(a); row++) {
      for (let j = 0; j < k; j++) {
        const at = row * k + j;
        let sum = 0;
        if (mask.data[mask.offset + at]) {
          const [left, right] = [x.offset + row * d, y.offset + (Math.floor(row / n) * k + j) * d];
          for (let c = 0; c < d; c++) sum += x.data[left + c]! * y.data[right + c]!;
        }
        out.data[at] = sum;
      }
    }
  },
  gradient([g], [a, b, allowed]) {
    let cleared: Tensor | undefined;
    const own = (): Tensor => {
      cleared ??= where(allowed, g, 0);
      return cleared;
    };
    return [
      () => matmulWhere(own(), b, allowed),
      () => matmulWhere(own().transpose(-2, -1), a, allowed.transpose(-2, -1)),
      null,
    ];
  },
};

function rowsOf({ shape }: Pick<HostArray, "shape">): number {
  return numelOf(shape.slice(0, -1));
}

/**
 * Row i of the result sums a[i, j] · b[j] over the j where `allowed` is true. Other rows of b affect neither the result
 * nor the gradients. Batch dims broadcast.
 *
 * @param a (…, n, k), 0 where `allowed` is false
 * @param b (…, k, m)
 * @param allowed bool, broadcast to (…, n, k)
 * @returns (…, n, m)
 * @example matmulWhere(ones([2, 3]), ones([3, 4]), ones([2, 3], { dtype: "bool" })).shape // [2, 4]
 */
export function matmulWhere(a: Tensor, b: Tensor, allowed: Tensor): Tensor {
  return apply1(matmulWhereOp, stretched("matmulWhere", a, b, allowed, a.size(-1)), noAttrs);
}

/**
 * a[i] · b[j] for the pairs where `allowed` is true, and 0 for the others, which do not affect the gradients either.
 * Batch dims broadcast.
 *
 * @param a (…, n, d)
 * @param b (…, k, d)
 * @param allowed bool, broadcast to (…, n, k)
 * @returns (…, n, k)
 * @example scoresWhere(ones([1, 2, 4]), ones([1, 3, 4]), ones([1, 2, 3], { dtype: "bool" })).shape // [1, 2, 3]
 */
export function scoresWhere(a: Tensor, b: Tensor, allowed: Tensor): Tensor {
  return apply1(scoresWhereOp, stretched("scoresWhere", a, b, allowed, b.size(-2)), noAttrs);
}

function stretched(op: string, a: Tensor, b: Tensor, allowed: Tensor, k: number): Inputs {
  const batch = broadcastShapes(`${op} (batch dims)`, a.shape.slice(0, -2), b.shape.slice(0, -2));
  const to = (x: Tensor, n: number, m: number): Tensor => {
    const shape = [...batch, n, m];
    return sameShape(x.shape, shape) ? x : x.expand(shape);
  };
  return [to(a, a.size(-2), a.size(-1)), to(b, b.size(-2), b.size(-1)), to(allowed, a.size(-2), k)];
}
