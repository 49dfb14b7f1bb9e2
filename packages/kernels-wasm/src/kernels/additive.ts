import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withBlocks } from "../scratch.ts";
import { inPieces, leastWork, type Split } from "../split.ts";
import { sumColumns } from "./reduce.ts";

/** Scores of additive attention in float32. */
export function additiveKernels(machine: Machine): KernelTable {
  return {
    additiveScores([q, k, v], [out]) {
      if (out!.dtype !== "float32") return false;
      const [lq, lk] = out!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = countOf(out!.shape.slice(0, -2));
      withBlocks(machine, (scratch) => {
        const [from, keys, weight] = [scratch.dense(q!), scratch.dense(k!), scratch.dense(v!)];
        const to = addressOf(out!);
        inPieces(machine, "additiveScores", batches, splitOf(lq * lk * h), (begin, count) => {
          return [from, keys, weight, to, lq, lk, h, begin, begin + count];
        });
      });
      return true;
    },
    additiveScoresBackward([g, q, k, v], [dq, dk, dv]) {
      const [lq, lk] = g!.shape.slice(-2) as [number, number];
      const h = v!.shape[0]!;
      const batches = countOf(g!.shape.slice(0, -2));
      if (g!.dtype !== "float32" || batches * h === 0) return false;
      withBlocks(machine, (scratch) => {
        const [grads, from, keys] = [scratch.dense(g!), scratch.dense(q!), scratch.dense(k!)];
        const weight = scratch.dense(v!);
        const [dQuery, dKey] = [addressOf(dq!), addressOf(dk!)];
        const parts = scratch.take(batches * h * 4); // dv of each batch
        inPieces(machine, "additiveScoresBackward", batches, splitOf(lq * lk * h), (begin, count) => {
          return [grads, from, keys, weight, dQuery, dKey, parts, lq, lk, h, begin, begin + count];
        });
        sumColumns(machine, parts, addressOf(dv!), { rows: batches, columns: h });
      });
      return true;
    },
  };
}

function splitOf(work: number): Split {
  return { work, least: leastWork.function, grain: 1 };
}
