import { badArgument, type OptionsOf, oneOf, options, rule, ShapeError } from "@saccade/contract";
import { convertNumber } from "../../contract/host-data.ts";
import { fromData } from "../../create.ts";
import {
  apply1,
  checkNumbers,
  checkShape,
  checkTensor,
  copyElements,
  formatShape,
  type HostArray,
  type Meta,
  mapSizes,
  type Op,
  type Shape,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { indexSelect } from "./index-select.ts";

/** Elements to add before and after each dim. Negative numbers crop. */
interface PadAttrs {
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly value: number;
}

export const padOp: Op<readonly [Tensor], readonly [Tensor], PadAttrs> = {
  name: "pad",
  infer: ([x], attrs) => [padMeta(x, attrs)],
  forward: ([x], [out], attrs) => padForward(x, out, attrs),
  gradient: ([g], _inputs, _outputs, { before, after }) => [
    () => apply1(padOp, [g], { before: before.map(negate), after: after.map(negate), value: 0 }),
  ],
};

function negate(n: number): number {
  return -n;
}

function padMeta({ shape, dtype }: Meta, { before, after }: PadAttrs): Meta {
  const padded = mapSizes(shape, (size, i) => size + before[i]! + after[i]!);
  if (padded.some((size) => size < 0))
    throw new ShapeError(`pad: ${formatShape(shape)} is cropped to ${formatShape(padded)}; crop less.`);
  checkShape("pad", padded);
  return { shape: padded, dtype };
}

function padForward(x: HostArray, out: HostArray, { before, value }: PadAttrs): void {
  out.data.fill(value);
  // Of each dim, the elements that stay: those before the start, and those beyond the end, are cropped.
  const first = mapSizes(before, (shift) => Math.max(0, -shift));
  const shape = mapSizes(x.shape, (size, i) => Math.min(size, out.shape[i]! - before[i]!) - first[i]!);
  if (shape.some((size) => size <= 0)) return;
  const at = (index: Shape, strides: Shape): number => index.reduce((sum, n, i) => sum + n * strides[i]!, 0);
  const from = { shape, strides: x.strides, offset: x.offset + at(first, x.strides) };
  const places = mapSizes(before, (shift) => Math.max(0, shift));
  copyElements(x.data, from, out.data, { shape, strides: out.strides, offset: at(places, out.strides) });
}

const padOptions = options('x.pad([1, 1], { mode: "reflect" })', {
  /** The padding: a constant (the default), x mirrored at its border, or its border element. */
  mode: oneOf(["constant", "reflect", "replicate"], "constant"),
  /** The value for mode "constant". Default 0. */
  value: rule("a number", (value): value is number | boolean => /^(number|boolean)$/.test(typeof value), 0),
});

/** Options of {@link pad}. */
export interface PadOptions extends OptionsOf<typeof padOptions> {}

/**
 * Pads x: `[left, right]` for the last dim, then `[top, bottom]` for the one before it, and so on, as in PyTorch.
 * Negative numbers crop.
 *
 * @throws ShapeError for an odd or too large count of numbers, for cropping more than the size, or for reflecting at
 * least the size.
 * @example pad(tensor([1, 2]), [1, 2]) // tensor([0, 1, 2, 0, 0])
 */
export function pad(x: Tensor, pads: readonly number[], given?: PadOptions): Tensor {
  checkTensor(padOptions.what, "x", x);
  checkNumbers("pad", "pads", pads, "write x.pad([1, 1])");
  const { mode, value } = padOptions(given);
  if (typeof value === "boolean" && x.dtype !== "bool") throw badArgument("pad", "value", "a number", value);
  if (pads.length % 2 !== 0 || pads.length > 2 * x.ndim || !pads.every(Number.isInteger))
    throw new ShapeError(
      `pad: ${formatShape(pads)} must hold two whole numbers a dim, the last dim first, for at most the ${x.ndim} ` +
        `dims of ${x.describe()}.`,
    );
  const before = x.shape.map((_, i) => pads[2 * (x.ndim - 1 - i)] ?? 0);
  const after = x.shape.map((_, i) => pads[2 * (x.ndim - 1 - i) + 1] ?? 0);
  if (mode === "constant") {
    return apply1(padOp, [x], { before, after, value: convertNumber("pad", Number(value), x.dtype) });
  }
  return x.shape.reduce((padded, _, i) => {
    const [left, right] = [before[i]!, after[i]!];
    return left === 0 && right === 0 ? padded : padByIndex(padded, i, left, right, mode);
  }, x);
}

function padByIndex(
  x: Tensor,
  dim: number,
  left: number,
  right: number,
  mode: "reflect" | "replicate",
): Tensor {
  const size = x.shape[dim]!;
  const length = size + left + right;
  const widest = Math.max(left, right);
  if (length < 0 || size === 0 || (mode === "reflect" && widest >= size))
    throw new ShapeError(
      `pad: ${formatShape([left, right])} is too much to ${mode} dim ${dim} of ${x.describe()}` +
        `${mode === "reflect" ? ": each must be less than the size" : ""}.`,
    );
  const last = size - 1;
  const source = Int32Array.from({ length }, (_, i) => {
    const at = i - left;
    if (mode === "replicate") return Math.min(Math.max(at, 0), last);
    return at < 0 ? -at : at > last ? 2 * last - at : at;
  });
  return indexSelect(x, dim, fromData(source, [length], { backend: x.backend }));
}
