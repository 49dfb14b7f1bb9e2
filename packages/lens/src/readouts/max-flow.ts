/** A directed edge of a graph whose nodes are numbers. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly capacity: number;
}

// What is left of capacities this small is rounding.
const least = 1e-14;

/** The maximum flow from a node to another, by Dinic's algorithm (1970): blocking flows along shortest paths. */
export function maxFlow(edges: readonly Edge[], source: number, sink: number): number {
  if (source === sink) return Number.POSITIVE_INFINITY;
  const nodes = edges.reduce((most, { from, to }) => Math.max(most, from, to), Math.max(source, sink)) + 1;
  // Edge 2 i is edges[i], and 2 i + 1 the way back, which takes flow back.
  const left = Float64Array.from(edges.flatMap(({ capacity }) => [capacity, 0]));
  const heads = edges.flatMap(({ from, to }) => [to, from]);
  const out: number[][] = Array.from({ length: nodes }, () => []);
  edges.forEach(({ from, to, capacity }, i) => {
    if (capacity <= least) return;
    out[from]!.push(2 * i);
    out[to]!.push(2 * i + 1);
  });
  let total = 0;
  for (;;) {
    const distance = distancesFrom(source, out, heads, left);
    if (distance[sink]! < 0) return total;
    const next = new Int32Array(nodes);
    const push = (node: number, most: number): number => {
      if (node === sink) return most;
      for (; next[node]! < out[node]!.length; next[node]!++) {
        const edge = out[node]![next[node]!]!;
        const to = heads[edge]!;
        if (left[edge]! <= least || distance[to] !== distance[node]! + 1) continue;
        const flow = push(to, Math.min(most, left[edge]!));
        if (flow <= 0) continue;
        left[edge]! -= flow;
        left[edge ^ 1]! += flow;
        return flow;
      }
      return 0;
    };
    for (let flow = push(source, Infinity); flow > 0; flow = push(source, Infinity)) total += flow;
  }
}

/** The number of edges from a node to each other that still take flow; −1 where there is no way. */
function distancesFrom(
  source: number,
  out: readonly (readonly number[])[],
  heads: readonly number[],
  left: Float64Array,
): Int32Array {
  const distance = new Int32Array(out.length).fill(-1);
  distance[source] = 0;
  const queue = [source];
  for (const node of queue)
    for (const edge of out[node]!) {
      const to = heads[edge]!;
      if (left[edge]! <= least || distance[to]! >= 0) continue;
      distance[to] = distance[node]! + 1;
      queue.push(to);
    }
  return distance;
}
