import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows, withDimLast } from "../rows.ts";
import { withScratch } from "../scratch.ts";
import { squaredErrors as block } from "../shared/sizes.ts";
import { cheap, functions } from "../split.ts";

/** Losses in float32: squared errors, in partial sums that follow from the shape, and losses of classes along any dim. */
export function lossKernels(machine: Machine): KernelTable {
  return {
    mseLoss: onFloats(([a, b], [y], { mean }) => {
      const n = countOf(a!.shape);
      const blocks = Math.ceil(n / block);
      withScratch(machine, blocks * 8, (sums) => {
        overRows(machine, "squaredErrors", n, cheap(1, block), [a, b, sums], [4, 4, 8 / block]);
        machine.wasm.sumOfBlocks(sums, addressOf(y!), blocks, mean ? n : 1);
      });
      return true;
    }),
    mseLossBackward: onFloats(([g, a, b], [dx], { mean }) => {
      const n = countOf(dx!.shape);
      const parts = [g, a, b, dx];
      const bytes = [0, 4, 4, 4];
      return overRows(machine, "squaredErrorBackward", n, cheap(1, 4), parts, bytes, mean ? n : 1);
    }),
    crossEntropy: onFloats(([x, target, weight], [y], { dim, ignoreIndex, labelSmoothing }) => {
      const [rows, n] = [countOf(y!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [], dim, ([from]) => {
        const parts = [from, target, weight, y];
        const bytes = [n * 4, 4, 0, 4];
        overRows(
          machine,
          "crossEntropyRows",
          rows,
          functions(n),
          parts,
          bytes,
          n,
          ignoreIndex,
          labelSmoothing,
        );
      });
    }, 1),
    crossEntropyBackward: onFloats(([g, x, target, weight], [dx], { dim, ignoreIndex, labelSmoothing }) => {
      const [rows, n] = [countOf(g!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [dx!], dim, ([from], [to]) => {
        const parts = [g, from, target, weight, to];
        const bytes = [4, n * 4, 4, 0, n * 4];
        const more = [n, ignoreIndex, labelSmoothing];
        overRows(machine, "crossEntropyBackwardRows", rows, functions(n), parts, bytes, ...more);
      });
    }, 2),
    nllLoss: onFloats(([x, target, weight], [y], { dim, ignoreIndex }) => {
      const [rows, n] = [countOf(y!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [], dim, ([from]) => {
        const parts = [from, target, weight, y];
        const bytes = [n * 4, 4, 0, 4];
        overRows(machine, "nllLossRows", rows, cheap(1), parts, bytes, n, ignoreIndex);
      });
    }, 1),
    nllLossBackward: onFloats(([g, x, target, weight], [dx], { dim, ignoreIndex }) => {
      const [rows, n] = [countOf(g!.shape), x!.shape[dim]!];
      return withDimLast(machine, [], [dx!], dim, (_inputs, [to]) => {
        const parts = [g, target, weight, to];
        const bytes = [4, 4, 0, n * 4];
        overRows(machine, "nllLossBackwardRows", rows, cheap(n), parts, bytes, n, ignoreIndex);
      });
    }, 2),
  };
}
