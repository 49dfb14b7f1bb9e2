import { countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows, rowsOf, withDimLast } from "../rows.ts";
import { cheap, functions, type Split } from "../split.ts";

/** Softmax, its logarithm and their gradients along any dim, and softmax under a mask along the last. */
export function softmaxKernels(machine: Machine): KernelTable {
  type RowKernel = "softmaxRows" | "logSoftmaxRows" | "softmaxBackwardRows" | "logSoftmaxBackwardRows";
  /** A kernel of inputs and an output of one shape. */
  const along = (name: RowKernel, split: (n: number) => Split): Kernel<{ readonly dim: number }> =>
    onFloats((inputs, [y], { dim }) => {
      const [total, n] = [countOf(y!.shape), y!.shape[dim] ?? 1];
      if (total === 0) return true;
      return withDimLast(machine, inputs, [y!], dim, (xs, to) => {
        const parts = [...xs, ...to];
        overRows(
          machine,
          name,
          total / n,
          split(n),
          parts,
          parts.map(() => n * 4),
          n,
        );
      });
    });
  return {
    softmax: along("softmaxRows", functions),
    softmaxBackward: along("softmaxBackwardRows", cheap),
    logSoftmax: along("logSoftmaxRows", functions),
    logSoftmaxBackward: along("logSoftmaxBackwardRows", functions),
    softmaxWhere: onFloats(([x, allowed], [y], { fill }) => {
      const { rows, n } = rowsOf(y!);
      const parts = [x, allowed, y];
      const bytes = [n * 4, n, n * 4];
      return overRows(machine, "maskedSoftmaxRows", rows, functions(n), parts, bytes, n, fill);
    }, 1),
    softmaxWhereBackward: onFloats(([g, y, allowed], [dx], { fill }) => {
      const { rows, n } = rowsOf(dx!);
      const parts = [g, y, allowed, dx];
      const bytes = [n * 4, n * 4, n, n * 4];
      const filled = Number(fill !== Number.NEGATIVE_INFINITY);
      return overRows(machine, "maskedSoftmaxBackwardRows", rows, cheap(n), parts, bytes, n, filled);
    }, 2),
  };
}
