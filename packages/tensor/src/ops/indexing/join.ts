import { ShapeError } from "@saccade/contract";
import {
  apply1,
  checkAddressable,
  checkSameBackend,
  checkTensors,
  dimOf,
  formatShape,
  type HostArray,
  inOrder,
  type Meta,
  mapSizes,
  numelOf,
  type Op,
  promote,
  type Shape,
  sameShape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";

/** Concatenates tensors along `dim`. Empty vectors are skipped, whatever the other shapes are. */
export const catOp: Op<readonly Tensor[], readonly [Tensor], { readonly dim: number }> = {
  name: "cat",
  batch: true,
  infer: (xs, { dim }) => [catMeta(xs, dim)],
  forward: (xs, [out], { dim }) => catForward(xs, out, dim),
  gradient([g], xs, _outputs, { dim }) {
    let end = 0;
    return xs.map((x) => {
      if (isEmptyVector(x.shape)) return null;
      const start = end;
      const length = x.shape[dim]!;
      end += length;
      return () => g.narrow(dim, start, length);
    });
  },
};

function catMeta(xs: readonly Meta[], dim: number): Meta {
  let { dtype } = xs[0]!;
  let first: Meta | undefined;
  let size = 0;
  for (const x of xs) {
    dtype = promote(dtype, x.dtype);
    if (isEmptyVector(x.shape)) continue;
    first ??= x;
    size += x.shape[dim]!;
  }
  return { shape: mapSizes(first?.shape ?? [0], (s, i) => (i === dim ? size : s)), dtype };
}

function catForward(xs: readonly HostArray[], out: HostArray, dim: number): void {
  const inner = numelOf(out.shape.slice(dim + 1));
  const outer = numelOf(out.shape.slice(0, dim));
  const row = (out.shape[dim] ?? 1) * inner;
  let start = 0;
  for (const x of xs) {
    if (isEmptyVector(x.shape)) continue;
    const width = x.shape[dim]! * inner;
    const { data, offset } = inOrder(x);
    for (let o = 0; o < outer; o++) {
      const [from, to] = [offset + o * width, o * row + start];
      for (let j = 0; j < width; j++) out.data[to + j] = data[from + j]!;
    }
    start += width;
  }
}

function isEmptyVector(shape: Shape): boolean {
  return shape.length === 1 && shape[0] === 0;
}

/**
 * Concatenates tensors along an existing dim (0 by default). All other sizes must be equal. dtypes are promoted. As in
 * PyTorch, empty vectors ([0]) are skipped.
 *
 * @throws ShapeError if the list is empty, or sizes differ in a dim other than `dim`.
 * @example cat([ones([1, 2]), zeros([1, 2])]) // tensor([[1, 1], [0, 0]])
 */
export function cat(tensors: readonly Tensor[], dim?: number): Tensor {
  checkTensors("cat", "tensors", tensors, "write cat([a, b])");
  return join("cat", tensors, dim);
}

/** {@link cat} for a list of tensors; `what` is the function for messages. */
export function join(what: string, tensors: readonly Tensor[], dim: number = 0): Tensor {
  if (tensors.length === 0) throw emptyList(what);
  const first = tensors.find((x) => !isEmptyVector(x.shape)) ?? tensors[0]!;
  const d = dimOf(what, dim, first.ndim, "write cat([a, b], 0)");
  tensors.forEach((x, i) => {
    checkJoins(what, first, x, i, d);
  });
  return apply1(catOp, tensors, { dim: d });
}

function emptyList(what: string): ShapeError {
  return new ShapeError(`${what}: the list of tensors is empty; give at least one.`);
}

function checkJoins(what: string, first: Tensor, x: Tensor, at: number, dim: number): void {
  if (x.ndim === 0)
    throw new ShapeError(`${what}: tensor ${at} is a scalar, which has no dims; use stack().`);
  if (isEmptyVector(x.shape)) return;
  const fits = x.ndim === first.ndim && x.shape.every((size, i) => i === dim || size === first.shape[i]);
  if (fits) return;
  throw new ShapeError(
    `${what}: tensor ${at} ${formatShape(x.shape)} does not join ${formatShape(first.shape)} along dim ${dim}: ` +
      "all other sizes must be equal.",
  );
}

/**
 * Stacks tensors of the same shape along a new dim (0 by default).
 *
 * @throws ShapeError if the list is empty, or the shapes differ.
 * @example stack([tensor([1, 2]), tensor([3, 4])], 1) // tensor([[1, 3], [2, 4]])
 */
export function stack(tensors: readonly Tensor[], dim?: number): Tensor {
  checkTensors("stack", "tensors", tensors, "write stack([a, b])");
  const first = tensors[0];
  if (first === undefined) throw emptyList("stack");
  const d = dimOf("stack", dim === undefined ? 0 : dim, first.ndim + 1, "write stack([a, b], 0)");
  checkSameBackend("stack", tensors);
  tensors.forEach((x, i) => {
    if (sameShape(x.shape, first.shape)) return;
    throw new ShapeError(
      `stack: tensor ${i} ${formatShape(x.shape)} does not have the shape ${formatShape(first.shape)} of tensor 0; use cat().`,
    );
  });
  checkAddressable("stack", [tensors.length, ...first.shape]);
  return cat(
    tensors.map((x) => x.unsqueeze(d)),
    d,
  );
}
