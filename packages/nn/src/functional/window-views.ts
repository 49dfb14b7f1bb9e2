// The windows on images as a view, and back: windows added up where they overlap.
import { pad, type Shape, type Tensor } from "@saccade/tensor";
import { applyView, type ViewOp, type Window } from "@saccade/tensor/backend";
import { windowCount } from "@saccade/tensor/fused";
import type { Windows } from "./windows.ts";

/** The windows on the last two dims of an image. */
type WindowAttrs = Pick<Windows, "kernel" | "stride" | "dilation">;

function windowsOf(shape: Shape, strides: Shape, offset: number, attrs: WindowAttrs): Window {
  const { kernel, stride, dilation } = attrs;
  const lead = shape.length - 2;
  const counts = kernel.map((k, i) => windowCount(shape[lead + i]!, k, stride[i]!, dilation[i]!));
  const steps = strides.slice(lead);
  return {
    shape: [...shape.slice(0, lead), ...counts, ...kernel],
    strides: [
      ...strides.slice(0, lead),
      ...steps.map((s, i) => s * stride[i]!),
      ...steps.map((s, i) => s * dilation[i]!),
    ],
    offset,
  };
}

/** (…, H, W) → (…, OH, OW, KH, KW): the windows as an overlapping view. */
const unfoldOp: ViewOp<WindowAttrs> = {
  name: "unfold",
  view: (x, attrs) => windowsOf(x.shape, x.strides, x.offset, attrs),
  gradient: (g, x, attrs) => overlapAdd(g, x.shape.slice(-2), attrs),
};

/** The windows of the last two dims, which fit: (…, H, W) → (…, OH, OW, KH, KW), a view. */
export function windowsView(x: Tensor, { kernel, stride, dilation }: WindowAttrs): Tensor {
  return applyView(unfoldOp, x, { kernel, stride, dilation });
}

/** The windows (…, OH, OW, KH, KW), added up where they overlap in an image of `size`: (…, H, W). Rows first. */
export function overlapAdd(x: Tensor, size: readonly number[], attrs: WindowAttrs): Tensor {
  const along = (i: 0 | 1): Line => ({
    ...{ stride: attrs.stride[i]!, dilation: attrs.dilation[i]!, padding: 0, size: size[i]! },
  });
  const rows = addAlong(x.unbind(-2), x.ndim - 4, along(0)); // (…, H, OW, KW)
  return addAlong(rows.unbind(-1), x.ndim - 3, along(1));
}

/** How windows lie along one dim of `size` elements. */
interface Line {
  readonly stride: number;
  readonly dilation: number;
  /** How many elements the first window begins before the dim. */
  readonly padding: number;
  readonly size: number;
}

/** Adds up windows along a dim: `taps` holds the first elements of all of them, the second ones, and so on. */
export function addAlong(
  taps: readonly Tensor[],
  dim: number,
  { stride, dilation, padding, size }: Line,
): Tensor {
  const terms = taps.map((tap, k) => {
    // Followed by stride − 1 zeros after each element.
    const apart =
      stride > 1 ? padDim(tap.unsqueeze(dim + 1), dim + 1, 0, stride - 1).flatten(dim, dim + 1) : tap;
    const start = k * dilation - padding;
    return padDim(apart, dim, start, size - start - apart.size(dim));
  });
  return terms.reduce((sum, term) => sum.add(term));
}

function padDim(x: Tensor, dim: number, before: number, after: number): Tensor {
  return pad(x, [...new Array<number>(2 * (x.ndim - 1 - dim)).fill(0), before, after]);
}
