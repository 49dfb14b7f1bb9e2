import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { onFloats, overRows } from "../rows.ts";
import { withScratch } from "../scratch.ts";
import { functions } from "../split.ts";
import { sumColumns } from "./reduce.ts";

/** Scores of additive attention in float32. */
export function additiveKernels(machine: Machine): KernelTable {
  return {
    additiveScores: onFloats(([q, k, v], [out]) => {
      const [lq, lk] = out!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = countOf(out!.shape.slice(0, -2));
      const parts = [
        [q, lq * h * 4],
        [k, lk * h * 4],
        [v, 0],
        [out, lq * lk * 4],
      ] as const;
      return overRows(machine, "additiveScores", batches, functions(lq * lk * h), parts, lq, lk, h);
    }),
    additiveScoresBackward: onFloats(([g, q, k, v], [dq, dk, dv]) => {
      const [lq, lk] = g!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = countOf(g!.shape.slice(0, -2));
      if (batches * h === 0) return false;
      const [query, key] = [lq * h * 4, lk * h * 4];
      withScratch(machine, batches * h * 4, (sums) => {
        const operands = [
          [g, lq * lk * 4],
          [q, query],
          [k, key],
          [v, 0],
        ] as const;
        const parts = [...operands, [dq, query], [dk, key], [sums, h * 4]] as const;
        overRows(machine, "additiveScoresBackward", batches, functions(lq * lk * h), parts, lq, lk, h);
        sumColumns(machine, sums, addressOf(dv!), { rows: batches, columns: h });
      });
      return true;
    }),
  };
}
