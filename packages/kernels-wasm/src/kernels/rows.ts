import type { RandomState } from "@saccade/tensor";
import {
  type Kernel,
  type KernelTable,
  type LayerNormAttrs,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import {
  addressOf,
  type Machine,
  onFloats,
  overRows,
  rowsOf,
  withBlocks,
  withDimLast,
  withScratch,
} from "../kernel.ts";
import { squaredErrors as block, layerNormRows as blockRows } from "../shared/sizes.ts";
import { cheap, functions, type Split } from "../split.ts";
import { sumColumns } from "./reduce.ts";

// Float32 in one pass or by rows: activations' slopes, random numbers, softmaxes, norms and losses.

/** Functions of one pass over float32: slopes of activations, random numbers and dropout. */
export function elementKernels(machine: Machine): KernelTable {
  const slope = (name: "geluBackward" | "geluTanhBackward"): Kernel =>
    onFloats(([g, x], [y]) => {
      return overRows(machine, name, numelOf(y!.shape), functions(1, 16), [g, x, y], [4, 4, 4]);
    });
  // Random numbers, bit for bit those of the reference.
  const draw = (name: "uniform" | "normal"): Kernel<{ readonly state: RandomState }> => {
    const split = { numbered: true, ...functions(1, 4) };
    return (_inputs, [y], { state }) =>
      overRows(machine, name, numelOf(y!.shape), split, [y], [4], ...state.seed, state.offset);
  };
  return {
    geluBackward: slope("geluBackward"),
    geluTanhBackward: slope("geluTanhBackward"),
    uniform: draw("uniform"),
    normal: draw("normal"),
    dropout: onFloats(([x], [y, kept], { p, state: { seed, offset } }) => {
      const split = { numbered: true, ...functions(1, 16) };
      const parts = [x, y, kept];
      const bytes = [4, 4, 1];
      const more = [...seed, offset, 1 - p, scaleOf(p)];
      return overRows(machine, "dropout", numelOf(x!.shape), split, parts, bytes, ...more);
    }),
    dropoutBackward: onFloats(([g, kept], [y], { p }) => {
      const parts = [g, kept, y];
      const bytes = [4, 1, 4];
      return overRows(machine, "scaleKept", numelOf(g!.shape), cheap(1, 16), parts, bytes, scaleOf(p));
    }, 1),
  };
}

function scaleOf(p: number): number {
  return p === 1 ? 0 : 1 / (1 - p);
}

/** Softmax, its logarithm and their gradients along any dim, and softmax under a mask along the last. */
export function softmaxKernels(machine: Machine): KernelTable {
  type RowKernel = "softmaxRows" | "logSoftmaxRows" | "softmaxBackwardRows" | "logSoftmaxBackwardRows";
  /** A kernel of inputs and an output of one shape. */
  const along = (name: RowKernel, split: (n: number) => Split): Kernel<{ readonly dim: number }> =>
    onFloats((inputs, [y], { dim }) => {
      const [total, n] = [numelOf(y!.shape), y!.shape[dim] ?? 1];
      if (total === 0) return true;
      return withDimLast(machine, inputs, [y!], dim, (xs, to) => {
        const parts = [...xs, ...to];
        const bytes = parts.map(() => n * 4);
        overRows(machine, name, total / n, split(n), parts, bytes, n);
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

/** Layer norms and RMS norms over trailing dims, and rotations of pairs, in float32. */
export function normKernels(machine: Machine): KernelTable {
  const forward = (centred: number): Kernel<LayerNormAttrs> =>
    onFloats(([x, w, b], [y], { dims, eps }) => {
      const { rows, n } = rowsOf(y!, dims);
      const parts = [x, w, b, y];
      const bytes = [n * 4, 0, 0, n * 4];
      return overRows(machine, "layerNormRows", rows, cheap(2 * n), parts, bytes, n, eps, centred);
    });
  const backward = (centred: number): Kernel<LayerNormAttrs> =>
    onFloats(([g, x, w], [dx, ...sums], { dims, eps }) => {
      const { rows, n } = rowsOf(dx!, dims);
      if (rows === 0) return false;
      const blocks = Math.ceil(rows / blockRows);
      withBlocks(machine, (scratch) => {
        // A row of sums for each block of rows, which are added up then.
        const sumsOf = (out: Operand): number =>
          blocks === 1 ? addressOf(out) : scratch.take(blocks * numelOf(out.shape) * 4);
        const to = sums.map(sumsOf);
        const row = n * 4;
        const parts = [g, x, w, dx, to[0], to[1]];
        const bytes = [row, row, 0, row, row / blockRows, row / blockRows];
        overRows(machine, "layerNormBackward", rows, cheap(4 * n, blockRows), parts, bytes, n, eps, centred);
        if (blocks === 1) return;
        for (const [i, out] of sums.entries()) {
          sumColumns(machine, to[i]!, addressOf(out), { rows: blocks, columns: n });
        }
      });
      return true;
    });
  return {
    layerNorm: forward(1),
    layerNormBackward: backward(1),
    rmsNorm: forward(0),
    rmsNormBackward: backward(0),
    rotary: onFloats(([x, table], [y], { interleaved, inverse }) => {
      const { rows, n } = rowsOf(y!);
      const split = { numbered: true, ...cheap(n) };
      const parts = [x, table, y];
      const bytes = [n * 4, 0, n * 4];
      const more = [y!.shape.at(-2)!, n / 2, inverse ? -1 : 1, Number(interleaved)];
      return overRows(machine, "rotaryRows", rows, split, parts, bytes, ...more);
    }),
  };
}

/** Losses in float32: squared errors, in partial sums that follow from the shape, and losses of classes along any dim. */
export function lossKernels(machine: Machine): KernelTable {
  return {
    mseLoss: onFloats(([a, b], [y], { mean }) => {
      const n = numelOf(a!.shape);
      const blocks = Math.ceil(n / block);
      withScratch(machine, blocks * 8, (sums) => {
        overRows(machine, "squaredErrors", n, cheap(1, block), [a, b, sums], [4, 4, 8 / block]);
        machine.wasm.sumOfBlocks(sums, addressOf(y!), blocks, mean ? n : 1);
      });
      return true;
    }),
    mseLossBackward: onFloats(([g, a, b], [dx], { mean }) => {
      const n = numelOf(dx!.shape);
      const parts = [g, a, b, dx];
      const bytes = [0, 4, 4, 4];
      return overRows(machine, "squaredErrorBackward", n, cheap(1, 4), parts, bytes, mean ? n : 1);
    }),
    crossEntropy: onFloats(([x, target, weight], [y], { dim, ignoreIndex, labelSmoothing }) => {
      const [rows, n] = [numelOf(y!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [], dim, ([from]) => {
        const parts = [from, target, weight, y];
        const bytes = [n * 4, 4, 0, 4];
        const more = [n, ignoreIndex, labelSmoothing];
        overRows(machine, "crossEntropyRows", rows, functions(n), parts, bytes, ...more);
      });
    }, 1),
    crossEntropyBackward: onFloats(([g, x, target, weight], [dx], { dim, ignoreIndex, labelSmoothing }) => {
      const [rows, n] = [numelOf(g!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [dx!], dim, ([from], [to]) => {
        const parts = [g, from, target, weight, to];
        const bytes = [4, n * 4, 4, 0, n * 4];
        const more = [n, ignoreIndex, labelSmoothing];
        overRows(machine, "crossEntropyBackwardRows", rows, functions(n), parts, bytes, ...more);
      });
    }, 2),
    nllLoss: onFloats(([x, target, weight], [y], { dim, ignoreIndex }) => {
      const [rows, n] = [numelOf(y!.shape), x!.shape[dim]!];
      return withDimLast(machine, [x!], [], dim, ([from]) => {
        const parts = [from, target, weight, y];
        const bytes = [n * 4, 4, 0, 4];
        overRows(machine, "nllLossRows", rows, cheap(1), parts, bytes, n, ignoreIndex);
      });
    }, 1),
    nllLossBackward: onFloats(([g, x, target, weight], [dx], { dim, ignoreIndex }) => {
      const [rows, n] = [numelOf(g!.shape), x!.shape[dim]!];
      return withDimLast(machine, [], [dx!], dim, (_inputs, [to]) => {
        const parts = [g, target, weight, to];
        const bytes = [4, 4, 0, n * 4];
        overRows(machine, "nllLossBackwardRows", rows, cheap(n), parts, bytes, n, ignoreIndex);
      });
    }, 2),
  };
}
