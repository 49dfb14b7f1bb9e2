import { isFloat } from "@saccade/tensor/backend";
import type { Graph } from "../graph/graph.ts";
import type { Operand } from "./context.ts";

// Operators that choose among numbers lose NaN in ONNX Runtime: it is put back.

/** Where x is a number: only NaN differs from itself. Null for dtypes without NaN. */
export function numbers(graph: Graph, { name, dtype }: Pick<Operand, "name" | "dtype">): string | null {
  return isFloat(dtype) ? graph.once(`numbers ${name}`, () => graph.op("Equal", name, name)) : null;
}

/** x with another number in place of NaN, such as +∞, since NaN is sorted next to it. */
export function numbersOr(graph: Graph, other: number, x: Pick<Operand, "name" | "dtype">): string {
  const found = numbers(graph, x);
  return found === null ? x.name : graph.op("Where", found, x.name, graph.scalar(other, x.dtype));
}

/** `made` where `valid` holds, and NaN elsewhere. */
export function orNan(graph: Graph, valid: string, made: string, dtype: Operand["dtype"]): string {
  return graph.op("Where", valid, made, graph.scalar(Number.NaN, dtype));
}
