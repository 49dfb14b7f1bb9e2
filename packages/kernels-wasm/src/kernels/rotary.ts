import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** Pairs of numbers turned by angles, in float32. */
export function rotaryKernels(machine: Machine): KernelTable {
  return {
    rotary(inputs, outputs, { interleaved, inverse }) {
      const y = outputs[0]!;
      if (y.dtype !== "float32") return false;
      const [n, width] = y.shape.slice(-2) as [number, number];
      if (countOf(y.shape) === 0) return true;
      const to = addressOf(y);
      const split = { work: width, least: leastWork.cheap, grain: 1 };
      withAllDense(machine, inputs, ([x, table]) => {
        inPieces(machine, "rotaryRows", countOf(y.shape) / width, split, (first, count) => {
          const at = first * width * 4;
          const sign = inverse ? -1 : 1;
          return [x! + at, table!, to + at, first, count, n, width / 2, sign, interleaved ? 1 : 0];
        });
      });
      return true;
    },
  };
}
