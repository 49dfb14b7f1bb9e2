// Layers with a memory of fixed size: projections, a short convolution, the memory, a norm and a gate of each head's output. The
// names of the layers and of their parts are those of flash-linear-attention, in camel case.

import { Linear, nameSites, type Parameter, RMSNorm, type Sequential } from "@saccade/nn";
import { ArgumentError, type Shape, type Tensor, uniform, where } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { checkDivides, epsRule } from "../contract/rules.ts";
import * as definition from "../definitions/ladder/memories.ts";
import { projectOut, sitesWith, splitHeads } from "../definitions/multi-head.ts";
import * as shared from "./mixer.ts";
import { StateCache, stateCacheRule } from "./state-cache.ts";

/** Rules of the options that all of them have. */
export const layerRules = {
  /** The width of each head's queries and keys. Default embedDim / numHeads. */
  headDim: c.size(),
  /** The width of each head's values. Default `headDim`. */
  valueDim: c.size(),
  /** Added to the mean squares in the norm of each head's output. Default 1e-5. */
  normEps: epsRule(1e-5),
  /** How many tokens are computed together in training. It changes time, memory and rounding only. Default 32. */
  chunkSize: shared.chunkSizeRule,
  /** Whether each head's output has a gate. Default true; false for {@link DeltaNet}. */
  useGate: c.flag(true),
};

/** The settings of a layer, checked; without `convSize`, there is no convolution, and no activation after it. */
export interface Sizes extends c.Settings<typeof layerRules> {
  readonly convSize?: number;
}

/**
 * A layer with a memory of fixed size for each head, which trains in chunks and decodes token by token.
 *
 * @example new GatedDeltaNet(4, 2) instanceof RecurrentAttention // true
 */
export abstract class RecurrentAttention extends shared.SequenceMixer<StateCache> {
  /** The width of each head's queries and keys. */
  readonly headDim: number;
  /** The width of each head's values. */
  readonly valueDim: number;
  readonly chunkSize: number;
  /** Rows: headDim for each head of queries, then of keys, then valueDim for each head of values. */
  qkv: Linear;
  /** (rows of qkv, 1, convSize), as of a Conv1d with groups; null without a convolution. */
  conv: Parameter | null;
  /** embedDim → heads · valueDim: what `activate` turns into a factor of the output; null for none. */
  abstract gate: Linear | Sequential | null;
  norm: RMSNorm;
  out: Linear;
  /** The products of keys or queries and the memory at each token: what is written and what is read. */
  protected readonly products: number = 2;

  protected constructor(name: string, embedDim: number, numHeads: number, sizes: Sizes) {
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, numHeads);
    super(name, embedDim, numHeads, stateCacheRule);
    const { headDim = embedDim / numHeads, convSize = 0 } = sizes;
    const { valueDim = headDim } = sizes;
    this.headDim = headDim;
    this.valueDim = valueDim;
    this.chunkSize = sizes.chunkSize;
    const rows = numHeads * (2 * headDim + valueDim);
    this.qkv = new Linear(embedDim, rows, { bias: false });
    const bound = 1 / Math.sqrt(convSize);
    this.conv = convSize === 0 ? null : drawn([rows, 1, convSize], -bound, bound);
    this.norm = new RMSNorm(valueDim, { eps: sizes.normEps });
    this.out = new Linear(numHeads * valueDim, embedDim, { bias: false });
    nameSites(this, { sites: sitesWith(null).filter((site) => !/attn_scores|pattern/.test(site)) });
  }

  /** The decays and betas (b, heads, n) of inputs (b, n, embedDim). */
  protected abstract terms(x: Tensor): definition.MemoryTerms;

  /** What the memory gets for queries or keys (b, heads, n, headDim), the first token at position `offset`. */
  protected prepared(x: Tensor, _offset: number): Tensor {
    return x;
  }

  /** The activation of the output's gate. */
  protected activate(gate: Tensor): Tensor {
    return gate.silu();
  }

  protected override attend(x: Tensor, { n, offset, cache, keyMask, needWeights }: shared.Call<StateCache>) {
    const { kind, numHeads, headDim, valueDim, qkv } = this;
    if (needWeights)
      throw new ArgumentError(
        `${kind}: needWeights has no effect, since a memory has no attention weights; leave it out.`,
      );
    const held = { numHeads, keyWidth: valueDim, valueWidth: qkv.outFeatures };
    cache?.check(kind, { ...held, batch: x.size(0), backend: x.backend });
    const before = cache?.state;
    const rows = qkv.forward(x);
    const convolved = this.conv && definition.causalConvolution(rows, this.conv, before?.inputs.squeeze(1));
    const inputs = (convolved?.before ?? rows.narrow(1, 0, 0)).unsqueeze(1); // what the next tokens need
    const mixed = convolved?.output.silu() ?? rows;
    const [q, k, v] = shared.splitRows(mixed, [numHeads, headDim], [numHeads, headDim], [numHeads, valueDim]);
    // A masked token writes nothing, and nothing decays.
    const seen = keyMask?.narrow(1, offset, n).unsqueeze(1); // (b, 1, n)
    const shown = (rows: Tensor): Tensor =>
      seen ? where(rows.ndim === 3 ? seen : seen.unsqueeze(-1), rows, 0) : rows;
    const { g, beta } = this.terms(x);
    const terms = { g: g && shown(g), beta, state: before?.state };
    const memory = shared.memoryFor(kind, n, this.chunkSize);
    const { output, state } = memory(this.prepared(q, offset), shown(this.prepared(k, offset)), v, terms);
    cache?.replace({ state, inputs }, n);
    const read = this.norm.forward(output); // (b, heads, n, valueDim)
    const gate = this.gate && this.activate(splitHeads(this.gate.forward(x), numHeads));
    return { output: projectOut(this.out, gate ? read.mul(gate) : read), weights: undefined };
  }

  /** An empty state. */
  override newCache(): StateCache {
    return new StateCache();
  }

  /** Bytes of the state of one sequence of any length: the memories, and the last inputs of the convolution. */
  get stateBytes(): number {
    const inputs = this.conv ? (this.conv.size(2) - 1) * this.qkv.outFeatures : 0;
    return 4 * (this.numHeads * this.headDim * this.valueDim + inputs);
  }

  /** As many as {@link stateBytes}, whatever the length. */
  override cacheBytes(_length: number): number {
    return this.stateBytes;
  }

  protected override mixing(length: number): number {
    return length * this.products * this.numHeads * this.headDim * this.valueDim;
  }
}

/** A parameter that starts as U(low, high), changed by `f`. */
export function drawn(
  shape: Shape,
  low: number,
  high: number,
  f: (x: Tensor) => Tensor = (x) => x,
): Parameter {
  return shared.parameter(() => f(uniform(low, high, shape)));
}
