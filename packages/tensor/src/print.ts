import { type DType, isFloat, type TypedArray } from "./memory/dtype.ts";
import { contiguousStrides, formatShape, numelOf, type Shape } from "./memory/shape.ts";

const edgeItems = 3;
const summarizeAbove = 1000;
const lineWidth = 80;

/**
 * A tensor as PyTorch prints it. `data` holds the elements in row-major order, or is null if the host cannot read them.
 */
export function formatTensor(data: TypedArray | null, shape: Shape, dtype: DType): string {
  const unseen = data === null || (data.length === 0 && shape.length !== 1);
  const size = unseen ? `, shape=${formatShape(shape)}` : "";
  return `tensor(${formatElements(data, shape, dtype)}${size}${dtype === "float32" ? "" : `, dtype=${dtype}`})`;
}

/** The elements in aligned columns, with four digits, and `...` in the middle of long dims. */
export function formatElements(data: TypedArray | null, shape: Shape, dtype: DType): string {
  if (data === null) return "...";
  const ndim = shape.length;
  const numel = numelOf(shape);
  if (numel === 0) return "[]";
  const strides = contiguousStrides(shape);
  const summarize = numel > summarizeAbove;
  const indent = "tensor(".length;

  const build = (format: (value: number) => string, width: number, dim: number, start: number): string => {
    if (dim === ndim) return format(data[start]!).padStart(width);
    const inner = dim === ndim - 1;
    const items = shownIndices(shape[dim]!, summarize).map((i) =>
      i < 0 ? (inner ? " ..." : "...") : build(format, width, dim + 1, start + i * strides[dim]!),
    );
    if (inner) return `[${wrapRow(items, width, indent + dim + 1)}]`;
    const gap = "\n".repeat(ndim - 1 - dim);
    return `[${items.join(`,${gap}${" ".repeat(indent + dim + 1)}`)}]`;
  };
  const shown: number[] = [];
  build((value) => String(shown.push(value)), 0, 0, 0);
  const format = elementFormat(shown, dtype);
  // As in PyTorch, nan and inf do not widen the columns.
  const finite = shown.filter(Number.isFinite);
  const width = Math.max(1, ...finite.map((value) => format(value).length));
  return build(format, width, 0, 0);
}

function wrapRow(items: readonly string[], width: number, indent: number): string {
  const perLine = Math.max(1, Math.floor((lineWidth - indent) / (width + 2)));
  const lines: string[] = [];
  for (let i = 0; i < items.length; i += perLine) lines.push(items.slice(i, i + perLine).join(", "));
  return lines.join(`,\n${" ".repeat(indent)}`);
}

// -1 marks the gap.
function shownIndices(size: number, summarize: boolean): number[] {
  if (!summarize || size <= 2 * edgeItems) return Array.from({ length: size }, (_, i) => i);
  const head = Array.from({ length: edgeItems }, (_, i) => i);
  return [...head, -1, ...head.map((i) => size - edgeItems + i)];
}

function elementFormat(values: readonly number[], dtype: DType): (value: number) => string {
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
