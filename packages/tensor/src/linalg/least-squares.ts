import { apply1 } from "../apply/apply.ts";
import { checkInputs } from "../contract/check-tensor.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { number, oneOf } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { iterable } from "../iterable.ts";
import { sameShape } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import { checkFinite } from "./matrices.ts";
import { pseudoInverse, rankOf } from "./pinv.ts";
import { svdvalsOp } from "./svd.ts";

const lstsqOptions = options(
  "linalg.lstsq",
  {
    /** Up to this share of the largest, singular values count as 0. Default max(m, n) times the dtype's precision. */
    rcond: number(undefined, { min: 0 }),
    /** LAPACK's routine, which determines what else is returned: rank ("gelsy"), residuals ("gels"), or both and the singular values ("gelss", "gelsd"). Default "gelsy". */
    driver: oneOf(["gelsy", "gels", "gelss", "gelsd"], "gelsy"),
  },
  { example: 'linalg.lstsq(A, B, { driver: "gelsd" })' },
);

/** Options of {@link lstsq}. */
export interface LstsqOptions extends OptionsOf<typeof lstsqOptions> {}

const vectorInputs = tensors("linalg.lstsq", "A float (…, m, n)  B same (…, m)");
const matrixInputs = tensors("linalg.lstsq", "A float (…, m, n)  B same (…, m, k)");

/** The results of {@link lstsq}; empty where the driver does not give them. */
export interface LeastSquares extends Iterable<Tensor> {
  /** The solution, (…, n, k). */
  readonly solution: Tensor;
  /** ‖A X − B‖² of each column, (…, k), if m > n and every A has rank n. */
  readonly residuals: Tensor;
  /** The ranks of A, (…) int32. */
  readonly rank: Tensor;
  /** The singular values of A, (…, min(m, n)). */
  readonly singularValues: Tensor;
}

/**
 * The X of least norm among those that minimize ‖A X − B‖: (…, m, n) and (…, m, k) → (…, n, k), or (…, n) for right-hand
 * sides (…, m). It is computed as pinv(A) B, whatever the driver.
 *
 * @throws ShapeError unless the sizes fit; DTypeError unless both hold floats of one dtype; ArgumentError for NaN
 * and ∞ in A.
 * @example linalg.lstsq(tensor([[1], [1]]), tensor([[1], [3]])).solution // tensor([[2]])
 */
export function lstsq(A: Tensor, B: Tensor, given?: LstsqOptions): LeastSquares {
  checkInputs("linalg.lstsq", { A, B });
  const { rcond, driver } = lstsqOptions(given);
  const isVector = B.ndim === 1 || (B.ndim === A.ndim - 1 && sameShape(B.shape, A.shape.slice(0, -1)));
  (isVector ? vectorInputs : matrixInputs).check([A, B]);
  checkFinite("linalg.lstsq", A);
  const right = isVector ? B.unsqueeze(-1) : B;
  const X = pseudoInverse(A, { rtol: rcond }).matmul(right);
  const [m, n] = [A.size(-2), A.size(-1)];
  const none = A.detach().flatten().narrow(0, 0, 0);
  const rank = driver === "gels" ? none.to("int32") : rankOf(A, { rtol: rcond });
  const full = driver === "gels" || (m > n && driver !== "gelsy" && rank.dataSync().every((r) => r === n));
  const hasResiduals = m > n && driver !== "gelsy" && full;
  return iterable({
    solution: isVector ? X.squeeze([-1]) : X,
    residuals: hasResiduals ? A.matmul(X).sub(right).square().sum(-2) : none,
    rank,
    singularValues: driver === "gelss" || driver === "gelsd" ? apply1(svdvalsOp, [A.detach()], {}) : none,
  });
}
