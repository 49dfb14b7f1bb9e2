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
      const parts = [q, k, v, out];
      const bytes = [lq * h * 4, lk * h * 4, 0, lq * lk * 4];
      return overRows(machine, "additiveScores", batches, functions(lq * lk * h), parts, bytes, lq, lk, h);
    }),
    additiveScoresBackward: onFloats(([g, q, k, v], [dq, dk, dv]) => {
      const [lq, lk] = g!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = countOf(g!.shape.slice(0, -2));
      if (batches * h === 0) return false;
      const [query, key] = [lq * h * 4, lk * h * 4];
      withScratch(machine, batches * h * 4, (sums) => {
        const parts = [g, q, k, v, dq, dk, sums];
        const bytes = [lq * lk * 4, query, key, 0, query, key, h * 4];
        overRows(machine, "additiveScoresBackward", batches, functions(lq * lk * h), parts, bytes, lq, lk, h);
        sumColumns(machine, sums, addressOf(dv!), { rows: batches, columns: h });
      });
      return true;
    }),
  };
}
