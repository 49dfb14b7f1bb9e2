import { type Attrs, contiguousStrides, type Operand } from "@saccade/tensor/backend";
import {
  countOf,
  type Kernel,
  type KernelTable,
  type Machine,
  storageTypes,
  windowOn,
  wordOf,
} from "../machine.ts";
import { type Places, runIndexed } from "./indexed.ts";

interface AlongDim extends Attrs {
  readonly dim: number;
}

/** Ops that move elements: joined, padded, turned, picked by indices and put back. */
export function movingKernels(machine: Machine): KernelTable {
  const copy = (name: string, x: Operand, y: Operand): void => {
    const call = { reads: [x], names: ["x"], types: [y.dtype], result: y, value: "x" };
    machine.elementwise({ name, ...call });
  };
  const fill = (name: string, y: Operand, value: number): void => {
    const words = [y.dtype === "float32" ? wordOf(value) : value];
    const own = y.dtype === "float32" ? "p" : `bitcast<${storageTypes[y.dtype]}>(p)`;
    const call = { reads: [], names: [], types: [], result: y, value: own, parameters: words };
    machine.elementwise({ name: `${name} fill`, ...call });
  };
  /** A part of a contiguous result, `start` elements in. */
  const within = (y: Operand, shape: readonly number[], start: number): Operand =>
    windowOn(y, shape, contiguousStrides(y.shape), y.offset + start);

  const triangle = (name: string, keeps: string): Kernel<{ readonly diagonal: number }> => {
    return ([x], [y], { diagonal }) => {
      const value = `select(${storageTypes[y!.dtype]}(0), x, i32(column) ${keeps} i32(row) + diagonal)`;
      runIndexed(machine, name, [x!], y!, [diagonal], ([from], places) => {
        const [row, column] = [y!.shape.length - 2, y!.shape.length - 1];
        return `  let row = c${row}; let column = c${column}; let diagonal = bitcast<i32>(${places.parameter(0)});
  let x = ${from}[${places.at(0)}];
  let value = ${value};`;
      });
      return true;
    };
  };
  /** The element of x whose coordinate in `dim` an index gives. */
  const pick = (
    name: string,
    indexOf: (index: Operand, y: Operand, dim: number) => Operand,
  ): Kernel<AlongDim> => {
    return ([x, index], [y], { dim }) => {
      const reads = [x!, indexOf(index!, y!, dim)];
      const element = ([from, at]: readonly string[], places: Places): string =>
        `  let value = ${from}[${places.at(0, dim, `u32(${at}[${places.at(1)}])`)}];`;
      runIndexed(machine, name, reads, y!, [], element, `${dim}`);
      return true;
    };
  };
  /** What ends at an element of y: of all elements of the source along `dim`, those whose index says so. */
  const pull = (name: string, each: string): Kernel<AlongDim> => {
    return ([x, index, source], [y], { dim }) => {
      if (source!.dtype !== y!.dtype) return false;
      const isList = name.startsWith("index");
      const rank = y!.shape.length;
      const own = isList ? listAlong(index!, rank, dim) : index!;
      const count = isList ? index!.shape[0]! : index!.shape[dim]!;
      const extents = isList ? [] : index!.shape;
      runIndexed(
        machine,
        name,
        [x!, own, source!],
        y!,
        [dim, count, ...extents],
        ([from, at, src], places) => {
          const inside = extents
            .map((_, d) => (d === dim ? "true" : `c${d} < ${places.parameter(2 + d)}`))
            .join(" && ");
          return `  var value = ${from}[${places.at(0)}];
  let wanted = i32(c${dim});
  if (${isList ? "true" : inside}) {
    for (var e = 0u; e < ${places.parameter(1)}; e++) {
      if (${at}[${places.at(1, dim, "e")}] == wanted) { let found = ${src}[${places.at(2, dim, "e")}]; ${each} }
    }
  }`;
        },
        `${dim} ${extents.length}`,
      );
      return true;
    };
  };
  return {
    cat(xs, [y], { dim }) {
      let start = 0;
      const strides = contiguousStrides(y!.shape);
      for (const x of xs) {
        if (x.shape.length === 1 && x.shape[0] === 0) continue;
        copy("cat", x, within(y!, x.shape, start * strides[dim]!));
        start += x.shape[dim]!;
      }
      return true;
    },
    pad([x], [y], { before, value }) {
      fill("pad", y!, value);
      const strides = contiguousStrides(y!.shape);
      const first = before.map((n) => Math.max(0, -n));
      const shape = x!.shape.map((size, d) => Math.min(size, y!.shape[d]! - before[d]!) - first[d]!);
      if (shape.some((size) => size <= 0)) return true;
      const from = first.reduce((at, n, d) => at + n * x!.strides[d]!, x!.offset);
      const to = before.reduce((at, n, d) => at + Math.max(0, n) * strides[d]!, 0);
      copy("pad", windowOn(x!, shape, x!.strides, from), within(y!, shape, to));
      return true;
    },
    embed([x], [y], { window }) {
      fill("embed", y!, 0);
      copy("embed", x!, windowOn(y!, window.shape, window.strides, y!.offset + window.offset));
      return true;
    },
    shift([x], [y], { dim, by, fill: value }) {
      fill("shift", y!, value);
      const shape = x!.shape.map((size, d) => (d === dim ? size - 1 : size));
      if (x!.shape[dim]! < 2) return true;
      const [from, to] = by === 1 ? [0, 1] : [1, 0];
      const step = contiguousStrides(y!.shape)[dim]!;
      const rest = windowOn(x!, shape, x!.strides, x!.offset + from * x!.strides[dim]!);
      copy("shift", rest, within(y!, shape, to * step));
      return true;
    },
    flip([x], [y], { dims }) {
      const strides = x!.strides.map((step, d) => (dims.includes(d) ? -step : step));
      const end = dims.reduce((at, d) => at + (x!.shape[d]! - 1) * x!.strides[d]!, x!.offset);
      copy("flip", windowOn(x!, x!.shape, strides, end), y!);
      return true;
    },
    tril: triangle("tril", "<="),
    triu: triangle("triu", ">="),
    gather: pick("gather", (index) => index),
    indexSelect: pick("indexSelect", (index, y, dim) => listAlong(index, y.shape.length, dim)),
    embedding([weight, index], [y]) {
      const rank = y!.shape.length;
      const own = windowOn(index!, y!.shape, [...index!.strides, 0]);
      const rows = windowOn(weight!, y!.shape, [...index!.shape.map(() => 0), weight!.strides[1]!]);
      runIndexed(
        machine,
        "embedding",
        [rows, own],
        y!,
        [weight!.strides[0]!],
        ([from, at], places) => {
          const row = `u32(${at}[${places.at(1)}]) * ${places.parameter(0)}`;
          return `  let value = ${from}[${places.at(0)} + ${row}];`;
        },
        `${rank}`,
      );
      return true;
    },
    embeddingGradient([g, index], [y], { paddingIdx }) {
      const width = y!.shape[1]!;
      const count = countOf(index!.shape);
      if (!isList(index!) || !isList(windowOn(g!, g!.shape.slice(0, -1), g!.strides.slice(0, -1))))
        return false;
      const steps = [g!.strides.at(-2) ?? 0, g!.strides.at(-1)!, index!.strides.at(-1) ?? 0];
      const words = [width, count, paddingIdx ?? 0xffffffff, g!.offset, index!.offset, ...steps];
      runIndexed(
        machine,
        "embeddingGradient",
        [g!, index!],
        y!,
        words,
        ([from, at], { parameter: p }) =>
          `  var value = 0f;
  if (c0 != ${p(2)}) {
    for (var e = 0u; e < ${p(1)}; e++) {
      if (${at}[${p(4)} + e * ${p(7)}] == i32(c0)) { value += ${from}[${p(3)} + e * ${p(5)} + c1 * ${p(6)}]; }
    }
  }`,
        "",
        false,
      );
      return true;
    },
    scatter: pull("scatter", "value = found;"),
    scatterAdd: pull("scatterAdd", "value += found;"),
    indexAdd: pull("indexAdd", "value += found;"),
    indexCopy: pull("indexCopy", "value = found;"),
  };
}

/** Whether elements lie one step apart, in all dims together. */
function isList({ shape, strides }: Operand): boolean {
  return shape.every(
    (size, d) => d === shape.length - 1 || strides[d] === strides[d + 1]! * shape[d + 1]! || size === 1,
  );
}

/** A list of indices in every place of the other dims. */
function listAlong(index: Operand, rank: number, dim: number): Operand {
  const strides = Array.from({ length: rank }, (_, d) => (d === dim ? index.strides[0]! : 0));
  return windowOn(index, strides, strides);
}
