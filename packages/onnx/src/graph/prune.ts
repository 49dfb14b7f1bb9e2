import type { Graph } from "./graph.ts";

/** Removes nodes and constants that no output needs. */
export function prune(graph: Graph, outputs: readonly string[]): void {
  const needed = new Set(outputs);
  const kept = [...graph.nodes].reverse().filter((node) => {
    if (!node.outputs.some((output) => needed.has(output))) return false;
    for (const input of node.inputs) needed.add(input);
    return true;
  });
  graph.nodes.splice(0, graph.nodes.length, ...kept.reverse());
  const initializers = graph.initializers.filter(({ name }) => needed.has(name));
  graph.initializers.splice(0, graph.initializers.length, ...initializers);
}
