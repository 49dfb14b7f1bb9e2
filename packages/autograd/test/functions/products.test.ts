import * as T from "@saccade/tensor";
import { arange, Generator, ones, type Tensor, tensor, uniform, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { vjp } from "../../src/index.ts";
import { near } from "../helpers.ts";

const generator = new Generator(5);
const float64 = { dtype: "float64" } as const;
const any = (...shape: number[]): Tensor => uniform(-2, 2, shape, { generator, ...float64 });

const expectAlike = (a: Tensor, b: Tensor): void => near(a, b, 1e-9);

describe("products are the einsum that they are written as", () => {
  test("tensordot and inner", () => {
    const [a, b, c] = [any(2, 3, 4), any(4, 3, 5), any(5, 4)];
    const dims = [[1, -1], [1, 0]] as const; // biome-ignore format: one line
    expectAlike(T.tensordot(a, b, { dims }), T.einsum("abc,cbd->ad", a, b));
    expectAlike(T.tensordot(a, b, { dims: 1 }), T.einsum("abc,cde->abde", a, b));
    expectAlike(T.tensordot(c, b, { dims: 0 }), T.einsum("ab,cde->abcde", c, b));
    expectAlike(T.inner(a, c), T.einsum("abc,dc->abd", a, c));
    expectAlike(T.inner(tensor(2, float64), c), c.mul(2));
  });

  test("a paired size of 1 is stretched", () => {
    const [a, b] = [any(1, 3), any(4, 3)];
    expectAlike(T.tensordot(a, b, { dims: [[0], [0]] }), T.einsum("ab,cd->bd", a, b)); // biome-ignore format: one line
    expect(() => T.tensordot(a, b, { dims: 1 })).toThrow(
      "tensordot: dim 1 of float64[1, 3] and dim 0 of float64[4, 3]",
    );
    expect(() => T.tensordot(a, b, { dims: [[0, 0], [0, 1]] })).toThrow("tensordot: dims[0] [0, 0] must name"); // biome-ignore format: one line
  });

  test("sums of products: beta x + alpha times the product, without a term whose factor is 0", () => {
    const [a, b, v] = [any(3, 2, 4), any(3, 4, 5), any(4)];
    const factors = { beta: 0.5, alpha: -2 };
    const [x, y] = [any(2, 5), any(2)];
    expectAlike(T.baddbmm(x, a, b, factors), T.einsum("bnk,bkm->bnm", a, b).mul(-2).add(x.mul(0.5)));
    expectAlike(T.addbmm(x, a, b, factors), T.einsum("bnk,bkm->nm", a, b).mul(-2).add(x.mul(0.5)));
    expectAlike(T.addmv(y, a.select(0, 0), v, factors), a.select(0, 0).mv(v).mul(-2).add(y.mul(0.5)));
    expectAlike(T.addr(x, any(2).mul(0).add(1), any(5).mul(0).add(3), factors), x.mul(0.5).sub(6));
    const [lost, zero] = [zeros([2, 5]).div(0), zeros([1, 1])];
    expectAlike(T.baddbmm(lost.to("float64"), a, b, { beta: 0 }), T.einsum("bnk,bkm->bnm", a, b));
    expect(zero.div(0).addmm(zero, zero, { beta: 0, alpha: 0 }).item()).toBe(0);
    expect(() => T.addbmm(ones([3]), a, b)).toThrow("addbmm: x [3] does not broadcast to [2, 5]");
    expect(() => T.baddbmm(x, a, a)).toThrow(
      "baddbmm: k is 4 in a float64[3, 2, 4], but 2 in b float64[3, 2, 4]",
    );
  });

  test("addr of bools is or", () => {
    const [x, u] = [tensor([[true, false]]), tensor([true])];
    expect(T.addr(x, u, tensor([false, true])).toArray()).toEqual([[true, true]]);
    expect(T.addr(x, u, tensor([false, true]), { beta: 0 }).toArray()).toEqual([[false, true]]);
  });
});

describe("kron, cross, trace, blocks", () => {
  test("kron has the numbers of torch.kron, and (A ⊗ B)(C ⊗ D) = AC ⊗ BD", () => {
    expect(T.kron(tensor([[1, 2], [3, 4]]), tensor([0, 1, -1])).toArray()).toEqual([
      [0, 1, -1, 0, 2, -2],
      [0, 3, -3, 0, 4, -4],
    ]); // biome-ignore format: one line each
    const [a, b, c, d] = [any(2, 3), any(4, 2), any(3, 2), any(2, 3)];
    expectAlike(T.kron(a, b).matmul(T.kron(c, d)), T.kron(a.matmul(c), b.matmul(d)));
  });

  test("a cross product is orthogonal to both vectors, and its numbers are those of torch.cross", () => {
    const [a, b] = [any(4, 3), any(1, 3)];
    const c = T.cross(a, b);
    for (const x of [a, b]) expectAlike(c.mul(x).sum(1), zeros([4], float64));
    expect(T.cross(tensor([[1, 2, 3], [4, 5, 6]]), tensor([[0, 1, 2], [-1, 3, 2]])).toArray()).toEqual([
      [1, -2, 1],
      [-8, -14, 17],
    ]); // biome-ignore format: one line each
    expectAlike(T.cross(any(3, 3).t(), any(3, 3), { dim: -1 }).sum().mul(0), zeros([], float64));
    expect(() => T.cross(ones([2, 2]), ones([2, 2]))).toThrow("must have size 3 in one dim");
  });

  test("trace of a product does not depend on the order", () => {
    const [a, b] = [any(2, 3), any(3, 2)];
    expectAlike(T.trace(a.matmul(b)), T.trace(b.matmul(a)));
  });

  test("blockDiag puts blocks on the diagonal, cartesianProd and combinations list choices in order", () => {
    expect(T.blockDiag(tensor([[1], [2]]), tensor([3, 4]), tensor(5)).toArray()).toEqual([
      [1, 0, 0, 0],
      [2, 0, 0, 0],
      [0, 3, 4, 0],
      [0, 0, 0, 5],
    ]); // biome-ignore format: one line each
    expect(T.blockDiag().shape).toEqual([1, 0]);
    expect(T.cartesianProd(arange(2), arange(3)).toArray()).toEqual(ones([2, 3]).nonzero().toArray());
    expect(T.combinations(arange(3), { r: 2, withReplacement: true }).toArray()).toEqual(
      ones([3, 3]).triu().nonzero().toArray(),
    );
    expect(T.combinations(arange(3), { r: 0 }).shape).toEqual([0]);
    expect(T.combinations(arange(3), { r: 4 }).shape).toEqual([0, 4]);
  });
});

describe("cdist", () => {
  const rows = tensor([[0, 0], [1, 2]]); // biome-ignore format: one line
  const others = tensor([[0, 0], [3, -1], [1, 5]]); // biome-ignore format: one line
  // Numbers of torch.cdist and the gradients of their sums.
  test.each([
    [0, [0, 2, 2, 2, 2, 1], [0, 0, 0, 0]],
    [0.5, [0, 7.4641, 10.4721, 5.8284, 9.899, 3], [-4.8134, 1.2848, 0.1895, 2.5236]],
    [1, [0, 4, 6, 3, 5, 3], [-2, 0, 0, 1]],
    [1.5, [0, 3.3735, 5.2939, 2.4473, 4.0082, 3], [-1.3776, -0.4274, -0.0672, 0.7692]],
    [2, [0, 3.1623, 5.099, 2.2361, 3.6056, 3], [-1.1448, -0.6644, -0.1075, 0.7265]],
    [3, [0, 3.0366, 5.0133, 2.0801, 3.2711, 3], [-1.0158, -0.8863, -0.1427, 0.7656]],
    [Number.POSITIVE_INFINITY, [0, 3, 5, 2, 3, 3], [-1, -1, 0, 1]],
  ])("p = %d: distances, and gradients that are 0 at a distance of 0", (p, distances, gradients) => {
    const { value, pullBack } = vjp((x) => T.cdist(x, others, { p }), [rows]);
    expect(value.shape).toEqual([2, 3]);
    near(value, distances, 1e-3);
    near(pullBack(ones([2, 3]))[0]!, gradients, 1e-3);
  });

  test("the dims in front broadcast; rows without elements have distance 0", () => {
    expect(T.cdist(ones([4, 1, 2, 3]), ones([5, 6, 3])).shape).toEqual([4, 5, 2, 6]);
    expect(T.cdist(ones([2, 0]), ones([1, 0]), { p: Number.POSITIVE_INFINITY }).toArray()).toEqual([
      [0],
      [0],
    ]);
    expect(() => T.cdist(ones([2, 3]), ones([2, 4]))).toThrow("cdist: d is 3 in a float32[2, 3], but 4 in b");
  });
});

test("logspace has the powers of linspace; ends may be scalar tensors", () => {
  expectAlike(
    T.logspace(-1, 2, 5, { base: 3, ...float64 }),
    T.linspace(-1, 2, 5, float64).mul(Math.log(3)).exp(),
  );
  expect(T.logspace(tensor(0), tensor(3), 4).toArray()).toEqual([1, 10, 100, 1000]);
  expect(() => T.linspace(ones([1]), 2, 3)).toThrow(
    "linspace: start must be a finite number, got tensor float32[1]",
  );
});
