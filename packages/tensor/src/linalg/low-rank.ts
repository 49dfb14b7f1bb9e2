// Singular value decompositions of large matrices of low rank, by random projections.
import { apply } from "../apply/apply.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag, instanceOf, nullable, whole } from "../contract/rules.ts";
import { tensorRule } from "../contract/tensor-rule.ts";
import { tensors } from "../contract/tensors.ts";
import { ArgumentError } from "../errors.ts";
import { iterable } from "../iterable.ts";
import { Generator } from "../ops/random/generator.ts";
import { randn } from "../ops/random/random.ts";
import type { Tensor } from "../tensor.ts";
import { T } from "./matrices.ts";
import { qr } from "./qr.ts";
import { svdOp } from "./svd.ts";

const niter = whole(2, { min: 0 });
const generator = instanceOf("a Generator", Generator);
const svdOptions = options(
  "svdLowrank",
  {
    /** The number of singular values. Default 6, or the smaller size. */
    q: whole(undefined, { min: 0 }),
    /** Subspace iterations. Default 2. */
    niter,
    /** A matrix that is subtracted first; broadcasts to A. */
    M: nullable(tensorRule("float"), null),
    /** Where the random numbers come from. Default: the global generator. */
    generator,
  },
  { example: "svdLowrank(A, { q: 10 })" },
);
const pcaOptions = options(
  "pcaLowrank",
  {
    /** The number of components. Default 6, or the smaller size. */
    q: whole(undefined, { min: 0 }),
    /** Whether the columns' means are subtracted. Default true. */
    center: flag(true),
    /** Subspace iterations. Default 2. */
    niter,
    /** Where the random numbers come from. Default: the global generator. */
    generator,
  },
  { example: "pcaLowrank(A, { q: 3 })" },
);

/** Options of {@link svdLowrank}. */
export interface SvdLowrankOptions extends OptionsOf<typeof svdOptions> {}
/** Options of {@link pcaLowrank}. */
export interface PcaLowrankOptions extends OptionsOf<typeof pcaOptions> {}

const svdInput = tensors("svdLowrank", "A float (…, m, n)");
const withM = tensors("svdLowrank", "A float (…, m, n)  M same (…, m|1, n|1)");
const pcaInput = tensors("pcaLowrank", "A float (…, m, n)");

interface Parts extends Iterable<Tensor> {
  readonly U: Tensor;
  readonly S: Tensor;
  readonly V: Tensor;
}

/**
 * The q largest singular values of A and their vectors, A ≈ U diag(S) Vᵀ, by a random projection and subspace iterations
 * (Halko et al. 2011, algorithm 5.1): (…, m, n) → (…, m, q), (…, q) and (…, n, q).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; ArgumentError for q above the smaller size.
 * @example svdLowrank(tensor([[3, 0], [0, 4]]), { q: 2 }).S // tensor([4, 3])
 */
export function svdLowrank(A: Tensor, given?: SvdLowrankOptions): Parts {
  svdInput.check([A]);
  const { M, ...terms } = svdOptions(given);
  if (M !== null) withM.check([A, M]);
  return project("svdLowrank", M === null ? A : A.sub(M), terms);
}

/**
 * The q principal components of rows of A, by {@link svdLowrank} of A without its columns' means: V has them as columns.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; ArgumentError for q above the smaller size.
 * @example pcaLowrank(tensor([[1, 1], [2, 2], [3, 3]]), { q: 1 }).S // tensor([2])
 */
export function pcaLowrank(A: Tensor, given?: PcaLowrankOptions): Parts {
  pcaInput.check([A]);
  const { center, ...terms } = pcaOptions(given);
  return project("pcaLowrank", center ? A.sub(A.mean(-2, { keepdim: true })) : A, terms);
}

interface Terms {
  readonly q: number | undefined;
  readonly niter: number;
  readonly generator: Generator | undefined;
}

function project(what: string, A: Tensor, { q: given, niter, generator }: Terms): Parts {
  const [m, n] = [A.size(-2), A.size(-1)];
  const q = given ?? Math.min(6, m, n);
  if (q > Math.min(m, n)) throw new ArgumentError(`${what}: q is ${q}, expected at most ${Math.min(m, n)}.`);
  if (m < n) {
    const { U, S, V } = project(what, T(A), { q, niter, generator });
    return iterable({ U: V, S, V: U });
  }
  const { dtype, backend } = A;
  let Q = qr(A.matmul(randn([n, q], { dtype, backend, ...(generator && { generator }) }))).Q;
  for (let i = 0; i < niter; i++) Q = qr(A.matmul(qr(T(A).matmul(Q)).Q)).Q;
  const [U, S, Vh] = apply(svdOp, [T(Q).matmul(A)], { full: false });
  return iterable({ U: Q.matmul(U), S, V: T(Vh) });
}
