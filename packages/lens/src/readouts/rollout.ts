// Attention over all layers: rollout, and the largest flow through them.

import { noGrad } from "@saccade/autograd";
import { ArgumentError, eye, type Tensor, tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { upTo } from "../names.ts";
import { declare } from "../run/calls.ts";
import { sitesRule, squarePatternsIn } from "./patterns.ts";

/** A directed edge of a graph whose nodes are numbers. */
type Edge = Readonly<Record<"from" | "to" | "capacity", number>>;

// Remaining capacities this small are rounding errors.
const least = 1e-14;

/**
 * Maximum flows in one graph, from a node to another, by Dinic's algorithm (1970): blocking flows along shortest paths. The graph
 * is laid out once; each flow starts from its whole capacities.
 */
function flowsIn(numNodes: number, edges: readonly Edge[]): (source: number, sink: number) => number {
  const used = edges.filter(({ capacity }) => capacity > least);
  const capacities = Float64Array.from(used.flatMap(({ capacity }) => [capacity, 0]));
  // Of arcs: edge i is 2 i, and 2 i + 1 the way back, which takes flow back.
  const left = capacities.slice();
  const heads = Int32Array.from(used.flatMap(({ from, to }) => [to, from]));
  const tails = used.flatMap(({ from, to }) => [from, to]);
  // The arcs out of a node: arcs from first[node] to before first[node + 1].
  const first = new Int32Array(numNodes + 1);
  for (const node of tails) first[node + 1]!++;
  for (let node = 0; node < numNodes; node++) first[node + 1]! += first[node]!;
  const at = first.slice();
  const arcs = new Int32Array(tails.length);
  for (const [arc, node] of tails.entries()) arcs[at[node]!++] = arc;
  const distance = new Int32Array(numNodes);
  const next = new Int32Array(numNodes);
  const queue = new Int32Array(numNodes);

  /** The number of arcs from each node to the sink, along those that still take flow. @returns whether the source has one */
  function measure(source: number, sink: number): boolean {
    distance.fill(-1);
    distance[sink] = 0;
    queue[0] = sink;
    for (let at = 0, length = 1; at < length; at++) {
      const node = queue[at]!;
      for (let k = first[node]!; k < first[node + 1]!; k++) {
        const arc = arcs[k]!;
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
  function push(node: number, sink: number, most: number): number {
    if (node === sink) return most;
    let sent = 0;
    for (; next[node]! < first[node + 1]!; next[node]!++) {
      const arc = arcs[next[node]!]!;
      const to = heads[arc]!;
      if (left[arc]! <= least || distance[to] !== distance[node]! - 1) continue;
      const flow = push(to, sink, Math.min(most - sent, left[arc]!));
      left[arc]! -= flow;
      left[arc ^ 1]! += flow;
      sent += flow;
      if (most - sent <= least) return sent;
    }
    return sent;
  }

  return (source, sink) => {
    left.set(capacities);
    let total = 0;
    while (measure(source, sink)) {
      next.set(first.subarray(0, -1));
      total += push(source, sink, Number.POSITIVE_INFINITY);
    }
    return total;
  };
}

// Both of Abnar & Zuidema (2020) look at one graph: a node for each position before each layer, and edges of a layer's mean
// attention combined with the residual connection.

const rules = {
  /** The share of the residual connection. Default 0.5, the paper's. */
  residual: c.number(0.5, { min: 0, max: 1 }),
  ...sitesRule,
};
const given = { cache: cacheRule };
const rolled = declare("rollout(cache)", { given, options: rules });
const flowing = declare("attentionFlow(cache)", {
  given,
  options: {
    ...rules,
    /** Whether each row is divided by its sum. Default false. */
    normalize: c.flag(false),
  },
});

/** Options of {@link rollout}. */
export interface RolloutOptions extends c.OptionsOf<typeof rolled, typeof sitesRule> {}

/** Options of {@link attentionFlow}. */
export interface AttentionFlowOptions extends c.OptionsOf<typeof flowing, typeof rules & typeof sitesRule> {}

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
  const call = rolled([cache, options]);
  const patterns = squarePatternsIn(call);
  return noGrad(() =>
    patterns.map((pattern) => mixing(pattern, call.residual)).reduce((before, layer) => layer.matmul(before)),
  );
}

/** (1 − r) mean over heads + r I, with rows that sum to 1: (b, heads, n, n) → (b, n, n). A row of zeros stays. */
function mixing(pattern: Tensor, residual: number): Tensor {
  const { backend, dtype } = pattern;
  const identity = eye(pattern.size(-1), { backend, dtype });
  const mean = pattern.mean(1);
  return overSums(mean.mul(1 - residual).add(identity.mul(residual)));
}

/** Each row divided by its sum. */
function overSums(x: Tensor): Tensor {
  return x.div(x.sum(-1, { keepdim: true }).maximum(1e-12));
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
  const call = flowing([cache, options]);
  const patterns = squarePatternsIn(call);
  return noGrad(() => {
    const layers = patterns.map((pattern) => mixing(pattern, call.residual));
    const { shape, dtype, backend } = layers[0]!;
    const [b, n] = shape as readonly [number, number, number];
    const numLayers = layers.length;
    if (b * numLayers * n ** 4 > mostWork)
      throw new ArgumentError(
        `attentionFlow: ${b} × ${n} positions in ${numLayers} layers take a flow for each of ${b * n * n} pairs, through ${numLayers * n * n} edges; ` +
          `one text of up to ${Math.floor((mostWork / numLayers) ** 0.25)} positions is supported. rollout(cache) serves long texts.`,
      );
    const capacities = layers.map((layer) => layer.dataSync());
    const flows = upTo(b).flatMap((row) =>
      flowsOf(
        capacities.map((all) => Float64Array.from(all.subarray(row * n * n, (row + 1) * n * n))),
        n,
      ),
    );
    const found = tensor(flows, { dtype, backend }).reshape(shape);
    return call.normalize ? overSums(found) : found;
  });
}

// Flows through edges: a few seconds.
const mostWork = 2e8;

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
  const flow = flowsIn(top + n, edges);
  return upTo(n * n).map((k) => flow(top + Math.floor(k / n), k % n));
}
