import type { Express, OpTable } from "./context.ts";
import { elementwise } from "./elementwise.ts";
import { indexing, losses } from "./indexing.ts";
import { halves, linear } from "./linear.ts";
import { reduce, windowed } from "./reduce.ts";
import { sequences } from "./sequences.ts";
import { views } from "./views.ts";

/** The ONNX form of each op. For a missing op an error names it and its module. */
export const table: OpTable = {
  ...elementwise,
  ...views,
  ...reduce,
  ...indexing,
  ...linear,
  ...losses,
  ...halves,
  ...sequences,
  ...windowed,
};

/** Why some ops have no ONNX operator. */
export const reasons: Readonly<Record<string, string>> = {
  dropout: "drops elements at random; export in eval mode.",
  uniform: "draws random numbers; pass them as an input.",
  normal: "draws random numbers; pass them as an input.",
  attentionTells:
    "tells of weights that a kernel does not keep; export the call with needWeights: true, which composes them.",
  multinomial: "draws random numbers; return the probabilities, and draw outside.",
};

export function expressionOf(op: string): Express | undefined {
  return Object.hasOwn(table, op) ? table[op] : undefined;
}
