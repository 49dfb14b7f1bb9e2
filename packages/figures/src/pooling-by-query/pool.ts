import { DotScoring } from "@saccade/attention";
import { scope, tensor } from "@saccade/tensor";
import { type CueName, keys, queries, values } from "./things.ts";

/** The result of attention for one query. */
export interface Pooled {
  readonly scores: readonly number[];
  readonly weights: readonly number[];
}

/** Scores q·k and their softmax, for the query of a cue. */
export function pool(cue: CueName): Pooled {
  return scope(() => {
    const scoring = new DotScoring(4);
    const q = tensor([[...queries[cue]]]); // (1, 4)
    const k = tensor(keys.map((key) => [...key])); // (6, 4)
    const v = tensor(values.map((value) => [...value])); // (6, 2)
    return {
      scores: Array.from(scoring.scores(q, k).dataSync()),
      weights: Array.from(scoring.forward(q, k, v).weights.dataSync()),
    };
  });
}
