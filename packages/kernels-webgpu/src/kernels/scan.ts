import type { Operand } from "@saccade/tensor/backend";
import {
  countOf,
  type Kernel,
  type KernelTable,
  type Machine,
  perElement,
  storageTypes,
  u,
} from "../machine.ts";
import { findPlaces, type Place, walkOf, wordsOf } from "../walk.ts";
import { functions } from "./functions.ts";

/** Running sums, products and linear recurrences along a dim: a thread a row. */
export function scanKernels(machine: Machine): KernelTable {
  /** `step` makes `total` of the last total and the elements x0, x1; what rounding loses may be kept in `low`. */
  const scan = (
    name: string,
    start: string,
    step: string,
  ): Kernel<{ readonly dim: number; readonly reverse: boolean }> => {
    return (inputs, [y], { dim, reverse }) => {
      const { shape } = y!;
      const [length, kept] = [shape[dim] ?? 1, shape.map((_, d) => d).filter((d) => d !== dim)];
      const all: readonly Operand[] = [...inputs, y!];
      const sizes = kept.map((d) => shape[d]!);
      const rows = countOf(sizes);
      if (rows * length === 0) return true;
      const places: Place[] = all.map(({ strides, offset }) => ({
        strides: kept.map((d) => strides[d]!),
        offset,
      }));
      const walk = walkOf(sizes, places);
      const steps = all.map(({ strides }) => strides[dim] ?? 0);
      const type = storageTypes[y!.dtype];
      const keeps = name === "cumsum" && y!.dtype === "float32";
      machine.run({
        name,
        variant: `${walk.sizes.length} ${reverse}`,
        reads: inputs,
        writes: [y!],
        words: [rows, length, ...steps, ...wordsOf(walk, places)],
        threads: rows,
        source: (buffers) =>
          `${keeps ? functions["keptSum"] : ""}
${perElement(`${findPlaces(walk, 2 + all.length)}
  var total = ${type}(${start});${keeps ? " var low = 0f;" : ""}
  for (var e = 0u; e < ${u(1)}; e++) {
    let k = ${reverse ? `${u(1)} - 1u - e` : "e"};
${inputs.map((_, i) => `    let x${i} = ${type}(${buffers[i]}[at${i} + k * ${u(2 + i)}]);`).join("\n")}
    ${keeps ? "let s = keptSum(total, low, x0); total = s.x; low = s.y;" : `total = ${step};`}
    ${buffers.at(-1)}[at${inputs.length} + k * ${u(2 + inputs.length)}] = total${keeps ? " + low" : ""};
  }`)}`,
      });
      return true;
    };
  };
  return {
    cumsum: scan("cumsum", "0", "total + x0"),
    cumprod: scan("cumprod", "1", "total * x0"),
    linearScan: scan("linearScan", "0", "x0 * total + x1"),
  };
}
