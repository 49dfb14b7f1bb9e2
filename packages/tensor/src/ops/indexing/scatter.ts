import { apply1 } from "../../apply/apply.ts";
import type { Op } from "../../apply/op.ts";
import { checkInputs, checkOperand } from "../../contract/check-tensor.ts";
import { refuseExtra } from "../../contract/extra-arguments.ts";
import { filled } from "../../create.ts";
import { gatherElements, inOrder } from "../../reference/iterate.ts";
import { Tensor } from "../../tensor.ts";
import {
  type AlongDim,
  atLeast1d,
  checkAlongDim,
  forEachIndexed,
  gatherOp,
  sourceOf,
  zerosBeside,
} from "./gather.ts";

/** out = x, then out[index[i][j]][j] = src[i][j] (dim 0). For repeated indices, the last element wins. */
export const scatterOp: Op<readonly [Tensor, Tensor, Tensor], readonly [Tensor], AlongDim> = {
  name: "scatter",
  infer: ([x]) => [{ shape: x.shape, dtype: x.dtype }],
  forward([x, index, src], [out], { dim }) {
    gatherElements(x.data, x, out.data);
    const { data, offset } = inOrder(src);
    forEachIndexed(index, out, dim, (i, at) => {
      out.data[at] = data[offset + i]!;
    });
  },
  gradient: ([g], [, index], _outputs, attrs) => [
    () => apply1(scatterOp, [g, index, zerosBeside(g, index.shape)], attrs),
    null,
    () => apply1(gatherOp, [g, index], attrs),
  ],
};

/**
 * Writes the elements of `src`, or one number, to x at their indices: `out[index[i][j]][j] = src[i][j]` for dim 0. For
 * repeated indices the last element wins; as in PyTorch, all of them receive the gradient. src may be larger than the
 * index; the rest of it is ignored.
 *
 * @throws IndexError for an index outside of 0 to x.size(dim) - 1.
 * @throws ShapeError when index or src do not fit; DTypeError when their dtypes do not.
 * @example zeros([3]).scatter(0, tensor([2, 0], { dtype: "int32" }), tensor([5, 6])) // tensor([6, 0, 5])
 */
export function scatter(x: Tensor, dim: number, index: Tensor, src: Tensor | number): Tensor {
  refuseExtra("scatter", arguments, 4);
  checkInputs("scatter", { x, index });
  checkOperand("scatter", "src", src);
  const [data, at] = [atLeast1d(x), atLeast1d(index)];
  const source =
    src instanceof Tensor
      ? sourceOf("scatter", x, at, atLeast1d(src))
      : filled("scatter", [], src, { dtype: x.dtype, backend: x.backend }).expand(at.shape);
  const d = checkAlongDim("scatter", data, dim, at);
  const out = apply1(scatterOp, [data, at, source], { dim: d });
  return x.ndim === 0 ? out.reshape([]) : out;
}
