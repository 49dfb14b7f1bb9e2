import type { Operand } from "@saccade/tensor/backend";
import { addressOf, countOf, denseAt, type KernelTable, type Machine } from "../kernel.ts";
import { withBlocks } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";
import { multiply } from "./matmul.ts";

/** x Wᵀ + b in float32. */
export function linearKernels(machine: Machine): KernelTable {
  return {
    linear(inputs, outputs) {
      const y = outputs[0]!;
      const weight = inputs[1]!;
      const bias = inputs[2];
      if (y.dtype !== "float32") return false;
      if (countOf(y.shape) === 0) return true;
      const { dtype } = y;
      const m = weight.shape[0]!;
      const k = weight.shape[1]!;
      const n = countOf(y.shape) / m;
      const to = addressOf(y);
      withBlocks(machine, (scratch) => {
        const rows = denseAt(scratch.dense(inputs[0]!), { dtype, shape: [n, k] });
        const columns = turned(denseAt(scratch.dense(weight), weight));
        const added = bias === undefined ? 0 : scratch.dense(bias);
        // Where there is nothing to sum the product does not come to its rows.
        const done = multiply(
          machine,
          rows,
          columns,
          denseAt(to, { dtype, shape: [n, m] }),
          k === 0 ? 0 : added,
        );
        if (done || added === 0) return;
        inPieces(machine, "addBias", n, { work: m, least: leastWork.cheap, grain: 1 }, (from, count) => {
          return [added, to + from * m * 4, count, m, m * 4];
        });
      });
      return true;
    },
  };
}

/** A matrix as its transpose. */
export function turned({ buffer, dtype, shape, strides, offset }: Operand): Operand {
  return { buffer, dtype, shape: [shape[1]!, shape[0]!], strides: [strides[1]!, strides[0]!], offset };
}
