// Where the head of a Bigram-Backcopy model looks: at the begin token, or at what a trigger makes it copy.
import { scaledDotProductAttention } from "@saccade/attention";
import { sinkAttention } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { fromData, scope } from "@saccade/tensor";
import { mean } from "../numbers.ts";
import type { Run } from "./run.ts";
import { backcopy, triggers } from "./tasks.ts";

/** Means over fresh sequences. */
export interface SinkWeights {
  /** The weight on the begin token of queries that are no triggers. An even weight would be 0.10. */
  readonly onBegin: number;
  /** The weight on the token before, of triggers. */
  readonly onBefore: number;
  /** The length of the begin token's value, beside the mean of the others. */
  readonly beginValue: number;
}

export function sinkWeights({ net }: Run, seed: number): SinkWeights {
  const { tokens, count, length } = backcopy(seed, 64, { length: 32 });
  return noGrad(() =>
    scope(() => {
      const [block] = net.blocks;
      const embedded = net.positions!.forward(net.embedding.forward(fromData(tokens, [count, length])));
      const { attention, norm1 } = block!;
      const [q, k, v] = attention.heads(norm1.forward(embedded));
      const { weights } = attention.sink
        ? sinkAttention(q, k, v, attention.sink)
        : scaledDotProductAttention(q, k, v, { causal: true });
      const all = weights.dataSync(); // (b, 1, t, t)
      const weight = (row: number, query: number, key: number): number =>
        all[(row * length + query) * length + key]!;
      const [onBegin, onBefore]: [number[], number[]] = [[], []];
      for (let row = 0; row < count; row++)
        for (let query = 1; query < length; query++)
          if (tokens[row * length + query]! < triggers) onBefore.push(weight(row, query, query - 1));
          else onBegin.push(weight(row, query, 0));
      const lengths = v.norm({ dim: -1 }).mean(0).flatten(); // (t)
      const others = lengths.narrow(0, 1, length - 1).mean();
      return {
        onBegin: mean(onBegin),
        onBefore: mean(onBefore),
        beginValue: lengths.select(0, 0).div(others).item(),
      };
    }),
  );
}
