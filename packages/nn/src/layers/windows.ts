// Windows that slide over sequences and images, as convolution and pooling take them. A sequence is an image of one row.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { listOf, type Rule, rule, whole } from "@saccade/tensor/contract";
import type { Pair, WindowSteps } from "@saccade/tensor/fused";
import { showSettings } from "../show-settings.ts";

export type { Pair };

/** Makes the rule of a size, a whole number ≥ `least`, for the dims of a window. */
export type SizeRule<Size> = (least: number, initial?: number) => Rule<Size, Size>;

/** One size. */
export const oneSize: SizeRule<number> = (least, initial = least) => whole(initial, { min: least });

/** One size for both dims, or one for each. */
export const sizeOrPair: SizeRule<number | Pair> = (least, initial = least) => {
  const one = whole(undefined, { min: least });
  const two = listOf(one);
  const holds = (size: unknown): size is number | Pair =>
    one.holds(size) || (two.holds(size) && size.length === 2);
  return { ...rule(`${one.must} or two of them, [rows, columns]`, holds), default: initial };
};

/** The windows of a layer, and its name for messages. */
export interface Windows extends WindowSteps {
  readonly layer: string;
  /** 1 for sequences. */
  readonly dims: 1 | 2;
  /** Rows and columns of a window. */
  readonly kernel: Pair;
}

interface Settings {
  readonly kernelSize: number | Pair;
  /** Default: the size of the kernel. */
  readonly stride: number | Pair | undefined;
  readonly padding: number | Pair;
  readonly dilation?: number | Pair;
}

/** The windows of settings of one dim or of two. */
export function windowsFrom(layer: string, dims: 1 | 2, settings: Settings): Windows {
  const { kernelSize, stride = kernelSize, padding, dilation = 1 } = settings;
  const plane = (size: number | Pair, ofRow: number): Pair =>
    typeof size !== "number" ? [size[0], size[1]] : dims === 1 ? [ofRow, size] : [size, size];
  const [kernel, steps] = [plane(kernelSize, 1), plane(stride, 1)];
  return { layer, dims, kernel, stride: steps, padding: plane(padding, 0), dilation: plane(dilation, 1) };
}

/** How a layer's windows are printed. */
export function showWindows(windows: Windows, names: readonly ("stride" | "padding" | "dilation")[]): string {
  const shown = (sizes: Pair): unknown => (windows.dims === 1 ? sizes[1] : sizes);
  const steps = names.map((name) => [name, shown(windows[name])]);
  return showSettings({ kernelSize: shown(windows.kernel), ...Object.fromEntries(steps) });
}

/** f of images (…, H, W), for x (…, L) of one dim too. */
export function onPlane(x: Tensor, dims: 1 | 2, f: (image: Tensor) => Tensor): Tensor {
  return dims === 1 ? f(x.unsqueeze(-2)).squeeze(-2) : f(x);
}

/** @throws ShapeError, naming the layer, if a window does not fit into the padded image (…, H, W). */
export function checkWindows({ layer, kernel, padding, dilation }: Windows, { shape }: Tensor): void {
  const window = kernel.map((size, i) => dilation[i]! * (size - 1) + 1);
  const image = padding.map((size, i) => shape.at(i - 2)! + 2 * size);
  if (window.every((size, i) => size <= image[i]!)) return;
  throw new ShapeError(
    `${layer}: a window of ${formatShape(window)} (dilation included) is larger than the padded ` +
      `input ${formatShape(image)}. Take a smaller kernelSize or more padding.`,
  );
}
