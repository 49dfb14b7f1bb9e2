// What the layers of this entry share: one causal sequence in, one out, a cache of their own, and their costs.

import { Linear, Module } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import type { AttentionCache, AttentionCacheOptions } from "../cache/attention-cache.ts";
import { type MaybeAttended, method } from "../contract/method.ts";
import { headsRule, sizeRule } from "../contract/rules.ts";

/** Rules of the options of a layer's `forward`, beside its cache. */
const mixerRules = {
  /** bool (b, cached + n), true where a token may be attended to; masked tokens do not exist for the others. Default all. */
  keyMask: c.tensorRule("bool", "(b, _)"),
  /** Whether to return the attention weights. Default false. */
  needWeights: c.flag(false),
};

/** The contract of a layer's constructor: `new GatedDeltaNet(64, 4, { … })`. */
/* @__NO_SIDE_EFFECTS__ */
export function mixerSizes<const R extends c.Rules>(name: string, rules: R) {
  const words = { example: `new ${name}(64, 4)` };
  return c.signature(name, { embedDim: sizeRule, numHeads: c.required(headsRule()) }, rules, words);
}

/** Options of the `forward` of a {@link SequenceMixer}. */
export interface MixerOptions extends c.Given<typeof mixerRules> {
  /** What it knows of the tokens before these, made by `newCache`; those of these are added. Only where no gradients are recorded. */
  readonly cache?: AttentionCache | undefined;
}

/** The contract of a layer's `forward`. */
/* @__NO_SIDE_EFFECTS__ */
export function mixerForward<C extends AttentionCache>(name: string, cache: c.Rule<C, undefined>) {
  const rules = { cache, ...mixerRules };
  const read = c.options(`${name}.forward`, rules, { example: "layer.forward(x, { cache })" });
  const inputs = method(read, "x float (b, n, embedDim)");
  const masks = c.tensors(`${name}.forward`, "keyMask? bool (b, length)");
  return (layer: SequenceMixer, x: Tensor, given: MixerOptions) => {
    const settings = inputs(layer, [x, given], { embedDim: layer.embedDim });
    const { b, n, keyMask, cache } = settings;
    const offset = cache?.length ?? 0;
    masks.check([keyMask], { b, length: offset + n });
    return { ...settings, offset };
  };
}

/**
 * A causal attention over one sequence, for the option `attention` of `GPT`: it has its projections, and a cache for decoding.
 * With a cache or without, in one call or in several, it computes the same.
 *
 * @example new GatedDeltaNet(4, 2) instanceof SequenceMixer // true
 */
export abstract class SequenceMixer extends Module {
  /** It attends to no later token, and needs no mask for that. */
  readonly causal = true;
  /** It takes a cache. */
  readonly cached = true;
  /** The size of the input and the output. */
  readonly embedDim: number;
  readonly numHeads: number;

  protected constructor(embedDim: number, numHeads: number) {
    super();
    this.embedDim = embedDim;
    this.numHeads = numHeads;
  }

  /** @param x (b, n, embedDim) @returns output (b, n, embedDim), and weights (b, heads, n, cached + n) where it has them and they are wanted */
  abstract override forward(x: Tensor, given?: MixerOptions): MaybeAttended;

  /** An empty cache for {@link forward}. */
  abstract newCache(given?: AttentionCacheOptions): AttentionCache;

  /** Bytes of a cache with room for `length` tokens of one sequence. */
  abstract cacheBytes(length: number): number;

  /**
   * Operations in the products of {@link forward} for one sequence, two for each multiplication and addition. A memory's are counted
   * token by token: chunks add products that do not depend on the length either.
   */
  flops(length: number): number {
    const linear = [...this.modules()].filter((part): part is Linear => part instanceof Linear);
    const maps = linear.reduce((sum, { inFeatures, outFeatures }) => sum + inFeatures * outFeatures, 0);
    return 2 * (length * maps + this.mixing(length));
  }

  /** The multiplications among tokens. */
  protected abstract mixing(length: number): number;
}

/** @throws ArgumentError for weights of an attention that has none. */
export function refuseWeights(name: string, needWeights: boolean): void {
  if (!needWeights) return;
  throw new ArgumentError(
    `${name}: needWeights has no effect, since a memory has no attention weights; leave it out.`,
  );
}
