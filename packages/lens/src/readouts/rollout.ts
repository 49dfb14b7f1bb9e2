// Attention over all layers: rollout, and the largest flow through them.

import { noGrad } from "@saccade/autograd";
import { ArgumentError, eye, type Tensor, tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { sitesRule, squarePatternsIn } from "./patterns.ts";

/** A directed edge of a graph whose nodes are numbers. */
interface Edge {
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
class FlowNetwork {
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

// Both of Abnar & Zuidema (2020) look at one graph: a node for each position before each layer, and edges of a layer's mean
// attention combined with the residual connection.

const rules = {
  /** The share of the residual connection. Default 0.5, the paper's. */
  residual: c.number(0.5, { min: 0, max: 1 }),
  ...sitesRule,
};
const given = { cache: cacheRule };
const rolloutCall = c.signature("rollout", given, rules, { example: "rollout(cache)" });
const flowCall = c.signature(
  "attentionFlow",
  given,
  {
    ...rules,
    /** Whether each row is divided by its sum. Default false. */
    normalize: c.flag(false),
  },
  { example: "attentionFlow(cache)" },
);

/** Options of {@link rollout}. */
export interface RolloutOptions extends c.OptionsOf<typeof rolloutCall, typeof sitesRule> {}

/** Options of {@link attentionFlow}. */
export interface AttentionFlowOptions extends c.OptionsOf<typeof flowCall, typeof rules & typeof sitesRule> {}

/**
 * Attention rollout (Abnar & Zuidema 2020): how much each output position reads of each input position, if every layer mixes
 * positions by its mean attention and its residual connection: the product over layers of (1 − r) mean over heads + r I, with
 * rows that sum to 1.
 *
 * @param cache with the patterns of all layers
 * @returns (b, n, n): output positions by input positions
 * @throws ArgumentError for a cache without patterns, and two patterns for one layer; ShapeError for cross-attention.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * rollout(cache).sum(-1) // tensor([[1, 1, 1]])
 */
export function rollout(cache: ActivationCache, options: RolloutOptions = {}): Tensor {
  const { residual, sites } = rolloutCall([cache, options]);
  const patterns = squarePatternsIn("rollout", cache, sites);
  return noGrad(() =>
    patterns.map(({ pattern }) => mixing(pattern, residual)).reduce((before, layer) => layer.matmul(before)),
  );
}

/** (1 − r) mean over heads + r I, with rows that sum to 1: (b, heads, n, n) → (b, n, n). A row of zeros stays. */
function mixing(pattern: Tensor, residual: number): Tensor {
  const { backend, dtype } = pattern;
  const identity = eye(pattern.size(-1), { backend, dtype });
  const mixed = pattern
    .mean(1)
    .mul(1 - residual)
    .add(identity.mul(residual));
  return mixed.div(mixed.sum(-1, { keepdim: true }).maximum(1e-12));
}

/**
 * Attention flow (Abnar & Zuidema 2020): the maximum flow from each output position down to each input position, where the edges
 * between layers have the capacities of {@link rollout}'s matrices. It is computed on the host, one flow a pair of positions:
 * for sentences of up to 64 positions in 12 layers, not for texts.
 *
 * @param cache with the patterns of all layers
 * @returns (b, n, n): output positions by input positions
 * @throws ArgumentError for a cache without patterns, and two patterns for one layer, and a run too long for it; ShapeError for
 * cross-attention.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * attentionFlow(cache).select(1, 0) // tensor([[1, 0, 0]])
 */
export function attentionFlow(cache: ActivationCache, options: AttentionFlowOptions = {}): Tensor {
  const { residual, sites, normalize } = flowCall([cache, options]);
  const patterns = squarePatternsIn("attentionFlow", cache, sites);
  return noGrad(() => {
    const layers = patterns.map(({ pattern }) => mixing(pattern, residual));
    const [b, n] = layers[0]!.shape as readonly [number, number, number];
    checkWork(b, n, layers.length);
    const capacities = layers.map((layer) => layer.dataSync());
    const flows = Array.from({ length: b }, (_, row) =>
      flowsOf(
        capacities.map((all) => Float64Array.from(all.subarray(row * n * n, (row + 1) * n * n))),
        n,
      ),
    );
    const found = tensorLike(layers[0]!, flows.flat());
    return normalize ? found.div(found.sum(-1, { keepdim: true }).maximum(1e-12)) : found;
  });
}

// Flows through edges: a few seconds.
const mostWork = 2e8;

function checkWork(b: number, n: number, numLayers: number): void {
  if (b * numLayers * n ** 4 <= mostWork) return;
  const fits = Math.floor((mostWork / numLayers) ** 0.25);
  throw new ArgumentError(
    `attentionFlow: ${b} × ${n} positions in ${numLayers} layers take a flow for each of ${b * n * n} pairs, through ${numLayers * n * n} edges; ` +
      `one text of up to ${fits} positions is supported. rollout(cache) serves long texts.`,
  );
}

function tensorLike(x: Tensor, data: readonly number[]): Tensor {
  return tensor(data, { dtype: x.dtype, backend: x.backend }).reshape(x.shape);
}

/** The flows of one text, n² of them. Node `level n + position`; layer l connects level l + 1 with level l below it. */
function flowsOf(capacities: readonly Float64Array[], n: number): number[] {
  const edges = capacities.flatMap((layer, below) =>
    Array.from(layer, (capacity, k) => ({
      from: (below + 1) * n + Math.floor(k / n),
      to: below * n + (k % n),
      capacity,
    })),
  );
  const top = capacities.length * n;
  const network = new FlowNetwork(top + n, edges);
  return Array.from({ length: n * n }, (_, k) => network.flow(top + Math.floor(k / n), k % n));
}
