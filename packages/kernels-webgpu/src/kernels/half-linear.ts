import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, perElement, u, windowOn } from "../machine.ts";
import { findPlaces, walkOf, wordsOf } from "../walk.ts";
import { calledIn } from "./functions.ts";
import { inOrder } from "./in-order.ts";
import { runProduct } from "./matmul.ts";
import { runFewRows, type WeightFormat } from "./matvec.ts";

/** From so many rows on, a weight is widened first, and then multiplied as one of float32 is. */
const many = 24;

/** A weight with more numbers is not widened: 128 MiB. */
const mostWidened = 1 << 25;

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
        if (rows.shape[0]! < many || m * k > mostWidened) {
          runFewRows(machine, "halfLinear", rows, weight!, out, bias, format);
          return;
        }
        machine.withScratch([m, k], (wide) => {
          widen(weight!, wide, format);
          runProduct(machine, "linear", rows, windowOn(wide, [k, m], [1, k]), out, bias);
        });
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
