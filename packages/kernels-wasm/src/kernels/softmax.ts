import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { permuted, withDense, withScratch } from "../scratch.ts";
import { copyWindow, denseStrides } from "./copy.ts";

type Rows = (x: number, y: number, rows: number, n: number) => number;

/** Softmax and its logarithm along any dim: rows where it is the last, else through a transposed copy. */
export function softmaxKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  return { softmax: along(machine, wasm.softmaxRows), logSoftmax: along(machine, wasm.logSoftmaxRows) };
}

function along(machine: Machine, rows: Rows): Kernel {
  return ([x], [y], attrs) => {
    const { dim } = attrs as { dim: number };
    const { shape, dtype } = x!;
    const total = countOf(shape);
    if (dtype !== "float32") return false;
    if (total === 0) return true;
    const to = addressOf(y!);
    const n = shape[dim] ?? 1;
    if (dim >= shape.length - 1) {
      withDense(machine, x!, (from) => rows(from, to, total / n, n));
      return true;
    }
    const order = [...shape.map((_, d) => d).filter((d) => d !== dim), dim];
    const turned = permuted(x!, order);
    withDense(machine, turned, (from) => {
      withScratch(machine, total * 4, (scratch) => {
        rows(from, scratch, total / n, n);
        const target = permuted(y!, order);
        const window = { address: scratch, strides: denseStrides(turned.shape) };
        copyWindow(machine, turned.shape, window, { address: to, strides: target.strides }, 4);
      });
    });
    return true;
  };
}
