import {
  type AnyKernel,
  type Attrs,
  contiguousStrides,
  isContiguous,
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import type { Machine } from "../machine.ts";
import { Parameters, perElement, storageTypes, u, windowOn } from "../wgsl.ts";

// Elements copied to other places: as ops ask for it, and so that a kernel finds its operands dense.

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
      runIndexed(machine, `${name} ${dim}`, reads, y!, [], element);
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
      const words = [dim, count, ...extents];
      const reads = [x!, own, source!];
      const full = `${name} ${dim} ${extents.length} ${keeps}`;
      runIndexed(machine, full, reads, y!, words, ([from, at, src], places) => {
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
      });
      return true;
    };
  };
  return {
    flip([x], [y], { dims }) {
      const strides = x!.strides.map((step, d) => (dims.includes(d) ? -step : step));
      const end = dims.reduce((at, d) => at + (x!.shape[d]! - 1) * x!.strides[d]!, x!.offset);
      machine.copy(windowOn(x!, x!.shape, strides, end), y!);
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

interface Places {
  /** The word of a parameter. */
  parameter(k: number): string;
  /** Where an operand has the element at c0, c1, …, with another coordinate in one dim. */
  at(operand: number, dim?: number, coordinate?: string): string;
}

/**
 * y = `value` of a body that knows the coordinates c0, c1, … of its element, and can look elsewhere: a thread an element.
 */
export function runIndexed(
  machine: Machine,
  name: string,
  reads: readonly Operand[],
  y: Operand,
  parameters: readonly number[],
  body: (buffers: readonly string[], places: Places) => string,
): void {
  const n = numelOf(y.shape);
  const rank = y.shape.length;
  const words = [n, ...y.shape, ...parameters.map((word) => word >>> 0), y.offset];
  const first = words.length;
  for (const x of reads) words.push(x.offset, ...x.strides);
  machine.run({
    name,
    variant: `${rank}`,
    reads,
    writes: [y],
    words,
    threads: n,
    source: (buffers) => {
      const places: Places = {
        parameter: (k) => u(1 + rank + k),
        at: (operand, dim, coordinate) => {
          const start = first + operand * (rank + 1);
          const steps = Array.from({ length: rank }, (_, d) => {
            return `${d === dim ? coordinate : `c${d}`} * ${u(start + 1 + d)}`;
          });
          return [u(start), ...steps].join(" + ");
        },
      };
      const lines = ["  var rest = i;"];
      for (let d = rank - 1; d >= 0; d--) {
        lines.push(`  let c${d} = rest % ${u(1 + d)};`);
        lines.push(`  rest /= ${u(1 + d)};`);
      }
      lines.push(body(buffers, places));
      lines.push(`  ${buffers.at(-1)}[${u(first - 1)} + i] = value;`);
      return perElement(lines.join("\n"));
    },
  });
}

/** A list along a dim, in every place of the other dims. */
export function listAlong(list: Operand, rank: number, dim: number): Operand {
  const strides = Array.from({ length: rank }, (_, d) => (d === dim ? list.strides[0]! : 0));
  return windowOn(list, strides, strides);
}

/** Calls `use` with operands whose elements lie in row-major order: copies, of the few that do not. */
export function inOrder(
  machine: Machine,
  xs: readonly Operand[],
  use: (ordered: readonly Operand[]) => void,
): void {
  const at = xs.findIndex(({ shape, strides }) => !isContiguous(shape, strides));
  if (at < 0) {
    use(xs);
    return;
  }
  const x = xs[at]!;
  machine.withScratch(x.shape, (copy) => {
    machine.copy(x, copy);
    inOrder(machine, xs.with(at, copy), use);
  });
}

/**
 * Calls `use` with dense float32 copies of operands of one or two dims, all in one buffer, and with `spare` elements after
 * them: a kernel may bind eight buffers, and adjacent elements are fastest to read.
 */
export function withPacked(
  machine: Machine,
  pieces: readonly Operand[],
  spare: number,
  use: (packed: readonly Operand[], rest: Operand) => void,
): void {
  const sizes = pieces.map(({ shape }) => numelOf(shape));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  machine.withScratch([total + spare], (scratch) => {
    const parameters = new Parameters();
    parameters.whole(total);
    let end = 0;
    const copies = pieces.map(({ shape }, k) => {
      const start = end;
      end += sizes[k]!;
      return windowOn(scratch, shape, contiguousStrides(shape), start);
    });
    const reads = pieces.map(({ shape, strides, offset }, k) => {
      const width = parameters.whole(shape.at(-1)!);
      // A vector is a matrix of one row.
      const at = parameters.place({ offset, strides: shape.length === 1 ? [0, ...strides] : strides });
      return { count: parameters.whole(sizes[k]!), at: at(`e / ${width}`, `e % ${width}`) };
    });
    machine.run({
      name: "pack",
      variant: `${pieces.length}`,
      reads: pieces,
      writes: [scratch],
      words: parameters.words,
      threads: total,
      source: (buffers) =>
        perElement(`  var e = i;
${reads
  .map(
    ({ count, at }, k) => `  if (e < ${count}) { ${buffers.at(-1)}[i] = f32(${buffers[k]}[${at}]); continue; }
  e -= ${count};`,
  )
  .join("\n")}`),
    });
    use(copies, windowOn(scratch, [spare], [1], total));
  });
}

interface RowsAttrs extends Attrs {
  readonly start: number;
}

/** Ops that other packages define, by name: a cache's new keys and values, written in place. */
export function cacheKernels(machine: Machine): Readonly<Record<string, AnyKernel>> {
  return {
    writeRows([target, source], [out], attrs) {
      const { start } = attrs as RowsAttrs;
      if (target!.buffer !== out!.buffer) machine.copy(target!, out!);
      const strides = contiguousStrides(out!.shape);
      machine.copy(source!, windowOn(out!, source!.shape, strides, out!.offset + start * strides[2]!));
      return true;
    },
  };
}
