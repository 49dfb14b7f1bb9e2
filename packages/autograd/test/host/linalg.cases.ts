import { Generator, linalg, type Tensor, tensor, uniform } from "@saccade/tensor";
import { apply } from "@saccade/tensor/backend";
import * as hostOps from "../../../tensor/src/linalg/host-ops.gen.ts";
import type { Case, NoGradient } from "../op-cases.ts";

const generator = new Generator(23);
const any = (...shape: number[]): Tensor => uniform(-2, 2, shape, { generator, dtype: "float64" });
/** Symmetric, with eigenvalues above 0. */
const positive = (...shape: number[]): Tensor => {
  const x = any(...shape);
  const n = shape.at(-1)!;
  return x.matmul(x.transpose(-2, -1)).add(any(n, n).mul(0).add(1).tril().triu().mul(2));
};
const definite =
  (...shape: number[]) =>
  (): Tensor =>
    positive(...shape);
const symmetrical = (x: Tensor): Tensor => x.add(x.transpose(-2, -1));
const of = (f: (x: Tensor) => Tensor | readonly Tensor[], ...inputs: (() => Tensor)[]): readonly Case[] =>
  inputs.map((input) => ({ f: (x) => f(x!), inputs: () => [input()] }));
const square = (): Tensor => any(3, 3);
const batch = (): Tensor => any(2, 3, 3);
const tall = (): Tensor => any(4, 2);
const wide = (): Tensor => any(2, 4);

/** Its factors have a block of two. */
const indefinite = tensor([[0, 1, 2], [1, 0, 3], [2, 3, 1]], { dtype: "float64" }); // biome-ignore format: one line

/** Gradient checks of each op, or why it has no gradient. */
export const linalgCases: Record<keyof typeof hostOps, readonly Case[] | NoGradient> = {
  cholesky: of((x) => linalg.cholesky(symmetrical(x)).sin(), definite(3, 3), definite(2, 2, 2)),
  solveTriangular: [true, false].flatMap((unitriangular) => [
    {
      f: (a, b) => linalg.solveTriangular(a!, b!, { upper: false, unitriangular }).sin(),
      inputs: () => [any(3, 3).add(3), any(3, 2)],
    },
    {
      f: (a, b) => linalg.solveTriangular(a!, b!, { upper: true, left: false, unitriangular }),
      inputs: () => [any(2, 2, 2).add(3), any(3, 2)],
    },
  ]),
  ldlFactor: "an error",
  ldlSolve: [
    {
      f: (b) => {
        const { LD, pivots } = linalg.ldlFactor(indefinite);
        return linalg.ldlSolve(LD, pivots, b!).sin();
      },
      inputs: () => [any(2, 3, 2)],
    },
  ],
  lu: of((x) => linalg.luFactor(x).LU.sin(), square, tall, wide),
  pivotsToPermutation: "piecewise constant",
  solve: [
    { f: (a, b) => linalg.solve(a!, b!).sin(), inputs: () => [positive(3, 3), any(3)] },
    { f: (a, b) => linalg.solve(a!, b!, { left: false }), inputs: () => [positive(2, 2, 2), any(3, 2)] },
    ...of((x) => linalg.inv(x), definite(2, 2)),
  ],
  det: of((x) => linalg.det(x), square, batch),
  cofactors: of((x) => apply(hostOps.cofactors, [x], {})[0].sin(), square),
  qr: of(
    (x) => {
      const { Q, R } = linalg.qr(x);
      return [Q.sin(), R.sin()];
    },
    square,
    tall,
    wide,
  ),
  geqrf: "an error",
  eigh: of((x) => {
    const { eigenvalues, eigenvectors } = linalg.eigh(symmetrical(x));
    return [eigenvalues.sin(), eigenvectors.square()];
  }, square),
  eigvalsh: of((x) => linalg.eigvalsh(symmetrical(x)).sin(), square),
  svd: of(
    (x) => {
      const { U, S, Vh } = linalg.svd(x, { fullMatrices: false });
      return [U.square(), S.sin(), Vh.square()];
    },
    square,
    tall,
    wide,
  ),
  svdvals: of((x) => linalg.svdvals(x).sin(), square, tall, wide),
  pinv: of((x) => linalg.pinv(x).sin(), tall, wide),
  matrixExp: of((x) => linalg.matrixExp(x), square),
};
