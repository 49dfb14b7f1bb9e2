import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as t from "../src/index.ts";
import { expectRefused } from "./walk.ts";

const T = (x: t.Tensor): t.Tensor => x.transpose(-2, -1);
const expectEqual = (a: t.Tensor, b: t.Tensor, digits = 9): void => {
  expect(a.shape).toEqual(b.shape);
  const want = b.dataSync();
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(want[i]!, digits);
  });
};
const one = (n: number): t.Tensor => t.eye(n, { dtype: "float64" });
const spread = (s: t.Tensor): t.Tensor => s.unsqueeze(-1).mul(one(s.size(-1)));

/** Matrices (2, m, n) of any sizes, those with no rows or columns included. */
const any = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.nat(1000))
  .map(([m, n, seed]) => t.uniform(-2, 2, [2, m, n], { generator: new t.Generator(seed), dtype: "float64" }));
const square = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(1000))
  .map(([n, seed]) => t.uniform(-2, 2, [2, n, n], { generator: new t.Generator(seed), dtype: "float64" }));
const holds = (of: fc.Arbitrary<t.Tensor>, check: (A: t.Tensor) => void): void =>
  fc.assert(
    fc.property(of, (A) => {
      check(A);
    }),
    { numRuns: 40 },
  );

describe("factors multiply to the matrix", () => {
  it("P L U", () =>
    holds(any, (A) => {
      const { P, L, U } = t.linalg.lu(A);
      expectEqual(P.matmul(L).matmul(U), A);
      const { LU, pivots } = t.linalg.luFactorEx(A);
      expectEqual(t.luUnpack(LU, pivots).P, P);
    }));

  it("Q R, with orthonormal columns, also by reflections", () =>
    holds(any, (A) => {
      for (const mode of ["reduced", "complete"] as const) {
        const { Q, R } = t.linalg.qr(A, { mode });
        expectEqual(Q.matmul(R), A);
        expectEqual(T(Q).matmul(Q), one(Q.size(-1)).expand([2, Q.size(-1), Q.size(-1)]));
      }
      const { a, tau } = t.geqrf(A);
      const whole = one(A.size(-2)).expand([2, A.size(-2), A.size(-2)]);
      expectEqual(t.ormqr(a, tau, whole), t.linalg.qr(A, { mode: "complete" }).Q);
      if (A.size(-2) >= A.size(-1)) expectEqual(t.linalg.householderProduct(a, tau), t.linalg.qr(A).Q);
    }));

  it("U S Vh, with orthonormal vectors and descending values", () =>
    holds(any, (A) => {
      const { U, S, Vh } = t.linalg.svd(A, { fullMatrices: false });
      expectEqual(U.matmul(spread(S)).matmul(Vh), A);
      const full = t.linalg.svd(A);
      for (const x of [U, T(Vh), full.U, full.Vh])
        expectEqual(T(x).matmul(x), one(x.size(-1)).expand([2, x.size(-1), x.size(-1)]));
      expectEqual(S, S.sort(-1, { descending: true }).values);
      expectEqual(t.linalg.svdvals(A), S);
    }));

  it("V λ Vᵀ, of the triangle that is read", () =>
    holds(square, (A) => {
      const symmetric = A.tril().add(T(A.tril(-1)));
      const { eigenvalues, eigenvectors } = t.linalg.eigh(A);
      expectEqual(eigenvectors.matmul(spread(eigenvalues)).matmul(T(eigenvectors)), symmetric);
      expectEqual(t.linalg.eigvalsh(T(A), { UPLO: "U" }), eigenvalues);
    }));

  it("V λ Vᵀ of large matrices, with equal eigenvalues and without", () => {
    const generator = new t.Generator(35);
    const draw = (...shape: number[]): t.Tensor => t.uniform(-1, 1, shape, { dtype: "float64", generator });
    const n = 40;
    for (const A of [
      draw(n, n),
      draw(n, 3).matmul(draw(3, n)),
      one(n),
      t.zeros([n, n], { dtype: "float64" }),
    ]) {
      const symmetric = A.add(T(A));
      const { eigenvalues, eigenvectors } = t.linalg.eigh(symmetric);
      expectEqual(eigenvectors.matmul(spread(eigenvalues)).matmul(T(eigenvectors)), symmetric);
      expectEqual(T(eigenvectors).matmul(eigenvectors), one(n));
      expectEqual(eigenvalues.sort().values, eigenvalues);
      expectEqual(t.linalg.eigvalsh(symmetric), eigenvalues);
    }
  });

  it("L Lᵀ, from which systems are solved", () =>
    holds(square, (A) => {
      const positive = A.matmul(T(A)).add(one(A.size(-1)));
      const L = t.linalg.cholesky(positive);
      expectEqual(L.matmul(T(L)), positive);
      expectEqual(t.linalg.cholesky(positive, { upper: true }), T(L));
      expectEqual(t.choleskySolve(A, L), t.linalg.solve(positive, A), 7);
      expectEqual(t.choleskyInverse(L), t.linalg.inv(positive), 7);
    }));
});

describe("LDLᵀ of symmetric matrices that need not be positive definite", () => {
  it("has the numbers and pivots of torch.linalg.ldl_factor, with a block of two", () => {
    const A = t.tensor([[0, 1, 2], [1, 0, 3], [2, 3, 1]]); // biome-ignore format: one line
    const { LD, pivots } = t.linalg.ldlFactor(A);
    expect(LD.toArray()).toEqual([[0, 0, 0], [2, 1, 0], [1.25, 0.5, -2.75]]); // biome-ignore format: one line
    expect(pivots.toArray()).toEqual([-3, -3, 3]);
  });

  it("solves A X = B, batches included, where the diagonal is 0", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.nat(1000), fc.boolean(), (n, seed, hollow) => {
        const generator = new t.Generator(seed);
        const half = t.uniform(-2, 2, [2, n, n], { generator, dtype: "float64" });
        const whole = half.add(T(half));
        const A = hollow ? whole.sub(whole.mul(one(n))) : whole;
        const { LD, pivots, info } = t.linalg.ldlFactorEx(A);
        fc.pre(info.sum().item() === 0 && t.linalg.cond(A).max().item() < 1e6);
        const X = t.uniform(-1, 1, [n, 2], { generator, dtype: "float64" });
        expectEqual(t.linalg.ldlSolve(LD, pivots, A.matmul(X)), X.expand([2, n, 2]), 7);
      }),
    );
  });

  it("reports a singular D, and refuses pivots that are no rows", () => {
    expect(t.linalg.ldlFactorEx(t.zeros([2, 2])).info.item()).toBe(1);
    expect(() => t.linalg.ldlFactor(t.zeros([2, 2]))).toThrow("linalg.ldlFactor: the matrix is singular");
    const pivots = t.tensor([1, 3], { dtype: "int32" });
    expect(() => t.linalg.ldlSolve(t.ones([2, 2]), pivots, t.ones([2, 1]))).toThrow(
      "linalg.ldlSolve: pivots must be rows from 1 to 2, or their negatives, got 3",
    );
  });
});

describe("equations", () => {
  it("are solved from the left and the right, with vectors and matrices", () =>
    holds(square, (A) => {
      const regular = A.add(one(A.size(-1)).mul(12));
      const B = A.cos();
      expectEqual(regular.matmul(t.linalg.solve(regular, B)), B);
      expectEqual(t.linalg.solve(regular, B, { left: false }).matmul(regular), B);
      const v = B.select(-1, 0);
      expectEqual(regular.matmul(t.linalg.solve(regular, v).unsqueeze(-1)), v.unsqueeze(-1));
      expectEqual(
        t.linalg.det(t.linalg.inv(regular)).mul(t.linalg.det(regular)),
        t.ones([2], { dtype: "float64" }),
      );
      expectEqual(t.linalg.slogdet(regular).logabsdet.exp(), t.linalg.det(regular).abs(), 3);
    }));

  it("of least squares have the residual orthogonal to the columns", () =>
    holds(any, (A) => {
      const B = A.cos();
      const { solution } = t.linalg.lstsq(A, B);
      expectEqual(
        T(A).matmul(A.matmul(solution).sub(B)),
        t.zeros([2, A.size(-1), A.size(-1)], { dtype: "float64" }),
        7,
      );
    }));

  it("the pseudo-inverse meets Penrose's conditions", () =>
    holds(any, (A) => {
      const P = t.linalg.pinv(A);
      expectEqual(A.matmul(P).matmul(A), A, 7);
      expectEqual(P.matmul(A).matmul(P), P, 6);
    }));
});

it("the condition number of order 2 is the ratio of the singular values, of order -2 its inverse", () =>
  holds(square, (A) => {
    const regular = A.add(one(A.size(-1)).mul(12));
    const S = t.linalg.svdvals(regular);
    const ratio = S.select(-1, 0).div(S.select(-1, -1));
    expectEqual(t.linalg.cond(regular), ratio);
    expectEqual(t.linalg.cond(regular, { p: 2 }), ratio);
    expectEqual(t.linalg.cond(regular, { p: -2 }), ratio.reciprocal());
  }));

it("low-rank decompositions find a matrix of low rank", () => {
  const A = t
    .uniform(-1, 1, [8, 2], { dtype: "float64" })
    .matmul(t.uniform(-1, 1, [2, 5], { dtype: "float64" }));
  const { U, S, V } = t.svdLowrank(A, { q: 2 });
  expectEqual(U.matmul(spread(S)).matmul(T(V)), A);
  expectEqual(t.pcaLowrank(A, { q: 2, center: false }).S, S);
});

it("a product of matrices, powers and the exponential agree with their definitions", () => {
  const A = t.tensor([[0, 1], [-1, 0]]); // biome-ignore format: a matrix
  expectEqual(t.linalg.matrixExp(A.mul(Math.PI)), t.eye(2).neg(), 5);
  expectEqual(t.linalg.matrixPower(A, -3), A, 6);
  expectEqual(t.linalg.multiDot([t.ones([2]), A, t.ones([2, 3]), t.ones([3])]), t.tensor(0));
  expect(t.linalg.matrixRank(t.ones([3, 4])).item()).toBe(1);
});

it("what cannot be factored is named", () => {
  const singular = t.tensor([[1, 2], [2, 4]]); // biome-ignore format: a matrix
  const second = t.tensor([[[1, 0], [0, 1]], [[1, 2], [2, 4]]]); // biome-ignore format: matrices
  const refused: [string, () => unknown][] = [
    ["linalg.solve: the matrix is singular: pivot 2 is 0", () => t.linalg.solve(singular, t.ones([2]))],
    ["linalg.inv: matrix 1 is singular", () => t.linalg.inv(second)],
    ["linalg.cholesky: the matrix is not positive definite", () => t.linalg.cholesky(singular.neg())],
    ["linalg.luFactor: the matrix is singular", () => t.linalg.luFactor(singular)],
    [
      "linalg.solveEx: the matrix is singular",
      () => t.linalg.solveEx(singular, t.ones([2]), { checkErrors: true }),
    ],
    ["linalg.det: n is 2, but 3 in A", () => t.linalg.det(t.ones([2, 3]))],
    ["linalg.inv: A must hold floats", () => t.linalg.inv(singular.to("int32"))],
    ["linalg.cross: dim 0 of float32[2] must have size 3", () => t.linalg.cross(t.ones([2]), t.ones([2]))],
    ["linalg.matrixNorm: ord must be one of", () => t.linalg.matrixNorm(t.ones([2, 2]), { ord: 3 })],
    [
      "windows.generalCosine: a must be an array with at least one factor",
      () => t.windows.generalCosine(3, { a: [] }),
    ],
    ["a symmetric window has its own", () => t.windows.exponential(3, { center: 1 })],
  ];
  for (const [message, call] of refused) expectRefused(call, message);
});

it("NaN and ∞ are refused where a decomposition would hide them, in the triangle that is read", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const A = t.tensor([[1, 2], [value, 4]]); // biome-ignore format: a matrix
    for (const [name, call] of Object.entries({
      pinv: () => t.linalg.pinv(A),
      matrixRank: () => t.linalg.matrixRank(A),
      lstsq: () => t.linalg.lstsq(A, t.ones([2])),
      svd: () => t.linalg.svd(A),
      svdvals: () => t.linalg.svdvals(A.expand([3, 2, 2])),
      eigh: () => t.linalg.eigh(A),
      eigvalsh: () => t.linalg.eigvalsh(A),
    }))
      expectRefused(call, new RegExp(`^linalg\\.${name}: A\\[(0, )?1, 0\\] must be finite, got ${value}`));
    expect(t.linalg.eigvalsh(A, { UPLO: "U" }).isfinite().all().item()).toBe(1);
    expect(t.linalg.matrixRank(T(A), { hermitian: true }).item()).toBe(1);
    expect(t.linalg.matrixNorm(A, { ord: 2 }).item()).toBeNaN();
    expect(t.linalg.lstsq(t.eye(2), t.tensor([value, 1])).solution.toArray()).toEqual([
      value,
      expect.anything(),
    ]);
  }
});

// torch.signal.windows of torch 2.13, in float64.
it.each([
  ["bartlett", t.windows.bartlett(4, { sym: false }), [0, 0.5, 1, 0.5]],
  ["blackman", t.windows.blackman(4), [0, 0.63, 0.63, 0]],
  [
    "cosine",
    t.windows.cosine(3, { sym: false }),
    [0.3826834323650898, 0.9238795325112867, 0.9238795325112867],
  ],
  [
    "exponential",
    t.windows.exponential(3, { tau: 2, sym: false, center: 1 }),
    [0.6065306597126334, 1, 0.6065306597126334],
  ],
  ["gaussian", t.windows.gaussian(3, { std: 2 }), [0.8824969025845955, 1, 0.8824969025845955]],
  ["kaiser", t.windows.kaiser(3, { beta: 5 }), [0.03671089271286624, 1, 0.03671089271286624]],
  ["hamming", t.windows.hamming(1), [1]],
  ["hann", t.windows.hann(0), []],
])("the window %s is PyTorch's", (_name, window, want) => {
  expectEqual(window, t.tensor(want), 6);
});
