import { countOf, type KernelTable, type Machine, windowOn, wordOf } from "../machine.ts";
import { runFold, sumFold, sumValue } from "./fold.ts";

/** The sum or the mean of squared errors: a fold of both operands, and its gradient. */
export function squaredErrorKernels(machine: Machine): KernelTable {
  return {
    mseLoss([a, b], [y], { mean }) {
      const { shape } = a!;
      const scale = mean ? 1 / countOf(shape) : 1;
      runFold(machine, {
        name: "mseLoss",
        shape,
        dims: shape.map((_, d) => d),
        operands: { x: a!, y: b! },
        fold: sumFold("(x - y) * (x - y)"),
        perRow: [[y!, `${sumValue} * p0`]],
        parameters: [wordOf(scale)],
      });
      return true;
    },
    mseLossBackward([g, a, b], [dx], { mean }) {
      const slope = windowOn(
        g!,
        a!.shape,
        a!.shape.map(() => 0),
      );
      machine.elementwise({
        name: "mseLossBackward",
        reads: [slope, a!, b!],
        names: ["g", "a", "b"],
        types: [dx!.dtype, dx!.dtype, dx!.dtype],
        result: dx!,
        value: "(a - b) * (g * p)",
        parameters: [wordOf(mean ? 2 / countOf(a!.shape) : 2)],
      });
      return true;
    },
  };
}
