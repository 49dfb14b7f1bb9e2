import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withBlocks } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";
import { denseAt, multiply } from "./matmul.ts";

/** x Wᵀ + b in float32. */
export function linearKernels(machine: Machine): KernelTable {
  return {
    linear([x, weight, bias], [y]) {
      if (y!.dtype !== "float32") return false;
      if (countOf(y!.shape) === 0) return true;
      const { dtype } = y!;
      const [m, k] = [weight!.shape[0]!, weight!.shape[1]!];
      const n = countOf(y!.shape) / m;
      withBlocks(machine, (scratch) => {
        const rows = denseAt(scratch.dense(x!), { dtype, shape: [n, k] });
        multiply(
          machine,
          rows,
          turned(denseAt(scratch.dense(weight!), weight!)),
          denseAt(addressOf(y!), { dtype, shape: [n, m] }),
        );
        if (bias === undefined) return;
        const [added, to] = [scratch.dense(bias), addressOf(y!)];
        inPieces(machine, "addBias", n, { work: m, least: leastWork.cheap, grain: 1 }, (from, count) => {
          return [added, to + from * m * 4, count, m];
        });
      });
      return true;
    },
  };
}

/** A dense matrix as its transpose. */
function turned({ buffer, dtype, shape, strides }: Operand): Operand {
  return { buffer, dtype, shape: [shape[1]!, shape[0]!], strides: [strides[1]!, strides[0]!], offset: 0 };
}
