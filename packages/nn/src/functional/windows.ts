// Windows that slide over the last dims of a tensor (sequences, images, volumes), as convolution, pooling and unfolding
// take them.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Pair, windowCount } from "@saccade/tensor/fused";
import { showSettings } from "../show-settings.ts";

export type { Pair };
/** Depth, rows and columns. */
export type Triple = readonly [depth: number, rows: number, columns: number];
/** One size for all dims of a window, or one for each. */
export type SizeOrList = number | readonly number[];

/** Makes the rule of a size, a whole number ≥ `least`, for the dims of a window. */
export type SizeRule<Size> = (least: number, initial?: number) => c.Rule<Size, Size>;

/* @__NO_SIDE_EFFECTS__ */
function sizes<List extends readonly number[]>(dims: number, each: string): SizeRule<number | List> {
  return (least, initial = least) => {
    const one = c.whole(undefined, { min: least });
    const list = c.listOf(one);
    const holds = (size: unknown): size is number | List =>
      one.holds(size) || (list.holds(size) && size.length === dims);
    return { ...c.rule(`${one.must} or ${each}`, holds), default: initial };
  };
}

/** The dims that windows lie on. */
export interface Space<Size> {
  readonly dims: 1 | 2 | 3;
  /** The names of the dims, in messages. */
  readonly axes: string;
  /** Those of a window. */
  readonly window: string;
  /** Makes the rule of one size for all dims, or one for each. */
  readonly of: SizeRule<Size>;
}

/** The dim of sequences. */
export const line: Space<number | readonly [number]> = {
  dims: 1,
  axes: "l",
  window: "k",
  of: /* @__PURE__ */ sizes(1, "an array of one"),
};
/** The dims of images. */
export const plane: Space<number | Pair> = {
  dims: 2,
  axes: "h, w",
  window: "kh, kw",
  of: /* @__PURE__ */ sizes(2, "two of them, [rows, columns]"),
};
/** The dims of volumes. */
export const volume: Space<number | Triple> = {
  dims: 3,
  axes: "d, h, w",
  window: "kd, kh, kw",
  of: /* @__PURE__ */ sizes(3, "three of them, [depth, rows, columns]"),
};

/** The dims of tensors with a batch or without one. */
export function batched({ axes }: Space<SizeOrList>, channels: string = "c"): string {
  return `(n, ${channels}, ${axes}) | (${channels}, ${axes})`;
}

/** The option of PyTorch's pooling layers that is a method here. */
export const renamed = { returnIndices: "call withIndices(x), which gives { values, indices }" };

/** The rule of a pool's stride: without one it is the size of the kernel. */
/* @__NO_SIDE_EFFECTS__ */
export function poolStride<Size>(of: SizeRule<Size>): c.Rule<Size | null, null> {
  return c.nullable(of(1), null) as c.Rule<Size | null, null>;
}

/** A size for each dim. */
export function inEachDim(size: SizeOrList, dims: number): readonly number[] {
  return typeof size === "number" ? new Array<number>(dims).fill(size) : [...size];
}

/** The numbers of two dims. */
export function pairOf(sizes: readonly number[]): Pair {
  return [sizes[0]!, sizes[1]!];
}

/** Windows on the last dims of a tensor, a number for each dim. */
export interface Windows {
  /** The function or layer, for messages. */
  readonly what: string;
  readonly kernel: readonly number[];
  /** Steps from one window to the next. */
  readonly stride: readonly number[];
  /** Elements added on both sides. */
  readonly padding: readonly number[];
  /** Steps from one element of a window to the next. */
  readonly dilation: readonly number[];
  /** Whether to include a last window that extends past the padding, if it starts before the trailing padding. */
  readonly ceilMode: boolean;
}

/** The settings of windows, checked. */
export interface WindowSettings {
  readonly kernelSize: SizeOrList;
  /** Without one it is the size of the kernel. */
  readonly stride: SizeOrList | null;
  readonly padding?: SizeOrList;
  readonly dilation?: SizeOrList;
  readonly ceilMode?: boolean;
}

/** The windows of checked settings. */
export function windowsFrom(
  what: string,
  dims: number,
  { kernelSize, stride, padding = 0, dilation = 1, ceilMode = false }: WindowSettings,
): Windows {
  const [kernel, steps, pads, apart] = [kernelSize, stride ?? kernelSize, padding, dilation].map((size) =>
    inEachDim(size, dims),
  );
  return { what, kernel: kernel!, stride: steps!, padding: pads!, dilation: apart!, ceilMode };
}

/**
 * Declares the call of a function: tensors, whose dims `shapes` gives, other arguments, and options.
 *
 * @throws ArgumentError, DTypeError and ShapeError, naming the wrong argument.
 */
/* @__NO_SIDE_EFFECTS__ */
export function functionCall<const P extends c.Rules, const R extends c.Rules = Record<never, never>>(
  what: string,
  positional: P,
  rules: R | undefined,
  shapes: string,
  example: string,
): (given: readonly unknown[]) => c.Settings<P> & c.Settings<R> {
  const read = c.signature<P, R>(what, positional, rules ? c.options(what, rules, { example }) : example);
  const inputs = c.tensors<string>(what, shapes);
  const names = Object.keys(positional);
  return (given) => {
    const settings = read(given);
    inputs.check(names.map((name) => settings[name]));
    return settings;
  };
}

/** How many elements a window reaches over in each dim. */
export function spans({ kernel, dilation }: Pick<Windows, "kernel" | "dilation">): number[] {
  return kernel.map((size, i) => dilation[i]! * (size - 1) + 1);
}

/** The last dims of x, those that the windows lie on. */
export function lastSizes({ shape }: Tensor, dims: number): readonly number[] {
  return shape.slice(shape.length - dims);
}

/** How many windows there are in each of the last dims of x, or of some sizes. */
export function countsOf(windows: Windows, x: Tensor | readonly number[]): number[] {
  const { kernel, stride, padding, dilation, ceilMode } = windows;
  const sizes = "shape" in x ? lastSizes(x, kernel.length) : x;
  return sizes.map((size, i) => {
    const [step, padded] = [stride[i]!, size + 2 * padding[i]!];
    if (!ceilMode) return windowCount(padded, kernel[i]!, step, dilation[i]!);
    const count = windowCount(padded + step - 1, kernel[i]!, step, dilation[i]!);
    return (count - 1) * step >= size + padding[i]! ? count - 1 : count;
  });
}

/** @throws ShapeError, naming the function, if no window fits into the padded last dims of x. */
export function checkFits(windows: Windows, x: Tensor): void {
  const { what, padding } = windows;
  if (countsOf(windows, x).every((count) => count > 0)) return;
  const padded = lastSizes(x, padding.length).map((size, i) => size + 2 * padding[i]!);
  throw new ShapeError(
    `${what}: a window of ${formatShape(spans(windows))} (dilation included) is larger than the padded ` +
      `input ${formatShape(padded)}. Take a smaller kernelSize or more padding.`,
  );
}

/** @throws ShapeError if the padding is more than half of a window. */
export function checkHalf(windows: Windows): void {
  const window = spans(windows);
  const wrong = windows.padding.findIndex((size, i) => size > window[i]! / 2);
  if (wrong < 0) return;
  throw new ShapeError(
    `${windows.what}: padding is ${windows.padding[wrong]}, at most half of the kernelSize ${window[wrong]} is allowed.`,
  );
}

/** How a layer's windows are printed. */
export function showWindows(
  windows: Windows,
  names: readonly ("stride" | "padding" | "dilation" | "ceilMode")[],
): string {
  const steps = names.map((name) => {
    const value = windows[name];
    return [name, typeof value === "boolean" ? value : shownSizes(value)];
  });
  return showSettings({ kernelSize: shownSizes(windows.kernel), ...Object.fromEntries(steps) });
}

/** Sizes as a layer prints them: a single one without brackets. */
export function shownSizes(sizes: readonly number[]): number | readonly number[] {
  return sizes.length === 1 ? sizes[0]! : sizes;
}

/** f of images (…, H, W) of one row, for x (…, L). */
export function onPlane(x: Tensor, f: (image: Tensor) => Tensor): Tensor {
  return f(x.unsqueeze(-2)).squeeze(-2);
}

/** f of a batch, for x that may be one sample. */
export function onBatch(x: Tensor, dims: number, f: (batch: Tensor) => Tensor): Tensor {
  return x.ndim === dims + 1 ? f(x.unsqueeze(0)).squeeze(0) : f(x);
}
