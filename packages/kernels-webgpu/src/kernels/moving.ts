import type { Attrs, Operand } from "@saccade/tensor/backend";
import { type Kernel, type KernelTable, type Machine, storageTypes, windowOn } from "../machine.ts";
import { listAlong, type Places, runIndexed } from "./indexed.ts";

interface AlongDim extends Attrs {
  readonly dim: number;
}

/** Ops that move elements: turned, picked by indices and put back. */
export function movingKernels(machine: Machine): KernelTable {
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
  /** The elements of the source along `dim` whose index is that of an element of y. */
  const pull = (name: string, adds: boolean): Kernel<AlongDim> => {
    return ([x, index, source], [y], { dim }) => {
      if (source!.dtype !== y!.dtype) return false;
      const keeps = adds && y!.dtype === "float32"; // what rounding loses
      const sum = keeps ? "let s = keptSum(value, low, found); value = s.x; low = s.y;" : "value += found;";
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
          return `  var value = ${from}[${places.at(0)}];${keeps ? " var low = 0f;" : ""}
  let wanted = i32(c${dim});
  if (${isList ? "true" : inside}) {
    for (var e = 0u; e < ${places.parameter(1)}; e++) {
      if (${at}[${places.at(1, dim, "e")}] == wanted) { let found = ${src}[${places.at(2, dim, "e")}]; ${adds ? sum : "value = found;"} }
    }
  }
${keeps ? "  value += low;" : ""}`;
        },
        `${dim} ${extents.length} ${keeps}`,
      );
      return true;
    };
  };
  return {
    flip([x], [y], { dims }) {
      const strides = x!.strides.map((step, d) => (dims.includes(d) ? -step : step));
      const end = dims.reduce((at, d) => at + (x!.shape[d]! - 1) * x!.strides[d]!, x!.offset);
      const reads = [windowOn(x!, x!.shape, strides, end)];
      machine.elementwise({
        name: "flip",
        reads,
        names: ["x"],
        types: [y!.dtype],
        result: y!,
        value: "x",
      });
      return true;
    },
    tril: triangle("tril", "<="),
    triu: triangle("triu", ">="),
    gather: pick("gather", (index) => index),
    indexSelect: pick("indexSelect", (index, y, dim) => listAlong(index, y.shape.length, dim)),
    scatter: pull("scatter", false),
    scatterAdd: pull("scatterAdd", true),
    indexAdd: pull("indexAdd", true),
    indexCopy: pull("indexCopy", false),
  };
}
