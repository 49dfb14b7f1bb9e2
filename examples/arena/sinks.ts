// Where the head of a Bigram-Backcopy model looks: at the begin token, or at what a trigger makes it copy.
import { scaledDotProductAttention } from "@saccade/attention";
import { sinkAttention } from "@saccade/attention/definitions/ladder";
import { noGrad } from "@saccade/autograd";
import { scope, type Tensor, where } from "@saccade/tensor";
import { idsOf, type Run, testSeed } from "./run.ts";
import { sequencesOf, triggers } from "./tasks.ts";

/** Means over fresh sequences. */
export interface SinkWeights {
  /** The weight on the begin token of queries that are no triggers. An even weight would be 0.10. */
  readonly onBegin: number;
  /** The weight on the token before, of triggers. */
  readonly onBefore: number;
  /** The length of the begin token's value, beside the mean of the others. */
  readonly beginValue: number;
}

export function sinkWeights({ task, net }: Run): SinkWeights {
  return noGrad(() =>
    scope(() => {
      const ids = idsOf(sequencesOf(task, task.tests[0]!, testSeed, 64));
      const { attention, norm1 } = net.blocks[0]!;
      const [q, k, v] = attention.heads(norm1.forward(net.positions!.forward(net.embedding.forward(ids))));
      const { weights } = attention.sink
        ? sinkAttention(q, k, v, attention.sink)
        : scaledDotProductAttention(q, k, v, { causal: true });
      const later = weights.select(1, 0).slice(1, { start: 1 }); // (b, t − 1, t): of all queries but the first
      const isTrigger = ids.slice(1, { start: 1 }).lt(triggers); // (b, t − 1)
      const meanOf = (x: Tensor, mask: Tensor): number =>
        where(mask, x, 0).sum().div(mask.to("float32").sum()).item();
      const onBegin = meanOf(later.select(2, 0), isTrigger.logicalNot());
      const onBefore = meanOf(later.diagonal({ dim1: 1, dim2: 2 }), isTrigger);
      const lengths = v.norm({ dim: -1 }).mean(0).flatten(); // (t)
      const others = lengths.slice(0, { start: 1 }).mean();
      return { onBegin, onBefore, beginValue: lengths.select(0, 0).div(others).item() };
    }),
  );
}
