// The windows of images as columns, and back: functions and layers.
import { pad, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { type Given, required, type Settings } from "@saccade/tensor/contract";
import { overlapAdd, windowsView } from "../functional/window-views.ts";
import {
  batched,
  checkFits,
  countsOf,
  inEachDim,
  onBatch,
  type Pair,
  plane,
  windowsFrom,
} from "../functional/windows.ts";
import { functionOf, layerOf } from "../operation.ts";

/** How the windows of unfold and fold lie. */
const foldRules = {
  /** Steps from one element of a window to the next. Default 1. */
  dilation: /* @__PURE__ */ plane.of(1),
  /** Zeros added on both sides. Default 0. */
  padding: /* @__PURE__ */ plane.of(0),
  /** Steps from one window to the next. Default 1. */
  stride: /* @__PURE__ */ plane.of(1),
} as const;

/** Options of {@link unfold} and {@link fold}. */
export interface FoldOptions extends Given<typeof foldRules> {}

type Unfolded = [kernelSize: number | Pair, options?: FoldOptions];
type Folded = [outputSize: number | Pair, kernelSize: number | Pair, options?: FoldOptions];
type FoldSettings = Settings<typeof foldRules> & { readonly kernelSize: number | Pair };

const unfolding = () => ({
  x: batched(plane),
  positional: { kernelSize: required(plane.of(1)) },
  options: foldRules,
  example: "3, { padding: 1 }",
  prepare: (what: string, settings: FoldSettings) => ({
    run: (x: Tensor) => columnsOf(what, x, settings),
  }),
});

/**
 * The windows of images, each as a column (im2col): x (N, C, H, W) → (N, C · KH · KW, OH · OW); the batch dim may be
 * absent. A convolution is a matrix product with these columns.
 *
 * @throws ShapeError if no window fits.
 * @example functional.unfold(tensor([[[[1, 2, 3]]]]), [1, 2]) // tensor([[[1, 2], [2, 3]]])
 */
export const unfold = /* @__PURE__ */ functionOf<Unfolded>("unfold", unfolding);

function columnsOf(what: string, x: Tensor, settings: FoldSettings): Tensor {
  const windows = windowsFrom(what, 2, settings);
  checkFits(windows, x);
  const [rows, columns] = [windows.padding[0]!, windows.padding[1]!];
  return onBatch(x, 2, (images) => {
    const padded = rows + columns > 0 ? pad(images, [columns, columns, rows, rows]) : images;
    const taps = windowsView(padded, windows).permute([0, 1, 4, 5, 2, 3]); // (N, C, KH, KW, OH, OW)
    return taps.flatten(1, 3).flatten(2);
  });
}

const folding = () => ({
  x: "(n, columns, positions) | (columns, positions)",
  dtype: "float" as const,
  positional: { outputSize: required(plane.of(1)), kernelSize: required(plane.of(1)) },
  options: foldRules,
  example: "[4, 5], 3, { padding: 1 }",
  prepare: (what: string, settings: FoldSettings & { readonly outputSize: number | Pair }) => ({
    run: (x: Tensor) => imagesOf(what, x, settings.outputSize, settings),
  }),
});

/**
 * Adds up windows where they overlap, each given as a column (col2im): x (N, C · KH · KW, OH · OW) → (N, C, H, W), the
 * adjoint of {@link unfold}; the batch dim may be absent.
 *
 * @throws ShapeError unless x has a column of a whole number of channels for each window.
 * @example functional.fold(tensor([[[1, 2], [2, 3]]]), [1, 3], [1, 2]) // tensor([[[[1, 4, 3]]]])
 */
export const fold = /* @__PURE__ */ functionOf<Folded>("fold", folding);

function imagesOf(what: string, x: Tensor, outputSize: number | Pair, settings: FoldSettings): Tensor {
  const windows = windowsFrom(what, 2, settings);
  const { kernel, padding } = windows;
  const image = inEachDim(outputSize, 2);
  const counts = countsOf(windows, image);
  const [elements, positions] = [kernel[0]! * kernel[1]!, counts[0]! * counts[1]!];
  if (x.size(-2) % elements !== 0 || x.size(-1) !== positions)
    throw new ShapeError(
      `${what}: x ${x.describe()} must have a multiple of ${elements} rows, the elements of a window, and ${positions} ` +
        `columns, one for each window on ${formatShape(image)}.`,
    );
  return onBatch(x, 1, (batch) => {
    const taps = batch.reshape([batch.size(0), batch.size(1) / elements, ...kernel, ...counts]);
    const padded = image.map((size, i) => size + 2 * padding[i]!);
    const sums = overlapAdd(taps.permute([0, 1, 4, 5, 2, 3]), padded, windows);
    const [rows, columns] = [padding[0]!, padding[1]!];
    return rows + columns > 0 ? pad(sums, [-columns, -columns, -rows, -rows]) : sums;
  });
}

/**
 * The windows of images, each as a column (im2col): (N, C, H, W) → (N, C · KH · KW, OH · OW); the batch dim may be absent.
 *
 * @example new Unfold(2).forward(randn([1, 3, 4, 4])).shape // [1, 12, 9]
 */
export class Unfold extends /* @__PURE__ */ layerOf<Unfolded>("Unfold", unfolding) {}

/**
 * Adds up windows where they overlap, each given as a column (col2im): (N, C · KH · KW, OH · OW) → (N, C, H, W), the adjoint of
 * `Unfold`; the batch dim may be absent.
 *
 * @example new Fold(4, 2).forward(randn([1, 12, 9])).shape // [1, 3, 4, 4]
 */
export class Fold extends /* @__PURE__ */ layerOf<Folded>("Fold", folding) {}
