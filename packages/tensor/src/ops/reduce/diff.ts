import { dimOfSome } from "../../contract/check-shape.ts";
import { checkInputs, checkTensor } from "../../contract/check-tensor.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { whole } from "../../contract/rules.ts";
import { tensorRule } from "../../contract/tensor-rule.ts";
import { ShapeError } from "../../errors.ts";
import type { Tensor } from "../../tensor.ts";
import { logicalXor } from "../elementwise/comparison.ts";
import { cat } from "../indexing/join.ts";

const diffOptions = options(
  "diff",
  {
    /** How often to take differences. Default 1. */
    n: whole(1, { min: 0 }),
    /** The dim along which. Default -1. */
    dim: whole(-1),
    /** A tensor to prepend to x along the dim. */
    prepend: tensorRule(),
    /** A tensor to append to x along the dim. */
    append: tensorRule(),
  },
  { example: "diff(x, { dim: 0 })", renamed: { axis: "write dim" } },
);

/** Options of {@link diff}. */
export interface DiffOptions extends OptionsOf<typeof diffOptions> {}

/**
 * The differences of neighbors along a dim: out_i = x_(i+1) − x_i. Of bools, whether they differ.
 *
 * @throws ShapeError for a scalar, and where prepend or append do not fit x.
 * @example diff(tensor([1, 3, 2])) // tensor([2, -1])
 */
export function diff(x: Tensor, given?: DiffOptions): Tensor {
  checkTensor(diffOptions.what, "x", x);
  const { n, dim, prepend, append } = diffOptions(given);
  const d = dimOfSome("diff", dim, x, `as in ${diffOptions.example}`);
  for (const [name, part] of [
    ["prepend", prepend],
    ["append", append],
  ] as const) {
    if (part === undefined) continue;
    checkInputs("diff", { x, [name]: part });
    if (part.ndim !== x.ndim || part.shape.some((size, i) => i !== d && size !== x.shape[i]))
      throw new ShapeError(
        `diff: ${name} ${part.describe()} must have the shape of x ${x.describe()} but along dim ${d}; expand() it.`,
      );
  }
  if (n === 0) return x;
  const parts = [prepend, x, append].filter((part) => part !== undefined);
  let y = parts.length > 1 ? cat(parts, d) : x;
  for (let k = 0; k < n && y.shape[d]! > 0; k++) {
    const size = y.shape[d]! - 1;
    const [after, before] = [y.narrow(d, 1, size), y.narrow(d, 0, size)];
    y = x.dtype === "bool" ? logicalXor(after, before) : after.sub(before);
  }
  return y;
}
