import type { Operand } from "@saccade/tensor/backend";
import { addressOf, countOf, denseAt, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows } from "../rows.ts";
import { withBlocks } from "../scratch.ts";
import { cheap, inPieces, products } from "../split.ts";
import { multiply, multiplyColumns } from "./matmul.ts";

/** From this number of rows on, a 16-bit weight is widened first, and then multiplied like a float32 weight. */
const many = 24;

/** The number of elements of a weight that are widened at a time: few enough to stay in the caches. */
const panel = 131_072;

/** x Wᵀ + b for weights of float32, and for packed ones of 16 bits: widened, and multiplied as they are. */
export function linearKernels(machine: Machine): KernelTable {
  const widen = (from: number | Operand, to: number | Operand, count: number, format: string): true => {
    const kernel = format === "float16" ? "widenFloat16" : "widenBfloat16";
    return overRows(machine, kernel, count, cheap(1, 8), [from, to], [2, 4]);
  };
  return {
    linear: onFloats(([x, weight, bias], [y]) => {
      if (countOf(y!.shape) === 0) return true;
      const { dtype } = y!;
      const [m, k] = weight!.shape as [number, number];
      const n = countOf(y!.shape) / m;
      const to = addressOf(y!);
      withBlocks(machine, (scratch) => {
        const rows = denseAt(scratch.dense(x!), { dtype, shape: [n, k] });
        const columns = turned(denseAt(scratch.dense(weight!), weight!));
        const added = bias === undefined ? 0 : scratch.dense(bias);
        const all = denseAt(to, { dtype, shape: [n, m] });
        // Where there is nothing to sum the product does not come to its rows.
        if (multiply(machine, rows, columns, all, k === 0 ? 0 : added) || added === 0) return;
        overRows(machine, "addBias", n, cheap(m), [added, to], [0, m * 4], m, m * 4);
      });
      return true;
    }),
    widenHalf: ([packed], [y], { format }) =>
      y!.dtype === "float32" && widen(packed!, y!, countOf(y!.shape), format),
    halfLinear: onFloats(([input, weight, bias], [y], { format }) => {
      if (countOf(y!.shape) === 0) return true;
      const m = weight!.shape[0]!;
      const k = 2 * weight!.shape[1]!;
      const n = countOf(y!.shape) / m;
      const to = addressOf(y!);
      withBlocks(machine, (scratch) => {
        const [x, w] = [scratch.dense(input!), scratch.dense(weight!)];
        const added = bias === undefined ? 0 : scratch.dense(bias);
        if (n < many || k === 0 || m < 4) {
          const kernel = format === "float16" ? "float16Product" : "bfloat16Product";
          inPieces(machine, kernel, m, products(k * n, 4), (i, count) => {
            return [n, count, k, x, w + i * k * 2, to + i * 4, m * 4, added && added + i * 4];
          });
          return;
        }
        const rows = denseAt(x, { dtype: "float32", shape: [n, k] });
        const most = Math.max(4, Math.min(m, Math.floor(panel / k)));
        const wide = scratch.take((most + 3) * k * 4);
        for (let i = 0; i < m; ) {
          // The last panel takes up to three rows more, since a product has four columns or more.
          const count = m - i < most + 4 ? Math.min(m - i, most + 3) : most;
          widen(w + i * k * 2, wide, count * k, format);
          const columns = turned(denseAt(wide, { dtype: "float32", shape: [count, k] }));
          multiplyColumns(machine, rows, columns, to + i * 4, m * 4, added && added + i * 4);
          i += count;
        }
      });
      return true;
    }, 1),
  };
}

/** A matrix as its transpose. */
export function turned({ buffer, dtype, shape, strides, offset }: Operand): Operand {
  return { buffer, dtype, shape: [shape[1]!, shape[0]!], strides: [strides[1]!, strides[0]!], offset };
}
