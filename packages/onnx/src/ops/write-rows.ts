import type { Graph } from "../graph/graph.ts";
import { type Size, sameSize } from "../sizes/size.ts";
import type { Context, Operand } from "./context.ts";

/** Rows that were written from row 0 on, one piece after the other. */
interface Written {
  readonly pieces: readonly string[];
  readonly length: Size;
}

// For each graph, the buffers that a chain of writes fills from the start.
const chainsOf: WeakMap<Graph, Map<string, Written>> = new WeakMap();

/**
 * A buffer (b, h, capacity, d) with rows `start` to `end` replaced. Where a chain of writes fills it exactly, as that of a
 * cache with room for the new rows only, it is their concatenation: nothing is written twice.
 */
export function writeRows({ graph, inputs, attrs }: Context): string {
  const [target, rows] = inputs as readonly [Operand, Operand];
  const [start, end, capacity] = [attrs.size("start"), attrs.size("end"), target.shape[2]!];
  const chains = chainsOf.get(graph) ?? new Map<string, Written>();
  chainsOf.set(graph, chains);
  const before = start === 0 ? { pieces: [], length: 0 } : chains.get(target.name);
  const chain = before && sameSize(before.length, start) ? before.pieces : null;
  const pieces = [...(chain ?? [graph.slice(target.name, [2], [0], [start])]), rows.name];
  const rest = sameSize(end, capacity) ? [] : [graph.slice(target.name, [2], [end], [capacity])];
  const parts = [...pieces, ...rest];
  const out = parts.length === 1 ? parts[0]! : graph.concat(parts, 2);
  if (chain) chains.set(out, { pieces, length: end });
  return out;
}
