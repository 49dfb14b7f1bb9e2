import type { LayerNormAttrs, Operand } from "@saccade/tensor/backend";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows, rowsOf } from "../rows.ts";
import { withBlocks } from "../scratch.ts";
import { layerNormRows as blockRows } from "../shared/sizes.ts";
import { cheap } from "../split.ts";
import { sumColumns } from "./reduce.ts";

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
          blocks === 1 ? addressOf(out) : scratch.take(blocks * countOf(out.shape) * 4);
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
