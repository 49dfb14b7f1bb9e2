// Views by strides.

import { checkInteger, IndexError, type OptionsOf, options, ShapeError, whole } from "@saccade/contract";
import {
  apply1,
  applyView,
  checkInputs,
  checkNumbers,
  checkShape,
  checkTensor,
  contiguousStrides,
  formatShape,
  numelOf,
  type Shape,
  type ViewOp,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { zerosBeside } from "../indexing/gather.ts";
import { indexAddOp } from "../indexing/index-select.ts";
import { numbersOf, write } from "./written.ts";

interface Strided {
  readonly size: Shape;
  readonly stride: Shape;
  readonly storageOffset: number;
}

/** Elements may be shown more than once: the gradient of each is the sum over its places. */
const stridedView: ViewOp<Strided> = {
  name: "asStrided",
  view: ({ offset }, { size, stride, storageOffset }) => ({
    shape: size,
    strides: stride,
    offset: offset + storageOffset,
  }),
  gradient: (g, x, attrs) => {
    const at = applyView(stridedView, numbersOf(x), attrs);
    const flat = [zerosBeside(g, [x.numel]), at.reshape([at.numel]), g.reshape([g.numel])] as const;
    return apply1(indexAddOp, flat, { dim: 0 }).reshape(x.shape);
  },
};

const rules = {
  /** The number of the first element shown. Default 0. */
  storageOffset: whole(0, { min: 0 }),
} as const;
const stridedOptions = options("asStrided", rules, { example: "asStrided(x, [2, 2], [1, 2])" });
const scatterOptions = options("asStridedScatter", rules, {
  example: "asStridedScatter(x, src, [2, 2], [1, 2])",
});

/** Options of {@link asStrided}. */
export interface AsStridedOptions extends OptionsOf<typeof stridedOptions> {}

/** Checks that sizes and strides stay among the elements of x. */
function checkStrides(
  what: string,
  x: Tensor,
  { size, stride, storageOffset }: Strided,
  example: string,
): void {
  checkNumbers(what, "size", size, `as in ${example}`);
  for (const n of size) checkInteger(what, "size", n, 0, undefined, `as in ${example}`);
  checkShape(what, size);
  checkNumbers(what, "stride", stride, `as in ${example}`);
  for (const step of stride) checkInteger(what, "stride", step, 0, undefined, `as in ${example}`);
  if (size.length !== stride.length)
    throw new ShapeError(
      `${what}: size ${formatShape(size)} and stride ${formatShape(stride)} must be equally long; each dim has one of both.`,
    );
  const last = size.reduce((at, n, d) => at + (n - 1) * stride[d]!, storageOffset);
  if (numelOf(size) > 0 && last >= x.numel)
    throw new IndexError(
      `${what}: size ${formatShape(size)} and stride ${formatShape(stride)} reach element ${last} of ${x.describe()}, ` +
        `which has ${x.numel}; take a smaller size, stride or storageOffset.`,
    );
}

/**
 * A view of a contiguous tensor by sizes and strides: element (i, j, …) is element storageOffset + i · stride[0] +
 * j · stride[1] + … of x in row-major order. Elements may be shown more than once.
 *
 * @throws ShapeError unless x is contiguous and sizes and strides are equally many; IndexError where they leave x.
 * @example asStrided(arange(4), [2, 2], [1, 2]) // tensor([[0, 2], [1, 3]])
 */
export function asStrided(x: Tensor, size: Shape, stride: Shape, given?: AsStridedOptions): Tensor {
  checkTensor(stridedOptions.what, "x", x);
  const attrs = { size, stride, ...stridedOptions(given) };
  checkStrides("asStrided", x, attrs, stridedOptions.example);
  const steps = contiguousStrides(x.shape);
  if (x.numel > 1 && x.shape.some((n, d) => n > 1 && x.strides[d] !== steps[d]))
    throw new ShapeError(
      `asStrided: ${x.describe()} is a view whose elements are not in row-major order; write x.contiguous().`,
    );
  return applyView(stridedView, x, attrs);
}

/**
 * A copy of x with `src` in place of the elements that {@link asStrided} would select, for any x.
 *
 * @throws ShapeError unless src has the shape `size`; IndexError where the strides leave x; DTypeError unless both have the
 * same dtype.
 * @example asStridedScatter(zeros([4]), ones([2]), [2], [2]) // tensor([1, 0, 1, 0])
 */
export function asStridedScatter(
  x: Tensor,
  src: Tensor,
  size: Shape,
  stride: Shape,
  given?: AsStridedOptions,
): Tensor {
  checkInputs(scatterOptions.what, { x, src });
  const attrs = { size, stride, ...scatterOptions(given) };
  checkStrides("asStridedScatter", x, attrs, scatterOptions.example);
  return write("asStridedScatter", x, src, (one) => applyView(stridedView, one, attrs));
}
