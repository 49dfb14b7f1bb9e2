import { within } from "../contract/call-errors.ts";
import { dimsOf } from "../contract/check-shape.ts";
import { checkInputs } from "../contract/check-tensor.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { listOf, nullable, whole } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { ShapeError } from "../errors.ts";
import { numelOf } from "../memory/shape.ts";
import type { Tensor } from "../tensor.ts";
import { toEnd } from "./matrices.ts";
import { inv, solve } from "./solve.ts";

const invOptions = options(
  "linalg.tensorinv",
  {
    /** How many dims in front are those of the rows. Default 2. */
    ind: whole(2, { min: 1 }),
  },
  { example: "linalg.tensorinv(A, { ind: 1 })" },
);
const solveOptions = options(
  "linalg.tensorsolve",
  {
    /** Dims of A that are moved to its end first. Default none. */
    dims: nullable(listOf(whole()), null),
  },
  { example: "linalg.tensorsolve(A, B, { dims: [0] })" },
);

/** Options of {@link tensorinv}. */
export interface TensorinvOptions extends OptionsOf<typeof invOptions> {}
/** Options of {@link tensorsolve}. */
export interface TensorsolveOptions extends OptionsOf<typeof solveOptions> {}

const invInput = tensors("linalg.tensorinv", "A float (…)");
const solveInput = tensors("linalg.tensorsolve", "A float (…)");

/**
 * The inverse of A as a linear map from its last dims to its first `ind`: shape (…first, …last) → (…last, …first), whose
 * products are equal.
 *
 * @throws ShapeError unless they are; ArgumentError for a singular map (where the host can read it).
 * @example linalg.tensorinv(eye(4).reshape([2, 2, 4])).shape // [4, 2, 2]
 */
export function tensorinv(A: Tensor, given?: TensorinvOptions): Tensor {
  invInput.check([A]);
  const { ind } = invOptions(given);
  const [first, last] = [A.shape.slice(0, ind), A.shape.slice(ind)];
  const n = numelOf(last);
  if (numelOf(first) !== n || ind > A.ndim)
    throw new ShapeError(
      `linalg.tensorinv: the first ${ind} dims of ${A.describe()} hold ${numelOf(first)} elements, the others ${n}; they must be equal.`,
    );
  return within("linalg.tensorinv", () => inv(A.reshape([n, n])).reshape([...last, ...first]));
}

/**
 * The X of Σ A X = B, where the sum is over the last dims of A, those of X: A (…B's shape, …X's shape) and B → X.
 *
 * @throws ShapeError unless A has as many elements as B's squared; ArgumentError for a singular map (where the host can
 * read it).
 * @example linalg.tensorsolve(eye(4).reshape([2, 2, 4]), ones([2, 2])) // tensor([1, 1, 1, 1])
 */
export function tensorsolve(A: Tensor, B: Tensor, given?: TensorsolveOptions): Tensor {
  checkInputs("linalg.tensorsolve", { A, B });
  solveInput.check([A]);
  const { dims } = solveOptions(given);
  const order = dims === null ? [] : dimsOf("linalg.tensorsolve", [...dims], A.ndim, "as in { dims: [0] }");
  const moved = toEnd(A, order);
  const shape = moved.shape.slice(B.ndim);
  const n = numelOf(shape);
  if (n !== B.numel || A.numel !== n * n)
    throw new ShapeError(
      `linalg.tensorsolve: A ${A.describe()} must have as many elements as B ${B.describe()} squared: first B's dims, then X's.`,
    );
  return within("linalg.tensorsolve", () => solve(moved.reshape([n, n]), B.flatten()).reshape(shape));
}
