import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** Gradients of activations in one pass over float32. */
export function activationBackwardKernels(machine: Machine): KernelTable {
  const slope = (name: "geluBackward" | "geluTanhBackward"): Kernel => {
    return (inputs, [y]) => {
      if (!inputs.every(({ dtype }) => dtype === "float32")) return false;
      const to = addressOf(y!);
      withAllDense(machine, inputs, ([g, x]) => {
        const split = { work: 1, least: leastWork.function, grain: 16 };
        inPieces(machine, name, countOf(y!.shape), split, (at, count) => {
          return [g! + at * 4, x! + at * 4, to + at * 4, count];
        });
      });
      return true;
    };
  };
  return { geluBackward: slope("geluBackward"), geluTanhBackward: slope("geluTanhBackward") };
}
