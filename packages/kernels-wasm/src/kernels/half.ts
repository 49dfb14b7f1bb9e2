import { addressOf, countOf, denseAt, type KernelTable, type Machine } from "../kernel.ts";
import { withBlocks, withDense } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";
import { turned } from "./linear.ts";
import { multiplyColumns } from "./matmul.ts";

/** From so many rows on, a weight is widened first, and then multiplied as one of float32 is. */
const many = 24;

/** The rows of a weight that are widened at a time, in numbers: what they take stays in the caches. */
const panel = 131_072;

/** Weights of 16 bits: widened, and multiplied as they are. */
export function halfKernels(machine: Machine): KernelTable {
  return {
    widenHalf([packed], outputs, { format }) {
      const y = outputs[0]!;
      if (y.dtype !== "float32") return false;
      const to = addressOf(y);
      withDense(machine, packed!, (from) => widen(machine, from, to, countOf(y.shape), format));
      return true;
    },
    halfLinear(inputs, outputs, { format }) {
      const y = outputs[0]!;
      const weight = inputs[1]!;
      const bias = inputs[2];
      if (y.dtype !== "float32") return false;
      if (countOf(y.shape) === 0) return true;
      const m = weight.shape[0]!;
      const k = 2 * weight.shape[1]!;
      const n = countOf(y.shape) / m;
      const to = addressOf(y);
      withBlocks(machine, (scratch) => {
        const x = scratch.dense(inputs[0]!);
        const w = scratch.dense(weight);
        const added = bias === undefined ? 0 : scratch.dense(bias);
        if (n < many || k === 0 || m < 4) {
          const split = { work: k * n, least: leastWork.product, grain: 4 };
          const kernel = format === "float16" ? "float16Product" : "bfloat16Product";
          inPieces(machine, kernel, m, split, (i, count) => {
            const add = added === 0 ? 0 : added + i * 4;
            return [n, count, k, x, w + i * k * 2, to + i * 4, m * 4, add];
          });
          return;
        }
        const rows = denseAt(x, { dtype: "float32", shape: [n, k] });
        const most = Math.max(4, Math.min(m, Math.floor(panel / k)));
        const wide = scratch.take((most + 3) * k * 4);
        for (let i = 0; i < m; ) {
          // The last panel takes up to three rows more, since a product has four columns or more.
          const count = m - i < most + 4 ? Math.min(m - i, most + 3) : most;
          widen(machine, w + i * k * 2, wide, count * k, format);
          const columns = turned(denseAt(wide, { dtype: "float32", shape: [count, k] }));
          multiplyColumns(machine, rows, columns, to + i * 4, m * 4, added === 0 ? 0 : added + i * 4);
          i += count;
        }
      });
      return true;
    },
  };
}

function widen(machine: Machine, from: number, to: number, count: number, format: string): void {
  const kernel = format === "float16" ? "widenFloat16" : "widenBfloat16";
  const split = { work: 1, least: leastWork.cheap, grain: 8 };
  inPieces(machine, kernel, count, split, (i, n) => [from + i * 2, to + i * 4, n]);
}
