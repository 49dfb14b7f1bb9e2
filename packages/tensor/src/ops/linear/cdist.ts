import { DTypeError, number, type OptionsOf, options } from "@saccade/contract";
import { zeros } from "../../create.ts";
import { broadcastShapes, isFloat, promoteTensors, tensors } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { to } from "../elementwise/convert.ts";
import { norm } from "../reduce/norm.ts";

const cdistOptions = options(
  "cdist",
  {
    /** The order of the norm, ≥ 0. Default 2. Infinity gives the largest difference, 0 counts those that are not 0. */
    p: number(2, { min: 0, max: Number.POSITIVE_INFINITY }),
  },
  {
    example: "cdist(a, b, { p: 1 })",
    renamed: { computeMode: "leave it out: differences are always computed directly" },
  },
);

/** Options of {@link cdist}. */
export interface CdistOptions extends OptionsOf<typeof cdistOptions> {}

const cdistInputs = /* @__PURE__ */ tensors("cdist", "a (…, n, d)  b (…, m, d)");

/**
 * The distances of all pairs of rows, ‖aᵢ − bⱼ‖ₚ: a (…, n, d), b (…, m, d) → (…, n, m). The dims in front broadcast. The
 * gradient at a distance of 0 is 0. It holds n · m · d differences at a time.
 *
 * @throws ShapeError unless the rows have the same size and the dims in front broadcast; DTypeError for int32 and bool;
 * ArgumentError for a negative p.
 * @example cdist(tensor([[0, 0], [3, 0]]), tensor([[0, 4]])) // tensor([[4], [5]])
 */
export function cdist(a: Tensor, b: Tensor, given?: CdistOptions): Tensor {
  const { n, m, d } = cdistInputs([a, b]);
  const { p } = cdistOptions(given);
  const dtype = promoteTensors(a, b);
  if (!isFloat(dtype))
    throw new DTypeError(
      `cdist: ${a.describe()} and ${b.describe()} are not of floats; convert one with to("float32").`,
    );
  // A norm of nothing is 0, also for p = ∞.
  if (d === 0) {
    const front = broadcastShapes("cdist", a.shape.slice(0, -2), b.shape.slice(0, -2));
    return zeros([...front, n, m], { dtype, backend: a.backend });
  }
  return norm(to(a, dtype).unsqueeze(-2).sub(to(b, dtype).unsqueeze(-3)), { p, dim: -1 });
}
