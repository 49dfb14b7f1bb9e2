// beta · x + alpha · (a product), as addmm for matrices.
import { type OptionsOf, options, ShapeError } from "@saccade/contract";
import { formatShape, type Shape, tensors } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { addmmRules, addScaled, matmul, outer } from "./matmul.ts";

/* @__NO_SIDE_EFFECTS__ */
function factorsOf<const What extends string>(what: What, call: string) {
  return options(`${what}(${call}, { beta: 0.5 })`, addmmRules);
}

const baddbmmOptions = factorsOf("baddbmm", "x, a, b");
const baddbmmInputs = /* @__PURE__ */ tensors("baddbmm", "x (…)  a (b, n, k)  b (b, k, m)");

/** Factors of {@link baddbmm} and its like, 1 by default. */
export interface AddProductOptions extends OptionsOf<typeof baddbmmOptions, typeof addmmRules> {}

/**
 * beta · x + alpha · (a · b) for batches of matrices, a (b, n, k) and b (b, k, m); x broadcasts to (b, n, m).
 *
 * @throws ShapeError if the shapes do not match.
 * @example baddbmm(zeros([1, 1, 1]), tensor([[[1, 2]]]), tensor([[[3], [4]]])) // tensor([[[11]]])
 */
export function baddbmm(x: Tensor, a: Tensor, b: Tensor, given?: AddProductOptions): Tensor {
  const { b: batch, n, m } = baddbmmInputs([x, a, b]);
  const factors = baddbmmOptions(given);
  checkStretches("baddbmm", x, [batch, n, m]);
  return addScaled(x, matmul(a, b), factors);
}

const addbmmOptions = factorsOf("addbmm", "x, a, b");
const addbmmInputs = /* @__PURE__ */ tensors("addbmm", "x (…)  a (b, n, k)  b (b, k, m)");

/**
 * beta · x + alpha · Σ (a · b), summed over a batch of matrices, a (b, n, k) and b (b, k, m); x broadcasts to (n, m).
 *
 * @throws ShapeError if the shapes do not match.
 * @example addbmm(zeros([1, 1]), ones([2, 1, 3]), ones([2, 3, 1])) // tensor([[6]])
 */
export function addbmm(x: Tensor, a: Tensor, b: Tensor, given?: AddProductOptions): Tensor {
  const { b: batch, n, k, m } = addbmmInputs([x, a, b]);
  const factors = addbmmOptions(given);
  checkStretches("addbmm", x, [n, m]);
  // The sum over the batch is part of one product.
  const rows = a.transpose(0, 1).reshape([n, batch * k]);
  return addScaled(x, matmul(rows, b.reshape([batch * k, m])), factors);
}

const addmvOptions = factorsOf("addmv", "x, a, v");
const addmvInputs = /* @__PURE__ */ tensors("addmv", "x (…)  a (n, m)  v (m)");

/**
 * beta · x + alpha · (a · v) for a matrix a (n, m) and a vector v (m); x broadcasts to (n).
 *
 * @throws ShapeError if the shapes do not match.
 * @example addmv(tensor([1]), tensor([[1, 2]]), tensor([3, 4])) // tensor([12])
 */
export function addmv(x: Tensor, a: Tensor, v: Tensor, given?: AddProductOptions): Tensor {
  const { n } = addmvInputs([x, a, v]);
  const factors = addmvOptions(given);
  checkStretches("addmv", x, [n]);
  return addScaled(x, matmul(a, v), factors);
}

const addrOptions = factorsOf("addr", "x, u, v");
const addrInputs = /* @__PURE__ */ tensors("addr", "x (…)  u (n)  v (m)");

/**
 * beta · x + alpha · (u vᵀ), an outer product of vectors u (n) and v (m); x broadcasts to (n, m). Of bools, factors other
 * than 0 count as true, and the sum is `or`.
 *
 * @throws ShapeError if the shapes do not match.
 * @example addr(zeros([1, 2]), tensor([2]), tensor([3, 4])) // tensor([[6, 8]])
 */
export function addr(x: Tensor, u: Tensor, v: Tensor, given?: AddProductOptions): Tensor {
  const { n, m } = addrInputs([x, u, v]);
  const { beta, alpha } = addrOptions(given);
  checkStretches("addr", x, [n, m]);
  const products = outer(u, v);
  if (products.dtype === "bool" && x.dtype === "bool") {
    const [own, more] = [
      x.to("int32").mul(Number(beta !== 0)),
      products.to("int32").mul(Number(alpha !== 0)),
    ];
    return own.add(more).ne(0);
  }
  // As in PyTorch, an alpha of 0 keeps NaN.
  const scaled = alpha === 1 ? products : products.mul(alpha);
  return beta === 0 ? scaled : scaled.add(beta === 1 ? x : x.mul(beta));
}

function checkStretches(what: string, x: Tensor, shape: Shape): void {
  const lead = shape.length - x.ndim;
  if (lead >= 0 && x.shape.every((size, i) => size === 1 || size === shape[lead + i])) return;
  throw new ShapeError(
    `${what}: x ${formatShape(x.shape)} does not broadcast to ${formatShape(shape)}, the shape of the product.`,
  );
}
