import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, perElement, u, windowOn } from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { calledIn } from "./functions.ts";
import { inOrder } from "./in-order.ts";
import { runProduct } from "./matmul.ts";
import { hasFewRows, runFewRows, type WeightFormat } from "./matvec.ts";

/** Weights of 16 bits: packed as int32, two numbers a word, and widened in the kernels that read them. */
export function halfKernels(machine: Machine): KernelTable {
  return {
    widenHalf([packed], [y], { format }) {
      if (y!.dtype !== "float32") return false;
      widen(packed!, y!, format);
      return true;
    },
    halfLinear([x, weight, bias], [y], { format }) {
      if (y!.dtype !== "float32") return false;
      if (countOf(y!.shape) === 0) return true;
      const [m, half] = weight!.shape as [number, number];
      const k = 2 * half;
      inOrder(machine, [x!], ([ordered]) => {
        const rows = windowOn(ordered!, [countOf(y!.shape) / m, k], [k, 1]);
        const out = windowOn(y!, [rows.shape[0]!, m], [m, 1]);
        const { strides, offset } = weight!;
        if (hasFewRows(machine, rows.shape[0]!) || strides[1] !== 1) {
          runFewRows(machine, "halfLinear", rows, weight!, out, bias, format);
          return;
        }
        const turned = windowOn(weight!, [k, m], [1, 2 * strides[0]!], 2 * offset);
        runProduct(machine, "halfLinear", rows, turned, out, bias, format);
      });
      return true;
    },
  };

  /** Two numbers for each word. */
  function widen(packed: Operand, y: Operand, format: WeightFormat): void {
    const n = countOf(packed.shape);
    if (n === 0) return;
    const walk = walkOf(packed.shape, [packed]);
    machine.run({
      name: "widenHalf",
      variant: `${format} ${walk.sizes.length}`,
      reads: [packed],
      writes: [y],
      words: [n, y.offset, ...wordsOf(walk, [packed])],
      threads: n,
      source: ([from, to]) => {
        const body = `${findPlaces(walk, 2)}
  let pair = ${format}Pair(bitcast<u32>(${from}[at0]));
  let at = ${u(1)} + 2u * i;
  ${to}[at] = pair.x;
  ${to}[at + 1u] = pair.y;`;
        return `${calledIn(body)}\n${perElement(body)}`;
      },
    });
  }
}
