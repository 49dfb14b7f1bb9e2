// Linear systems and inverses, of matrices and of tensors as linear maps.
import type { OptionsOf, Tensors } from "../contract.ts";
import { flag, listOf, nullable, options, tensors, whole } from "../contract.ts";
import type { Op, Tensor } from "../core.ts";
import * as core from "../core.ts";
import { eliminate } from "./lu.ts";
import { batchOf, checkInfo, identityLike, T, toEnd, together } from "./matrices.ts";
import { eachSolution, substitute } from "./triangular.ts";

/** The solution X of A X = B, A (…, n, n), B (…, n, k), batch dims equal; and info: 0, or the first pivot that is 0. */
export const solveOp: Op<readonly [Tensor, Tensor], readonly [X: Tensor, info: Tensor], object> = {
  name: "solve",
  batch: true,
  infer: ([a, b]) => [b, { shape: batchOf(a), dtype: "int32" }],
  forward([a, b], [out, info]) {
    eachSolution(a, b, out, (matrix, x, n, k, i) => {
      const pivots = new Int32Array(n);
      info.data[i] = eliminate(matrix, n, n, pivots);
      pivots.forEach((pivot, j) => {
        for (let c = 0; c < k; c++)
          [x[j * k + c], x[(pivot - 1) * k + c]] = [x[(pivot - 1) * k + c]!, x[j * k + c]!];
      });
      substitute(matrix, x, n, k, { upper: false, unitriangular: true });
      substitute(matrix, x, n, k, { upper: true, unitriangular: false });
    });
  },
  // dX = A⁻¹ (dB − dA X) (Giles 2008, section 2.3.1).
  gradient([g], [a], [x]) {
    const ofB = (): Tensor => core.apply(solveOp, [T(a), g], {})[0];
    return [() => ofB().matmul(T(x)).neg(), ofB];
  },
};

interface Solved {
  readonly result: Tensor;
  readonly info: Tensor;
}

/** A X = B, or X A = B; B is a vector where it has the shape of A without its last dim. */
function solved(what: string, inputs: SolveInputs, [A, B]: readonly Tensor[], left: boolean): Solved {
  const isVector =
    B!.ndim === 1 || (B!.ndim === A!.ndim - 1 && core.sameShape(B!.shape, A!.shape.slice(0, -1)));
  if (isVector) {
    inputs.vector.check([A, B]);
    const { result, info } = equations(what, left ? A! : T(A!), B!.unsqueeze(-1));
    return { result: result.squeeze([-1]), info };
  }
  (left ? inputs.left : inputs.right).check([A, B]);
  if (left) return equations(what, A!, B!);
  const { result, info } = equations(what, T(A!), T(B!));
  return { result: T(result), info };
}

function equations(what: string, A: Tensor, B: Tensor): Solved {
  const [a, b] = together(what, A, B);
  const [result, info] = core.apply(solveOp, [a, b], {});
  return { result, info };
}

/** A⁻¹ and info, unchecked. */
export function inverted(A: Tensor): readonly [inverse: Tensor, info: Tensor] {
  return core.apply(solveOp, [A, identityLike(A)], {});
}

const singular = (pivot: number): string =>
  `is singular: pivot ${pivot} is 0; linalg.pinv and linalg.lstsq take singular matrices.`;

/* @__NO_SIDE_EFFECTS__ */
function solveInputs(what: string) {
  return {
    vector: tensors(what, "A float (…, n, n)  B same (…, n)") as Tensors<string>,
    left: tensors(what, "A float (…, n, n)  B same (…, n, k)") as Tensors<string>,
    right: tensors(what, "A float (…, n, n)  B same (…, k, n)") as Tensors<string>,
  };
}
type SolveInputs = ReturnType<typeof solveInputs>;

const plainInputs = /* @__PURE__ */ solveInputs("linalg.solve");
const exInputs = /* @__PURE__ */ solveInputs("linalg.solveEx");
const left = /* @__PURE__ */ flag(true);
const checkErrors = /* @__PURE__ */ flag(false);
const solveOptions = /* @__PURE__ */ options("linalg.solve(A, B, { left: false })", {
  /** Whether A X = B is solved; X A = B otherwise. Default true. */
  left,
});
const solveExOptions = /* @__PURE__ */ options("linalg.solveEx(A, B, { checkErrors: true })", {
  /** Whether A X = B is solved; X A = B otherwise. Default true. */
  left,
  /** Whether a singular matrix throws. Default false. */
  checkErrors,
});
const invExOptions = /* @__PURE__ */ options("linalg.invEx(A, { checkErrors: true })", {
  /** Whether a singular matrix throws. Default false. */
  checkErrors,
});

/** Options of {@link solve}. */
export interface SolveOptions extends OptionsOf<typeof solveOptions> {}
/** Options of {@link solveEx}. */
export interface SolveExOptions extends OptionsOf<typeof solveExOptions> {}
/** Options of {@link invEx}. */
export interface InvExOptions extends OptionsOf<typeof invExOptions> {}

/**
 * The solution X of A X = B: (…, n, n) and (…, n, k) → (…, n, k), or (…, n) for right-hand sides (…, n). The dims in front
 * broadcast. More exact and faster than a product with the inverse.
 *
 * @throws ShapeError unless the sizes fit; ArgumentError for a singular matrix (where the host can read it).
 * @example linalg.solve(tensor([[2, 1], [1, 3]]), tensor([5, 10])) // tensor([1, 3])
 */
export function solve(A: Tensor, B: Tensor, given?: SolveOptions): Tensor {
  core.checkInputs("linalg.solve", { A, B });
  const { result, info } = solved("linalg.solve", plainInputs, [A, B], solveOptions(given).left);
  checkInfo("linalg.solve", info, singular);
  return result;
}

/**
 * {@link solve} that reports singular matrices instead of throwing: info is 0, or the first pivot that is 0.
 *
 * @throws ShapeError unless the sizes fit.
 * @example linalg.solveEx(tensor([[1, 2], [2, 4]]), tensor([1, 1])).info // tensor(2, dtype=int32)
 */
export function solveEx(
  A: Tensor,
  B: Tensor,
  given?: SolveExOptions,
): { result: Tensor; info: Tensor } & Iterable<Tensor> {
  core.checkInputs("linalg.solveEx", { A, B });
  const { left, checkErrors } = solveExOptions(given);
  const found = solved("linalg.solveEx", exInputs, [A, B], left);
  if (checkErrors) checkInfo("linalg.solveEx", found.info, singular);
  return core.iterable(found);
}

const invInput = /* @__PURE__ */ tensors("linalg.inv", "A float (…, n, n)");
const invExInput = /* @__PURE__ */ tensors("linalg.invEx", "A float (…, n, n)");

/**
 * The inverse of a matrix: (…, n, n) → (…, n, n). To solve A X = B, {@link solve} is more exact and faster.
 *
 * @throws ShapeError unless the matrices are square; ArgumentError for a singular one (where the host can read it).
 * @example linalg.inv(tensor([[2, 0], [0, 4]])) // tensor([[0.5000, 0], [0, 0.2500]])
 */
export function inv(A: Tensor): Tensor {
  invInput.check([A]);
  const [inverse, info] = inverted(A);
  checkInfo("linalg.inv", info, singular);
  return inverse;
}

/**
 * {@link inv} that reports singular matrices instead of throwing: info is 0, or the first pivot that is 0.
 *
 * @throws ShapeError unless the matrices are square.
 * @example linalg.invEx(tensor([[1, 2], [2, 4]])).info // tensor(2, dtype=int32)
 */
export function invEx(A: Tensor, given?: InvExOptions): { inverse: Tensor; info: Tensor } & Iterable<Tensor> {
  invExInput.check([A]);
  const [inverse, info] = inverted(A);
  if (invExOptions(given).checkErrors) checkInfo("linalg.invEx", info, singular);
  return core.iterable({ inverse, info });
}

const tensorinvOptions = /* @__PURE__ */ options("linalg.tensorinv(A, { ind: 1 })", {
  /** How many dims in front are those of the rows. Default 2. */
  ind: /* @__PURE__ */ whole(2, { min: 1 }),
});
const tensorsolveOptions = /* @__PURE__ */ options("linalg.tensorsolve(A, B, { dims: [0] })", {
  /** Dims of A that are moved to its end first. Default none. */
  dims: /* @__PURE__ */ nullable(/* @__PURE__ */ listOf(/* @__PURE__ */ whole()), null),
});

/** Options of {@link tensorinv}. */
export interface TensorinvOptions extends OptionsOf<typeof tensorinvOptions> {}
/** Options of {@link tensorsolve}. */
export interface TensorsolveOptions extends OptionsOf<typeof tensorsolveOptions> {}

const tensorinvInput = /* @__PURE__ */ tensors("linalg.tensorinv", "A float (…)");
const tensorsolveInput = /* @__PURE__ */ tensors("linalg.tensorsolve", "A float (…)");

/**
 * The inverse of A as a linear map from its last dims to its first `ind`: shape (…first, …last) → (…last, …first), whose
 * products are equal.
 *
 * @throws ShapeError unless they are; ArgumentError for a singular map (where the host can read it).
 * @example linalg.tensorinv(eye(4).reshape([2, 2, 4])).shape // [4, 2, 2]
 */
export function tensorinv(A: Tensor, given?: TensorinvOptions): Tensor {
  tensorinvInput.check([A]);
  const { ind } = tensorinvOptions(given);
  const [first, last] = [A.shape.slice(0, ind), A.shape.slice(ind)];
  const n = core.numelOf(last);
  if (core.numelOf(first) !== n || ind > A.ndim)
    throw new core.ShapeError(
      `linalg.tensorinv: the first ${ind} dims of ${A.describe()} hold ${core.numelOf(first)} elements, the others ${n}; they must be equal.`,
    );
  return core.within("linalg.tensorinv", () => inv(A.reshape([n, n])).reshape([...last, ...first]));
}

/**
 * The X of Σ A X = B, where the sum is over the last dims of A, those of X: A (…B's shape, …X's shape) and B → X.
 *
 * @throws ShapeError unless A has as many elements as B's squared; ArgumentError for a singular map (where the host can
 * read it).
 * @example linalg.tensorsolve(eye(4).reshape([2, 2, 4]), ones([2, 2])) // tensor([1, 1, 1, 1])
 */
export function tensorsolve(A: Tensor, B: Tensor, given?: TensorsolveOptions): Tensor {
  core.checkInputs("linalg.tensorsolve", { A, B });
  tensorsolveInput.check([A]);
  const { dims } = tensorsolveOptions(given);
  const order =
    dims === null ? [] : core.dimsOf("linalg.tensorsolve", [...dims], A.ndim, "as in { dims: [0] }");
  const moved = toEnd(A, order);
  const shape = moved.shape.slice(B.ndim);
  const n = core.numelOf(shape);
  if (n !== B.numel || A.numel !== n * n)
    throw new core.ShapeError(
      `linalg.tensorsolve: A ${A.describe()} must have as many elements as B ${B.describe()} squared: first B's dims, then X's.`,
    );
  return core.within("linalg.tensorsolve", () => solve(moved.reshape([n, n]), B.flatten()).reshape(shape));
}
