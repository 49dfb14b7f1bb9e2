import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choleskyInverse,
  choleskySolve,
  eye,
  Generator,
  geqrf,
  linalg,
  luUnpack,
  memory,
  ones,
  ormqr,
  pcaLowrank,
  scope,
  svdLowrank,
  type Tensor,
  tensor,
  uniform,
  windows,
  zeros,
} from "../src/index.ts";
import { expectRefused } from "./walk.ts";

const T = (x: Tensor): Tensor => x.transpose(-2, -1);
const expectEqual = (a: Tensor, b: Tensor, digits = 9): void => {
  expect(a.shape).toEqual(b.shape);
  const want = b.dataSync();
  a.dataSync().forEach((value, i) => {
    expect(value).toBeCloseTo(want[i]!, digits);
  });
};
const one = (n: number): Tensor => eye(n, { dtype: "float64" });
const spread = (s: Tensor): Tensor => s.unsqueeze(-1).mul(one(s.size(-1)));

/** Matrices (2, m, n) of any sizes, those with no rows or columns included. */
const any = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }), fc.nat(1000))
  .map(([m, n, seed]) => uniform(-2, 2, [2, m, n], { generator: new Generator(seed), dtype: "float64" }));
const square = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.nat(1000))
  .map(([n, seed]) => uniform(-2, 2, [2, n, n], { generator: new Generator(seed), dtype: "float64" }));
const holds = (of: fc.Arbitrary<Tensor>, check: (A: Tensor) => void): void =>
  fc.assert(
    fc.property(of, (A) => {
      check(A);
    }),
    { numRuns: 40 },
  );

describe("factors multiply to the matrix", () => {
  it("P L U", () =>
    holds(any, (A) => {
      const { P, L, U } = linalg.lu(A);
      expectEqual(P.matmul(L).matmul(U), A);
      const { LU, pivots } = linalg.luFactorEx(A);
      expectEqual(luUnpack(LU, pivots).P, P);
    }));

  it("Q R, with orthonormal columns, also by reflections", () =>
    holds(any, (A) => {
      for (const mode of ["reduced", "complete"] as const) {
        const { Q, R } = linalg.qr(A, { mode });
        expectEqual(Q.matmul(R), A);
        expectEqual(T(Q).matmul(Q), one(Q.size(-1)).expand([2, Q.size(-1), Q.size(-1)]));
      }
      const { a, tau } = geqrf(A);
      const whole = one(A.size(-2)).expand([2, A.size(-2), A.size(-2)]);
      expectEqual(ormqr(a, tau, whole), linalg.qr(A, { mode: "complete" }).Q);
      if (A.size(-2) >= A.size(-1)) expectEqual(linalg.householderProduct(a, tau), linalg.qr(A).Q);
    }));

  it("U S Vh, with orthonormal vectors and descending values", () =>
    holds(any, (A) => {
      const { U, S, Vh } = linalg.svd(A, { fullMatrices: false });
      expectEqual(U.matmul(spread(S)).matmul(Vh), A);
      const full = linalg.svd(A);
      for (const x of [U, T(Vh), full.U, full.Vh])
        expectEqual(T(x).matmul(x), one(x.size(-1)).expand([2, x.size(-1), x.size(-1)]));
      expectEqual(S, S.sort(-1, { descending: true }).values);
      expectEqual(linalg.svdvals(A), S);
    }));

  it("V λ Vᵀ, of the triangle that is read", () =>
    holds(square, (A) => {
      const symmetric = A.tril().add(T(A.tril(-1)));
      const { eigenvalues, eigenvectors } = linalg.eigh(A);
      expectEqual(eigenvectors.matmul(spread(eigenvalues)).matmul(T(eigenvectors)), symmetric);
      expectEqual(linalg.eigvalsh(T(A), { UPLO: "U" }), eigenvalues);
    }));

  it("V λ Vᵀ of large matrices, with equal eigenvalues and without", () => {
    const generator = new Generator(35);
    const draw = (...shape: number[]): Tensor => uniform(-1, 1, shape, { dtype: "float64", generator });
    const n = 40;
    for (const A of [
      draw(n, n),
      draw(n, 3).matmul(draw(3, n)),
      one(n),
      zeros([n, n], { dtype: "float64" }),
    ]) {
      const symmetric = A.add(T(A));
      const { eigenvalues, eigenvectors } = linalg.eigh(symmetric);
      expectEqual(eigenvectors.matmul(spread(eigenvalues)).matmul(T(eigenvectors)), symmetric);
      expectEqual(T(eigenvectors).matmul(eigenvectors), one(n));
      expectEqual(eigenvalues.sort().values, eigenvalues);
      expectEqual(linalg.eigvalsh(symmetric), eigenvalues);
    }
  });

  it("L Lᵀ, from which systems are solved", () =>
    holds(square, (A) => {
      const positive = A.matmul(T(A)).add(one(A.size(-1)));
      const L = linalg.cholesky(positive);
      expectEqual(L.matmul(T(L)), positive);
      expectEqual(linalg.cholesky(positive, { upper: true }), T(L));
      expectEqual(choleskySolve(A, L), linalg.solve(positive, A), 7);
      expectEqual(choleskyInverse(L), linalg.inv(positive), 7);
    }));
});

describe("LDLᵀ of symmetric matrices that need not be positive definite", () => {
  it("has the numbers and pivots of torch.linalg.ldl_factor, with a block of two", () => {
    const A = tensor([[0, 1, 2], [1, 0, 3], [2, 3, 1]]); // biome-ignore format: one line
    const { LD, pivots } = linalg.ldlFactor(A);
    expect(LD.toArray()).toEqual([[0, 0, 0], [2, 1, 0], [1.25, 0.5, -2.75]]); // biome-ignore format: one line
    expect(pivots.toArray()).toEqual([-3, -3, 3]);
  });

  it("solves A X = B, batches included, where the diagonal is 0", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 7 }), fc.nat(1000), fc.boolean(), (n, seed, hollow) => {
        const generator = new Generator(seed);
        const half = uniform(-2, 2, [2, n, n], { generator, dtype: "float64" });
        const whole = half.add(T(half));
        const A = hollow ? whole.sub(whole.mul(one(n))) : whole;
        const { LD, pivots, info } = linalg.ldlFactorEx(A);
        fc.pre(info.sum().item() === 0 && linalg.cond(A).max().item() < 1e6);
        const X = uniform(-1, 1, [n, 2], { generator, dtype: "float64" });
        expectEqual(linalg.ldlSolve(LD, pivots, A.matmul(X)), X.expand([2, n, 2]), 7);
      }),
    );
  });

  it("reports a singular D, and refuses pivots that are no rows", () => {
    expect(linalg.ldlFactorEx(zeros([2, 2])).info.item()).toBe(1);
    expect(() => linalg.ldlFactor(zeros([2, 2]))).toThrow("linalg.ldlFactor: the matrix is singular");
    const pivots = tensor([1, 3], { dtype: "int32" });
    expect(() => linalg.ldlSolve(ones([2, 2]), pivots, ones([2, 1]))).toThrow(
      "linalg.ldlSolve: pivots must be rows from 1 to 2, or their negatives, got 3",
    );
  });
});

describe("equations", () => {
  it("are solved from the left and the right, with vectors and matrices", () =>
    holds(square, (A) => {
      const regular = A.add(one(A.size(-1)).mul(12));
      const B = A.cos();
      expectEqual(regular.matmul(linalg.solve(regular, B)), B);
      expectEqual(linalg.solve(regular, B, { left: false }).matmul(regular), B);
      const v = B.select(-1, 0);
      expectEqual(regular.matmul(linalg.solve(regular, v).unsqueeze(-1)), v.unsqueeze(-1));
      expectEqual(linalg.det(linalg.inv(regular)).mul(linalg.det(regular)), ones([2], { dtype: "float64" }));
      expectEqual(linalg.slogdet(regular).logabsdet.exp(), linalg.det(regular).abs(), 3);
    }));

  it("of least squares have the residual orthogonal to the columns", () =>
    holds(any, (A) => {
      const B = A.cos();
      const { solution } = linalg.lstsq(A, B);
      expectEqual(
        T(A).matmul(A.matmul(solution).sub(B)),
        zeros([2, A.size(-1), A.size(-1)], { dtype: "float64" }),
        7,
      );
    }));

  it("the pseudo-inverse meets Penrose's conditions", () =>
    holds(any, (A) => {
      const P = linalg.pinv(A);
      expectEqual(A.matmul(P).matmul(A), A, 7);
      expectEqual(P.matmul(A).matmul(P), P, 6);
    }));
});

it("low-rank decompositions find a matrix of low rank", () => {
  const A = uniform(-1, 1, [8, 2], { dtype: "float64" }).matmul(uniform(-1, 1, [2, 5], { dtype: "float64" }));
  const { U, S, V } = svdLowrank(A, { q: 2 });
  expectEqual(U.matmul(spread(S)).matmul(T(V)), A);
  expectEqual(pcaLowrank(A, { q: 2, center: false }).S, S);
});

it("a product of matrices, powers and the exponential agree with their definitions", () => {
  const A = tensor([[0, 1], [-1, 0]]); // biome-ignore format: a matrix
  expectEqual(linalg.matrixExp(A.mul(Math.PI)), eye(2).neg(), 5);
  expectEqual(linalg.matrixPower(A, -3), A, 6);
  expectEqual(linalg.multiDot([ones([2]), A, ones([2, 3]), ones([3])]), tensor(0));
  expect(linalg.matrixRank(ones([3, 4])).item()).toBe(1);
});

it("what cannot be factored is named", () => {
  const singular = tensor([[1, 2], [2, 4]]); // biome-ignore format: a matrix
  const second = tensor([[[1, 0], [0, 1]], [[1, 2], [2, 4]]]); // biome-ignore format: matrices
  const refused: [string, () => unknown][] = [
    ["linalg.solve: the matrix is singular: pivot 2 is 0", () => linalg.solve(singular, ones([2]))],
    ["linalg.inv: matrix 1 is singular", () => linalg.inv(second)],
    ["linalg.cholesky: the matrix is not positive definite", () => linalg.cholesky(singular.neg())],
    ["linalg.luFactor: the matrix is singular", () => linalg.luFactor(singular)],
    [
      "linalg.solveEx: the matrix is singular",
      () => linalg.solveEx(singular, ones([2]), { checkErrors: true }),
    ],
    ["linalg.det: n is 2, but 3 in A", () => linalg.det(ones([2, 3]))],
    ["linalg.inv: A must hold floats", () => linalg.inv(singular.to("int32"))],
    ["linalg.cross: dim 0 of float32[2] must have size 3", () => linalg.cross(ones([2]), ones([2]))],
    ["linalg.matrixNorm: ord must be one of", () => linalg.matrixNorm(ones([2, 2]), { ord: 3 })],
    [
      "windows.generalCosine: a must be an array with at least one factor",
      () => windows.generalCosine(3, { a: [] }),
    ],
    ["a symmetric window has its own", () => windows.exponential(3, { center: 1 })],
  ];
  for (const [message, call] of refused) expectRefused(call, message);
});

it("NaN and ∞ are refused where a decomposition would hide them, in the triangle that is read", () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const A = tensor([[1, 2], [value, 4]]); // biome-ignore format: a matrix
    for (const [name, call] of Object.entries({
      pinv: () => linalg.pinv(A),
      matrixRank: () => linalg.matrixRank(A),
      lstsq: () => linalg.lstsq(A, ones([2])),
      svd: () => linalg.svd(A),
      svdvals: () => linalg.svdvals(A.expand([3, 2, 2])),
      eigh: () => linalg.eigh(A),
      eigvalsh: () => linalg.eigvalsh(A),
    }))
      expectRefused(call, new RegExp(`^linalg\\.${name}: A\\[(0, )?1, 0\\] must be finite, got ${value}`));
    expect(linalg.eigvalsh(A, { UPLO: "U" }).isfinite().all().item()).toBe(1);
    expect(linalg.matrixRank(T(A), { hermitian: true }).item()).toBe(1);
    expect(linalg.matrixNorm(A, { ord: 2 }).item()).toBeNaN();
    expect(linalg.lstsq(eye(2), tensor([value, 1])).solution.toArray()).toEqual([value, expect.anything()]);
  }
});

it("leaves no tensors behind", () => {
  const A = uniform(-1, 1, [3, 3]);
  const before = memory().tensors;
  scope(() => {
    linalg.svd(A);
    linalg.lstsq(A, A);
    linalg.cond(A, { p: 1 });
  });
  expect(memory().tensors).toBe(before);
});

// torch.signal.windows of torch 2.13, in float64.
it.each([
  ["bartlett", windows.bartlett(4, { sym: false }), [0, 0.5, 1, 0.5]],
  ["blackman", windows.blackman(4), [0, 0.63, 0.63, 0]],
  ["cosine", windows.cosine(3, { sym: false }), [0.3826834323650898, 0.9238795325112867, 0.9238795325112867]],
  [
    "exponential",
    windows.exponential(3, { tau: 2, sym: false, center: 1 }),
    [0.6065306597126334, 1, 0.6065306597126334],
  ],
  ["gaussian", windows.gaussian(3, { std: 2 }), [0.8824969025845955, 1, 0.8824969025845955]],
  ["kaiser", windows.kaiser(3, { beta: 5 }), [0.03671089271286624, 1, 0.03671089271286624]],
  ["hamming", windows.hamming(1), [1]],
  ["hann", windows.hann(0), []],
])("the window %s is PyTorch's", (_name, window, want) => {
  expectEqual(window, tensor(want), 6);
});
