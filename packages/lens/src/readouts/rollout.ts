import { noGrad } from "@saccade/autograd";
import { ArgumentError, eye, scope, type Tensor, tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import { FlowNetwork } from "./max-flow.ts";
import { sitesRule, squarePatternsIn } from "./patterns.ts";

// Both of Abnar & Zuidema (2020) look at one graph: a node for each position before each layer, and edges of a layer's mean
// attention combined with the residual connection.

const rules = {
  /** The share of the residual connection. Default 0.5, the paper's. */
  residual: c.number(0.5, { min: 0, max: 1 }),
  ...sitesRule,
};
const cacheRule = { cache: c.required(c.instanceOf("an ActivationCache", ActivationCache)) };
const rolloutCall = c.signature("rollout", cacheRule, rules, { example: "rollout(cache)" });
const flowCall = c.signature(
  "attentionFlow",
  cacheRule,
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
    scope(() =>
      patterns
        .map(({ pattern }) => mixing(pattern, residual))
        .reduce((before, layer) => layer.matmul(before)),
    ),
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
  return noGrad(() =>
    scope(() => {
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
    }),
  );
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
