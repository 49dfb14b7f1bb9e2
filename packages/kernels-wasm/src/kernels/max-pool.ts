import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withDense } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** The places of maxima in windows of float32. */
export function maxPoolKernels(machine: Machine): KernelTable {
  return {
    maxPoolIndex([x], [index], { kernel, stride, padding, dilation }) {
      if (x!.dtype !== "float32") return false;
      const [height, width] = [x!.shape.at(-2)!, x!.shape.at(-1)!];
      const [rows, columns] = [index!.shape.at(-2)!, index!.shape.at(-1)!];
      const [area, counts] = [height * width, rows * columns];
      const images = countOf(x!.shape.slice(0, -2));
      if (images === 0) return true;
      const to = addressOf(index!);
      withDense(machine, x!, (from) => {
        const split = { work: counts * kernel[0] * kernel[1], least: leastWork.cheap, grain: 1 };
        inPieces(machine, "maxPoolIndex", images, split, (at, count) => [
          ...[from + at * area * 4, to + at * counts * 4, count, height, width, rows, columns],
          ...[...kernel, ...stride, ...padding, ...dilation],
        ]);
      });
      return true;
    },
  };
}
