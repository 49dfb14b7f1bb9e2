import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense } from "../scratch.ts";

/** The gates of GRU steps in float32. */
export function gruKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return {
    gruGates(inputs, [out]) {
      if (!inputs.every(isFloat32)) return false;
      withAllDense(machine, inputs, ([x, u, h]) => {
        wasm.gruGates(x!, u!, h!, addressOf(out!), ...rowsOf(out!));
      });
      return true;
    },
    gruGatesBackward(inputs, [dx, du, dh]) {
      if (!inputs.every(isFloat32)) return false;
      withAllDense(machine, inputs, ([g, x, u, h]) => {
        wasm.gruGatesBackward(g!, x!, u!, h!, addressOf(dx!), addressOf(du!), addressOf(dh!), ...rowsOf(dh!));
      });
      return true;
    },
  };
}

function isFloat32(x: Operand): boolean {
  return x.dtype === "float32";
}

function rowsOf({ shape }: Operand): [rows: number, hidden: number] {
  const hidden = shape.at(-1)!;
  return [hidden === 0 ? 0 : countOf(shape) / hidden, hidden];
}
