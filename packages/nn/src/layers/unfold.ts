import type { Shape, Tensor } from "@saccade/tensor";
import { apply1, applyView, numelOf, type Op, type ViewOp, type Window } from "@saccade/tensor/backend";
import { windowCount } from "@saccade/tensor/fused";
import type { Windows } from "./windows.ts";

/** The windows on the last two dims of an image. */
type WindowAttrs = Pick<Windows, "kernel" | "stride" | "dilation">;

interface FoldAttrs extends WindowAttrs {
  /** The image's shape (…, H, W). */
  readonly shape: Shape;
}

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

/** (…, H, W) → (…, OH, OW, KH, KW): the windows as an overlapping view. Its adjoint is {@link foldOp}. */
const unfoldOp: ViewOp<WindowAttrs> = {
  name: "unfold",
  view: (x, attrs) => windowsOf(x.shape, x.strides, x.offset, attrs),
  gradient: (g, x, attrs) => apply1(foldOp, [g], { ...attrs, shape: x.shape }),
};

/** (…, OH, OW, KH, KW) → (…, H, W): sums the windows where they overlap. Its adjoint is {@link unfoldOp}. */
const foldOp: Op<readonly [Tensor], readonly [Tensor], FoldAttrs> = {
  name: "fold",
  infer: ([x], { shape }) => [{ shape, dtype: x.dtype }],
  forward([x], [out], attrs) {
    const windows = windowsOf(attrs.shape, rowMajor(attrs.shape), 0, attrs);
    const totals = new Float64Array(numelOf(attrs.shape));
    const add = (dim: number, from: number, to: number): void => {
      if (dim === x.shape.length) {
        totals[to] = totals[to]! + x.data[from]!;
        return;
      }
      for (let i = 0; i < x.shape[dim]!; i++) {
        add(dim + 1, from + i * x.strides[dim]!, to + i * windows.strides[dim]!);
      }
    };
    add(0, x.offset, 0);
    out.data.set(totals);
  },
  gradient: ([g], _inputs, _outputs, { kernel, stride, dilation }) => [
    () => applyView(unfoldOp, g, { kernel, stride, dilation }),
  ],
};

function rowMajor(shape: Shape): number[] {
  return shape.map((_, i) => numelOf(shape.slice(i + 1)));
}

/** The windows of the last two dims, which fit: (…, H, W) → (…, OH, OW, KH, KW), a view. */
export function unfold(x: Tensor, { kernel, stride, dilation }: WindowAttrs): Tensor {
  return applyView(unfoldOp, x, { kernel, stride, dilation });
}
