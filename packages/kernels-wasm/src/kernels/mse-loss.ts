import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense, withScratch } from "../scratch.ts";
import { squaredErrors as block } from "../shared/sizes.ts";
import { inPieces, leastWork } from "../split.ts";

/** The sum or mean of squared differences in float32, in partial sums that follow from the shape. */
export function mseLossKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return {
    mseLoss([input, target], [y], { mean }) {
      if (input!.dtype !== "float32" || target!.dtype !== "float32") return false;
      const n = countOf(input!.shape);
      const blocks = Math.ceil(n / block);
      withAllDense(machine, [input!, target!], ([a, b]) => {
        withScratch(machine, blocks * 8, (sums) => {
          const split = { work: 1, least: leastWork.cheap, grain: block };
          inPieces(machine, "squaredErrors", n, split, (i, count) => {
            return [a! + i * 4, b! + i * 4, sums + (i / block) * 8, count];
          });
          wasm.sumOfBlocks(sums, addressOf(y!), blocks, mean ? n : 1);
        });
      });
      return true;
    },
    mseLossBackward(inputs, [dx], { mean }) {
      if (!inputs.every((x) => x.dtype === "float32")) return false;
      const n = countOf(dx!.shape);
      const to = addressOf(dx!);
      withAllDense(machine, inputs, ([g, a, b]) => {
        const split = { work: 1, least: leastWork.cheap, grain: 4 };
        inPieces(machine, "squaredErrorBackward", n, split, (i, count) => {
          return [g!, a! + i * 4, b! + i * 4, to + i * 4, count, mean ? n : 1];
        });
      });
      return true;
    },
  };
}
