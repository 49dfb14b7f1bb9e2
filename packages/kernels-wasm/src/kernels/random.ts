import type { RandomState } from "@saccade/tensor";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { inPieces, leastWork } from "../split.ts";

interface RandomAttrs {
  readonly state: RandomState;
}

/** Random numbers, bit for bit those of the reference. */
export function randomKernels(machine: Machine): KernelTable {
  const draw = (name: "uniform" | "normal"): Kernel<RandomAttrs> => {
    const split = { work: 1, least: leastWork.function, grain: 4 };
    return (_inputs, [y], { state }) => {
      const { seed, offset } = state;
      const to = addressOf(y!);
      inPieces(machine, name, countOf(y!.shape), split, (from, count) => {
        return [to + from * 4, count, from, seed[0], seed[1], offset];
      });
      return true;
    };
  };
  return { uniform: draw("uniform"), normal: draw("normal") };
}
