import type { LayerNormAttrs, Operand } from "@saccade/tensor/backend";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { withAllDense, withScratch } from "../scratch.ts";
import { layerNormRows as blockRows } from "../shared/sizes.ts";
import { inPieces, leastWork } from "../split.ts";
import { sumColumns } from "./reduce.ts";

/** Layer and RMS normalization over trailing dims in float32. */
export function layerNormKernels(machine: Machine): KernelTable {
  /** Runs `f` with room for a row of sums a block, and adds the rows up into `out`. */
  const withSums = (out: Operand | undefined, blocks: number, f: (sums: number) => void): void => {
    if (out === undefined) f(0);
    else if (blocks === 1) f(addressOf(out));
    else {
      const n = countOf(out.shape);
      withScratch(machine, blocks * n * 4, (sums) => {
        f(sums);
        sumColumns(machine, sums, addressOf(out), { rows: blocks, columns: n });
      });
    }
  };

  const forward =
    (centred: number): Kernel<LayerNormAttrs> =>
    (inputs, outputs, { dims, eps }) => {
      const y = outputs[0]!;
      if (!inputs.every(isFloat32)) return false;
      const { rows, n } = rowsOf(y, dims);
      if (rows === 0) return true;
      withAllDense(machine, inputs, ([x, w = 0, b = 0]) => {
        const to = addressOf(y);
        const split = { work: 2 * n, least: leastWork.cheap, grain: 1 };
        inPieces(machine, "layerNormRows", rows, split, (r, count) => {
          return [x! + r * n * 4, w, b, to + r * n * 4, count, n, eps, centred];
        });
      });
      return true;
    };

  const backward =
    (centred: number): Kernel<LayerNormAttrs> =>
    (inputs, [dx, dWeight, dBias], { dims, eps }) => {
      const { rows, n } = rowsOf(dx!, dims);
      if (!inputs.every(isFloat32) || rows === 0) return false;
      const blocks = Math.ceil(rows / blockRows);
      withAllDense(machine, inputs, ([g, x, w = 0]) => {
        withSums(dWeight, blocks, (dw) => {
          withSums(dBias, blocks, (db) => {
            const to = addressOf(dx!);
            const split = { work: 4 * n, least: leastWork.cheap, grain: blockRows };
            inPieces(machine, "layerNormBackward", rows, split, (r, count) => {
              const at = r * n * 4;
              const sums = at / blockRows;
              return [g! + at, x! + at, w, to + at, dw && dw + sums, db && db + sums, count, n, eps, centred];
            });
          });
        });
      });
      return true;
    };

  return {
    layerNorm: forward(1),
    layerNormBackward: backward(1),
    rmsNorm: forward(0),
    rmsNormBackward: backward(0),
  };
}

function isFloat32(x: Operand): boolean {
  return x.dtype === "float32";
}

/** Rows of n elements; none where n is 0. */
function rowsOf({ shape }: Operand, dims: number): { readonly rows: number; readonly n: number } {
  const n = countOf(shape.slice(-dims));
  return { rows: n === 0 ? 0 : countOf(shape) / n, n };
}
