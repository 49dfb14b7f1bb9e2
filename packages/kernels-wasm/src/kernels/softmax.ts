import { contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { copyWindow } from "../copy-window.ts";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { permuted, withAllDense, withScratch } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";

/** Softmax, its logarithm and their gradients along any dim, and softmax under a mask along the last. */
export function softmaxKernels(machine: Machine): KernelTable {
  return {
    softmax: along(machine, "softmaxRows", leastWork.function),
    softmaxBackward: along(machine, "softmaxBackwardRows", leastWork.cheap),
    logSoftmax: along(machine, "logSoftmaxRows", leastWork.function),
    logSoftmaxBackward: along(machine, "logSoftmaxBackwardRows", leastWork.function),
    softmaxWhere([scores, allowed], [y], { fill }) {
      if (scores!.dtype !== "float32") return false;
      const { rows, n } = rowsOf(y!);
      const to = addressOf(y!);
      withAllDense(machine, [scores!, allowed!], ([x, mask]) => {
        const split = { work: n, least: leastWork.function, grain: 1 };
        inPieces(machine, "maskedSoftmaxRows", rows, split, (r, some) => {
          return [x! + r * n * 4, mask! + r * n, to + r * n * 4, some, n, fill];
        });
      });
      return true;
    },
    softmaxWhereBackward(inputs, [dx], { fill }) {
      if (dx!.dtype !== "float32" || inputs[0]!.dtype !== "float32") return false;
      const { rows, n } = rowsOf(dx!);
      const to = addressOf(dx!);
      const filled = Number(fill !== Number.NEGATIVE_INFINITY);
      withAllDense(machine, inputs, ([g, y, mask]) => {
        const split = { work: n, least: leastWork.cheap, grain: 1 };
        inPieces(machine, "maskedSoftmaxBackwardRows", rows, split, (r, some) => {
          const at = r * n * 4;
          return [g! + at, y! + at, mask! + r * n, to + at, some, n, filled];
        });
      });
      return true;
    },
  };
}

type RowKernel = "softmaxRows" | "logSoftmaxRows" | "softmaxBackwardRows" | "logSoftmaxBackwardRows";

/** A kernel of dense rows for inputs of one shape: rows where the dim is the last, else through transposed copies. */
function along(machine: Machine, name: RowKernel, least: number): Kernel<{ readonly dim: number }> {
  const run = (from: readonly number[], to: number, rows: number, n: number): void => {
    inPieces(machine, name, rows, { work: n, least, grain: 1 }, (r, some) => {
      const at = r * n * 4;
      return [...from.map((address) => address + at), to + at, some, n];
    });
  };
  return (inputs, outputs, { dim }) => {
    const y = outputs[0]!;
    const { shape } = y;
    const total = countOf(shape);
    if (inputs.some(({ dtype }) => dtype !== "float32")) return false;
    if (total === 0) return true;
    const to = addressOf(y);
    const n = shape[dim] ?? 1;
    if (dim >= shape.length - 1) {
      withAllDense(machine, inputs, (from) => run(from, to, total / n, n));
      return true;
    }
    const order = [...shape.map((_, d) => d).filter((d) => d !== dim), dim];
    const target = permuted(y, order);
    const turned = inputs.map((x) => permuted(x, order));
    withAllDense(machine, turned, (from) => {
      withScratch(machine, total * 4, (scratch) => {
        run(from, scratch, total / n, n);
        const window = { address: scratch, strides: contiguousStrides(target.shape) };
        copyWindow(machine, target.shape, window, { address: to, strides: target.strides }, 4);
      });
    });
    return true;
  };
}

/** Rows of n elements along the last dim; none where n is 0. */
function rowsOf({ shape }: Operand): { readonly rows: number; readonly n: number } {
  const n = shape.at(-1) ?? 1;
  return { rows: n === 0 ? 0 : countOf(shape) / n, n };
}
