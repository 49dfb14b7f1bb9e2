import type { TypedArray } from "./dtype.ts";
import { isFloat } from "./dtype.ts";
import type { Tensor } from "./tensor.ts";

const edgeItems = 3;
const summarizeAbove = 1000;
const lineWidth = 80;

/** A tensor as PyTorch prints it: aligned columns, four digits, `...` in the middle of long dims. */
export function formatTensor(x: Tensor): string {
  const tail = x.dtype === "float32" ? ")" : `, dtype=${x.dtype})`;
  if (x.storage.backend.view === undefined) return `tensor(..., shape=[${x.shape.join(", ")}]${tail}`;
  if (x.numel === 0) {
    return x.ndim === 1 ? `tensor([]${tail}` : `tensor([], shape=[${x.shape.join(", ")}]${tail}`;
  }
  const data = x.dataSync();
  const summarize = x.numel > summarizeAbove;
  const shown = summarize ? shownElements(x, data) : Array.from(data);
  const format = elementFormat(shown, x.dtype);
  // As in PyTorch, nan and inf do not widen the columns.
  const finite = shown.filter(Number.isFinite);
  const width = Math.max(1, ...finite.map((value) => format(value).length));
  const indent = "tensor(".length;

  const build = (dim: number, start: number, depth: number): string => {
    if (dim === x.ndim) return x.ndim === 0 ? format(data[start]!) : format(data[start]!).padStart(width);
    const size = x.shape[dim]!;
    const step = x.shape.slice(dim + 1).reduce((n, s) => n * s, 1);
    const items = shownIndices(size, summarize).map((i) =>
      i < 0 ? (dim === x.ndim - 1 ? " ..." : "...") : build(dim + 1, start + i * step, depth + 1),
    );
    if (dim === x.ndim - 1) return `[${wrapRow(items, width, indent + depth + 1)}]`;
    const gap = "\n".repeat(x.ndim - 1 - dim);
    return `[${items.join(`,${gap}${" ".repeat(indent + depth + 1)}`)}]`;
  };
  return `tensor(${build(0, 0, 0)}${tail}`;
}

function wrapRow(items: readonly string[], width: number, indent: number): string {
  const perLine = Math.max(1, Math.floor((lineWidth - indent) / (width + 2)));
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += perLine) lines.push(items.slice(i, i + perLine).join(", "));
  return lines.join(`,\n${" ".repeat(indent)}`);
}

// -1 stands for the gap.
function shownIndices(size: number, summarize: boolean): number[] {
  if (!summarize || size <= 2 * edgeItems) return Array.from({ length: size }, (_, i) => i);
  const head = Array.from({ length: edgeItems }, (_, i) => i);
  return [...head, -1, ...head.map((i) => size - edgeItems + i)];
}

function shownElements(x: Tensor, data: TypedArray): number[] {
  let starts = [0];
  x.shape.forEach((size, dim) => {
    const step = x.shape.slice(dim + 1).reduce((n, s) => n * s, 1);
    const indices = shownIndices(size, true).filter((i) => i >= 0);
    starts = starts.flatMap((start) => indices.map((i) => start + i * step));
  });
  return starts.map((i) => data[i]!);
}

function elementFormat(values: readonly number[], dtype: Tensor["dtype"]): (value: number) => string {
  if (dtype === "bool") return (value) => (value ? "True" : "False");
  if (!isFloat(dtype)) return (value) => String(value);
  const finite = values.filter((value) => Number.isFinite(value)).map(Math.abs);
  const nonzero = finite.filter((value) => value > 0);
  const max = Math.max(0, ...nonzero);
  const min = nonzero.length > 0 ? Math.min(...nonzero) : 1;
  const whole = finite.every(Number.isInteger);
  const scientific = max > 1e8 || max / min > 1000 || (!whole && min < 1e-4);
  const special = (value: number): string => (Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf");
  const exponent = (value: number): string => value.toExponential(4).replace(/e([+-])(\d)$/, "e$10$2");
  return (value) => {
    if (!Number.isFinite(value)) return special(value);
    if (whole && !scientific) return `${Object.is(value, -0) ? "-0" : value}.`;
    return scientific ? exponent(value) : value.toFixed(4);
  };
}
