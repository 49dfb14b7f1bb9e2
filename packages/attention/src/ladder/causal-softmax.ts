// What causal layers with a softmax share: the keys that queries may attend to, positions, a cache, and costs.

import { nameSites } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { longest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { AttentionCache, type AttentionCacheOptions, cacheRule } from "../cache/attention-cache.ts";
import { checkDivides, dropoutRule, headsRule } from "../contract/rules.ts";
import { nearby } from "../definitions/masks.ts";
import { sitesWith } from "../definitions/multi-head.ts";
import { type Allowed, allow } from "../masks/align.ts";
import * as inner from "../positions/attention-positions.ts";
import { type Call, SequenceMixer } from "./mixer.ts";

/** Rules of the options that layers with heads of one width have. */
export const softmaxRules = {
  /** Heads of keys and values, each shared by numHeads / numKvHeads queries' (Ainslie et al. 2023). Default numHeads. */
  numKvHeads: headsRule(),
  /** The width of each head. Default embedDim / numHeads. */
  headDim: c.size(),
  /** Whether the projections have biases. Default false. */
  bias: c.flag(false),
  /** Of the weights, while training. Default 0. */
  dropout: dropoutRule(0),
  /** How many keys a query attends to, from itself back, its own included. Default all. */
  window: c.size(),
  /** Positions that turn queries and keys or add a bias: rotary, relative or ALiBi. Default none. */
  positions: c.nullable(inner.positionsRule, null),
};

/** What a layer costs. */
interface Costs {
  readonly headDim: number;
  /** Numbers that a cache keeps of each token. */
  readonly kept: number;
  /** The multiplications of scores and means for each pair of a query and a key. */
  readonly products: number;
}

interface Sizes extends Partial<Omit<c.Settings<typeof softmaxRules>, "bias">> {}

/** A causal attention with a softmax: what its kinds share. */
export abstract class CausalSoftmax extends SequenceMixer {
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** How many keys a query attends to, from itself back; undefined for all. */
  readonly window: number | undefined;
  positions: inner.AttentionPositions | null;
  readonly #costs: Costs;

  protected constructor(kind: string, embedDim: number, numHeads: number, sizes: Sizes, costs: Costs) {
    super(kind, embedDim, numHeads, cacheRule);
    const { numKvHeads = numHeads, dropout = 0, positions = null } = sizes;
    checkDivides(kind, "numHeads", numHeads, numKvHeads);
    this.numKvHeads = numKvHeads;
    this.headDim = costs.headDim;
    this.#costs = costs;
    this.dropout = dropout;
    this.window = sizes.window;
    this.positions = inner.checkPositions(kind, positions, numHeads, costs.headDim);
    nameSites(this, { sites: sitesWith(this.positions) });
  }

  /** Queries or keys (b, heads, n, d), turned by their positions. */
  protected turned(x: Tensor, offset: number): Tensor {
    return inner.turned(this.kind, this.positions, x, offset);
  }

  /** The keys that queries may attend to, of inputs x (b, n, embedDim), and the bias of the positions. */
  protected allowed({ shape: [b], backend }: Tensor, { offset, n, keyMask }: Call): Allowed {
    const length = offset + n;
    const shape = [b!, this.numHeads, n, length];
    const span = { queries: n, keys: length, offset, backend };
    const bias = inner.addedBias(this.kind, this.positions, span, shape);
    const mask = this.window ? nearby(n, length, this.window, backend) : undefined;
    const masks = { mask, keyMask, causal: longest(n) > 1, bias };
    return allow({ what: this.kind, shape, headsHidden: false }, masks, backend, offset);
  }

  override newCache(given: AttentionCacheOptions = {}): AttentionCache {
    return new AttentionCache(given);
  }

  override cacheBytes(length: number): number {
    return 4 * length * this.#costs.kept;
  }

  protected override mixing(length: number): number {
    const inside = Math.min(this.window ?? length, length);
    return ((inside * (inside + 1)) / 2 + (length - inside) * inside) * this.#costs.products;
  }
}
