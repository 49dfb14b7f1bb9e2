import type { Express, OpTable } from "./context.ts";
import { elementwise } from "./elementwise.ts";
import { indexing } from "./indexing.ts";
import { linear } from "./linear.ts";
import { reduce } from "./reduce.ts";
import { sequences } from "./sequences.ts";
import { views } from "./views.ts";
import { windowed } from "./windows.ts";

/** What expresses each op in ONNX. An op that is missing makes an error with its name and place. */
export const table: OpTable = {
  ...elementwise,
  ...views,
  ...reduce,
  ...indexing,
  ...linear,
  ...sequences,
  ...windowed,
};

const packed =
  'keeps its weight in packed 16-bit numbers, which ONNX does not unpack; make or load the model with weights: "float32".';

/** Why some ops have no ONNX operator. */
export const reasons: Readonly<Record<string, string>> = {
  dropout: "drops elements at random; export in eval mode.",
  uniform: "draws random numbers; pass them as an input.",
  normal: "draws random numbers; pass them as an input.",
  multinomial: "draws random numbers; return the probabilities, and draw outside.",
  halfLinear: packed,
  widenHalf: packed,
};

export function expressionOf(op: string): Express | undefined {
  return Object.hasOwn(table, op) ? table[op] : undefined;
}
