/** A directed edge of a graph whose nodes are numbers. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly capacity: number;
}

// Remaining capacities this small are rounding errors.
const least = 1e-14;

/**
 * Maximum flows in one graph, by Dinic's algorithm (1970): blocking flows along shortest paths. The graph is laid out once; each
 * flow starts from its whole capacities.
 */
export class FlowNetwork {
  readonly #capacities: Float64Array;
  // Of arcs: edge i is 2 i, and 2 i + 1 the way back, which takes flow back.
  readonly #left: Float64Array;
  readonly #heads: Int32Array;
  // The arcs out of a node: #arcs from #first[node] to before #first[node + 1].
  readonly #arcs: Int32Array;
  readonly #first: Int32Array;
  readonly #distance: Int32Array;
  readonly #next: Int32Array;
  readonly #queue: Int32Array;

  constructor(numNodes: number, edges: readonly Edge[]) {
    const used = edges.filter(({ capacity }) => capacity > least);
    this.#capacities = Float64Array.from(used.flatMap(({ capacity }) => [capacity, 0]));
    this.#left = this.#capacities.slice();
    this.#heads = Int32Array.from(used.flatMap(({ from, to }) => [to, from]));
    const tails = used.flatMap(({ from, to }) => [from, to]);
    this.#first = new Int32Array(numNodes + 1);
    for (const node of tails) this.#first[node + 1]!++;
    for (let node = 0; node < numNodes; node++) this.#first[node + 1]! += this.#first[node]!;
    const at = this.#first.slice();
    this.#arcs = new Int32Array(tails.length);
    tails.forEach((node, arc) => {
      this.#arcs[at[node]!++] = arc;
    });
    [this.#distance, this.#next, this.#queue] = [numNodes, numNodes, numNodes].map(
      (size) => new Int32Array(size),
    ) as [Int32Array, Int32Array, Int32Array];
  }

  /** The maximum flow from a node to another. */
  flow(source: number, sink: number): number {
    if (source === sink) return Number.POSITIVE_INFINITY;
    this.#left.set(this.#capacities);
    let total = 0;
    while (this.#measure(source, sink)) {
      this.#next.set(this.#first.subarray(0, -1));
      total += this.#push(source, sink, Number.POSITIVE_INFINITY);
    }
    return total;
  }

  /** The number of arcs from each node to the sink, along those that still take flow. @returns whether the source has one */
  #measure(source: number, sink: number): boolean {
    const [distance, queue, heads, left] = [this.#distance, this.#queue, this.#heads, this.#left];
    distance.fill(-1);
    distance[sink] = 0;
    queue[0] = sink;
    for (let at = 0, length = 1; at < length; at++) {
      const node = queue[at]!;
      for (let k = this.#first[node]!; k < this.#first[node + 1]!; k++) {
        const arc = this.#arcs[k]!;
        const from = heads[arc]!;
        if (left[arc ^ 1]! <= least || distance[from]! >= 0) continue;
        distance[from] = distance[node]! + 1;
        if (from === source) return true;
        queue[length++] = from;
      }
    }
    return false;
  }

  /** Sends up to `most` from a node to the sink, along shortest paths. @returns the amount sent */
  #push(node: number, sink: number, most: number): number {
    if (node === sink) return most;
    const [next, left, distance] = [this.#next, this.#left, this.#distance];
    let sent = 0;
    for (; next[node]! < this.#first[node + 1]!; next[node]!++) {
      const arc = this.#arcs[next[node]!]!;
      const to = this.#heads[arc]!;
      if (left[arc]! <= least || distance[to] !== distance[node]! - 1) continue;
      const flow = this.#push(to, sink, Math.min(most - sent, left[arc]!));
      left[arc]! -= flow;
      left[arc ^ 1]! += flow;
      sent += flow;
      if (most - sent <= least) return sent;
    }
    return sent;
  }
}
