import {
  type ClassLossAttrs,
  type CrossEntropyAttrs,
  contiguousStrides,
  type Operand,
} from "@saccade/tensor/backend";
import { copyWindow } from "../copy-window.ts";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { permuted, withAllDense, withScratch } from "../scratch.ts";
import { inPieces, leastWork, type Split } from "../split.ts";

/** Losses of classes in float32; where the classes are not the last dim, their rows are copied together. */
export function classLossKernels(machine: Machine): KernelTable {
  const { wasm } = machine;

  const forward = <A extends ClassLossAttrs>(
    rows: (at: readonly number[], y: number, size: Rows, attrs: A) => void,
  ): Kernel<A> => {
    return ([x, target, weight], [y], attrs) => {
      if (!isFloat32(x!) || (weight && !isFloat32(weight))) return false;
      const operands = [classesLast(x!, attrs.dim), target!, ...(weight ? [weight] : [])];
      withAllDense(machine, operands, (at) => rows(at, addressOf(y!), rowsOf(x!, attrs.dim), attrs));
      return true;
    };
  };

  return {
    crossEntropy: forward<CrossEntropyAttrs>(
      ([x, target, w = 0], y, { rows, n }, { ignoreIndex, labelSmoothing }) => {
        inPieces(machine, "crossEntropyRows", rows, splitOf(n), (r, count) => {
          return [x! + r * n * 4, target! + r * 4, w, y + r * 4, count, n, ignoreIndex, labelSmoothing];
        });
      },
    ),
    nllLoss: forward(([x, target, w = 0], y, { rows, n }, { ignoreIndex }) => {
      wasm.nllLossRows(x!, target!, w, y, rows, n, ignoreIndex);
    }),
    crossEntropyBackward([g, x, target, weight], [dx], { dim, ignoreIndex, labelSmoothing }) {
      if (!isFloat32(g!) || !isFloat32(x!) || (weight && !isFloat32(weight))) return false;
      const { rows, n } = rowsOf(x!, dim);
      const operands = [g!, classesLast(x!, dim), target!, ...(weight ? [weight] : [])];
      withAllDense(machine, operands, ([d, from, t, w = 0]) => {
        withRows(machine, dx!, dim, (to) => {
          inPieces(machine, "crossEntropyBackwardRows", rows, splitOf(n), (r, count) => {
            const [at, wide] = [r * 4, r * n * 4];
            return [d! + at, from! + wide, t! + at, w, to + wide, count, n, ignoreIndex, labelSmoothing];
          });
        });
      });
      return true;
    },
    nllLossBackward([g, x, target, weight], [dx], { dim, ignoreIndex }) {
      if (!isFloat32(g!) || !isFloat32(dx!) || (weight && !isFloat32(weight))) return false;
      const { rows, n } = rowsOf(x!, dim);
      withAllDense(machine, [g!, target!, ...(weight ? [weight] : [])], ([d, t, w = 0]) => {
        withRows(machine, dx!, dim, (to) => wasm.nllLossBackwardRows(d!, t!, w, to, rows, n, ignoreIndex));
      });
      return true;
    },
  };
}

function isFloat32(x: Operand): boolean {
  return x.dtype === "float32";
}

function splitOf(n: number): Split {
  return { work: n, least: leastWork.function, grain: 1 };
}

interface Rows {
  readonly rows: number;
  /** How many classes there are. */
  readonly n: number;
}

function rowsOf({ shape }: Operand, dim: number): Rows {
  const n = shape[dim]!;
  return { rows: n === 0 ? 0 : countOf(shape) / n, n };
}

function lastOrder(ndim: number, dim: number): number[] {
  return [...Array.from({ length: ndim }, (_, d) => d).filter((d) => d !== dim), dim];
}

function classesLast(x: Operand, dim: number): Operand {
  return dim === x.shape.length - 1 ? x : permuted(x, lastOrder(x.shape.length, dim));
}

/** Runs `f` with the address for rows of classes, and brings them to where they stand in y. */
function withRows(machine: Machine, y: Operand, dim: number, f: (to: number) => void): void {
  if (dim === y.shape.length - 1) {
    f(addressOf(y));
    return;
  }
  const turned = classesLast(y, dim);
  withScratch(machine, countOf(y.shape) * 4, (scratch) => {
    f(scratch);
    const from = { address: scratch, strides: contiguousStrides(turned.shape) };
    copyWindow(machine, turned.shape, from, { address: addressOf(y), strides: turned.strides }, 4);
  });
}
