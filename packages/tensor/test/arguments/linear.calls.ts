import { Generator, ones, tensor } from "../../src/index.ts";
import type * as linalg from "../../src/linalg/functions.ts";
import type * as products from "../../src/ops/linear/functions.gen.ts";
import { arg, type Call, type Callable, count, ofKind } from "../walk.ts";

const square = tensor([[1, 2], [3, 4]]); // biome-ignore format: one line
const batch = ones([2, 2, 2]);
const vector = ones([2]);
const options = { beta: 1, alpha: 1 };

const regular = tensor([[2, 0], [1, 1]]); // biome-ignore format: one line
const upper = arg([false, true]);
const q = arg([1, 0], [-1, 0.5, 3]);
const generator = new Generator(3);

/** A right call of each function. */
export const linearCalls: Record<Callable<typeof products & typeof linalg>, Call> = {
  einsum: { takes: [ofKind("ij,jk->ik"), square, square] },
  mm: { takes: { a: square, b: square } },
  vdot: { takes: { a: vector, b: vector } },
  inner: { takes: { a: square, b: square } },
  tensordot: {
    takes: { a: square, b: square },
    options: { dims: arg([[[0], [1]], 1, 0, [[], []]], [[[0], [0, 1]], 3, -1]) },
  },
  kron: { takes: { a: square, b: square } },
  cross: { takes: { a: ones([2, 3]), b: ones([2, 3]) }, options: { dim: arg([1, -1]) } },
  trace: { takes: { x: square } },
  baddbmm: { takes: { x: square, a: batch, b: batch }, options },
  addbmm: { takes: { x: square, a: batch, b: batch }, options },
  addmv: { takes: { x: vector, a: square, v: vector }, options },
  addr: { takes: { x: square, u: vector, v: vector }, options },
  cdist: { takes: { a: square, b: square }, options: { p: arg([2, 0, Number.POSITIVE_INFINITY], [-1]) } },
  blockDiag: { takes: { "block 0": square, "block 1": ofKind(vector) } },
  combinations: { takes: { x: vector }, options: { r: 2, withReplacement: true } },
  choleskyInverse: { takes: [regular], options: { upper } },
  choleskySolve: { takes: [ones([2, 1]), regular], options: { upper } },
  det: { takes: [regular], says: "linalg.det" },
  slogdet: { takes: [regular], says: "linalg.slogdet" },
  logdet: { takes: [regular] },
  inverse: { takes: [regular], says: "linalg.inv" },
  matrixExp: { takes: [regular], says: "linalg.matrixExp" },
  matrixPower: { takes: { A: regular, n: arg([2, 0, -1], [0.5]) }, says: "linalg.matrixPower" },
  pinverse: {
    takes: [regular],
    options: {
      atol: arg([0, tensor(1)], [-1, tensor(1, { dtype: "int32" })]),
      rtol: arg([0.1, tensor(1)], [-1]),
      hermitian: arg([false, true]),
    },
    says: "linalg.pinv",
  },
  luUnpack: {
    takes: [regular, tensor([1, 2], { dtype: "int32" })],
    options: { unpackData: arg([true, false]), unpackPivots: arg([true, false]) },
  },
  geqrf: { takes: [regular] },
  ormqr: {
    takes: [regular, ones([2]), regular],
    options: { left: arg([true]), transpose: arg([false, true]) },
  },
  svdLowrank: { takes: [regular], options: { q, niter: count(2), M: arg([regular, null]), generator } },
  pcaLowrank: { takes: [regular], options: { q, center: arg([true, false]), niter: count(2), generator } },
};
