import { scaledDotProductAttention } from "@saccade/attention";
import type { Tensor } from "@saccade/tensor";
import { floats } from "../inputs.ts";
import type { Case, Goal, Workload } from "../workload.ts";

const [heads, d] = [2, 64];
const names = ["q", "k", "v"] as const;
const all = ["columnSums", "entropy", "max", "logSumExp", "topK"] as const;

/** Attention without weights, alone or with all summaries of them. */
function attend(length: number, summarized: boolean): Case {
  const nameOf = (rest: string): string => `L${length}, ${rest}`;
  const plain = nameOf("output alone");
  const goals: Goal[] = [{ player: "wasm", overCase: plain, factor: 1 / 1.15, quietest: true }];
  return {
    name: summarized ? nameOf("five summaries") : plain,
    flops: 4 * heads * length ** 2 * d,
    inputs: () => Object.fromEntries(names.map((name, i) => [name, floats([1, heads, length, d], i + 1)])),
    programs: {
      saccade: (s, io) =>
        s.calculation(io, names, (q, k, v) => {
          if (!summarized) return scaledDotProductAttention(q, k, v, { needWeights: false }).output;
          const options = { needWeights: false, summaries: all, topK: 8 };
          const { output, summaries } = scaledDotProductAttention(q, k, v, options);
          const { columnSums, entropy, max, logSumExp, topK } = summaries;
          const told: readonly Tensor[] = [output, columnSums, entropy, max, logSumExp, topK.values];
          return [...told, topK.indices];
        }),
    },
    goals: summarized && length === 4096 ? goals : [],
  };
}

/** What it costs to tell of weights that are not kept. */
export const summaries: Workload = {
  title: "attention of 2 heads of 64, with summaries of its weights",
  cases: [512, 2048, 4096].flatMap((length) => [attend(length, false), attend(length, true)]),
};
