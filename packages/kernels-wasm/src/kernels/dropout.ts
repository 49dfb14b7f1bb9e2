import { addressOf, countOf, isDense, type KernelTable, type Machine } from "../kernel.ts";
import { withDense } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** Dropout of float32, with the reference's random numbers. */
export function dropoutKernels(machine: Machine): KernelTable {
  return {
    dropout(inputs, outputs, { p, state }) {
      const x = inputs[0]!;
      if (x.dtype !== "float32") return false;
      const { seed, offset } = state;
      withDense(machine, x, (from) => {
        const n = countOf(x.shape);
        const to = addressOf(outputs[0]!);
        const mask = addressOf(outputs[1]!);
        inPieces(machine, "dropout", n, { work: 1, least: leastWork.function, grain: 16 }, (at, count) => {
          const random = [seed[0], seed[1], offset];
          return [from + at * 4, to + at * 4, mask + at, count, at, ...random, 1 - p, scaleOf(p)];
        });
      });
      return true;
    },
    dropoutBackward(inputs, outputs, { p }) {
      const g = inputs[0]!;
      const kept = inputs[1]!;
      if (g.dtype !== "float32" || !isDense(kept)) return false;
      withDense(machine, g, (from) => {
        const mask = addressOf(kept);
        const to = addressOf(outputs[0]!);
        const split = { work: 1, least: leastWork.cheap, grain: 16 };
        inPieces(machine, "scaleKept", countOf(g.shape), split, (at, count) => {
          return [from + at * 4, mask + at, to + at * 4, count, scaleOf(p)];
        });
      });
      return true;
    },
  };
}

function scaleOf(p: number): number {
  return p === 1 ? 0 : 1 / (1 - p);
}
