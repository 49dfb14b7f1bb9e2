import type { Shape, Tensor } from "@saccade/tensor";
import { OnnxError } from "../errors.ts";

/** A part of a tensor: along each dim a start and a step; each output dim shows some input dims. */
export interface Part {
  readonly starts: readonly number[];
  /** For each output dim, the step along each input dim. */
  readonly steps: readonly (readonly number[])[];
}

interface WindowOf {
  readonly at: (
    shape: Shape,
    strides: Shape,
  ) => { readonly shape: Shape; readonly strides: Shape; readonly offset: number };
}

/** An op's attributes as numbers, texts, lists and records. */
export function plainAttrs(op: string, [x, y]: readonly Tensor[], attrs: object): unknown {
  if (op === "slice") return partOf(x!.shape, attrs);
  if (op === "writeRows" && "start" in attrs)
    return { start: attrs.start, end: Number(attrs.start) + y!.size(2) };
  // Strides describe x's layout in memory, and a view of x determines its shape.
  return op === "view" || op === "expand" ? {} : attrs;
}

function isWindowOf(attrs: object): attrs is WindowOf {
  return "at" in attrs && typeof attrs.at === "function";
}

// A slice is linear in the strides of its input: a stride of 1 in one dim and 0 elsewhere shows what it does along that dim.
function partOf(shape: Shape, attrs: object): Part {
  if (!isWindowOf(attrs)) throw new OnnxError("exportOnnx: a slice is not a window.");
  const unit = (d: number): Shape => shape.map((_, i) => Number(i === d));
  const windows = shape.map((_, d) => attrs.at(shape, unit(d)));
  const out = windows[0]?.shape ?? [];
  return {
    starts: windows.map(({ offset }) => offset),
    steps: out.map((_, i) => windows.map(({ strides }) => strides[i]!)),
  };
}

/** The part that output i of split() or unbind() shows; null for other ops. */
export function pieceOf(op: string, x: Tensor, attrs: object, i: number): Part | null {
  if (op !== "split" && op !== "unbind") return null;
  const { dim, sizes }: { dim?: unknown; sizes?: unknown } = attrs;
  if (typeof dim !== "number") return null;
  const before: unknown[] = Array.isArray(sizes) ? sizes.slice(0, i) : [];
  const start = op === "unbind" ? i : before.reduce((sum: number, size) => sum + Number(size), 0);
  const unit = (d: number): number[] => x.shape.map((_, k) => Number(k === d));
  const steps = x.shape.map((_, d) => unit(d));
  return {
    starts: x.shape.map((_, d) => (d === dim ? start : 0)),
    steps: op === "unbind" ? steps.filter((_, d) => d !== dim) : steps,
  };
}
