import { Linear, nameSites, RMSNorm, running } from "@saccade/nn";
import { type Tensor, where } from "@saccade/tensor";
import { longest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { AttentionCache, type AttentionCacheOptions, cacheRule } from "../cache/attention-cache.ts";
import { type MaybeAttended, noteParts } from "../contract/method.ts";
import { checkDivides, epsRule, headsRule, sizeRule } from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import { latentAttention } from "../definitions/ladder/latent.ts";
import { nearby } from "../definitions/masks.ts";
import { allow, allowedPairs } from "../masks/align.ts";
import { type MixerOptions, mixerForward, SequenceMixer } from "./mixer.ts";

const name = "MultiheadLatentAttention";
const construct = /* @__PURE__ */ c.signature(
  name,
  { embedDim: sizeRule, numHeads: /* @__PURE__ */ c.required(/* @__PURE__ */ headsRule()) },
  {
    /** The width of the latent vectors of keys and values, which the cache keeps. Default 2 · headDim. */
    kvLoraRank: c.size(),
    /** The width of the queries' own latent vectors. Default null: queries are projected from the input. */
    qLoraRank: c.nullable(c.size(), null),
    /** The width of the part of each head that positions do not turn, and of its values. Default embedDim / numHeads. */
    headDim: c.size(),
    /** The width of the part of queries and keys that positions turn, even; one key for all heads. Default half of `headDim`, or 2. */
    ropeDim: c.size(),
    /** Added to the mean squares of the latent vectors. Default 1e-6. */
    normEps: epsRule(1e-6),
    /** How many keys a query attends to, from itself back. Default all. */
    window: c.size(),
  },
  { example: `new ${name}(64, 4, { kvLoraRank: 32 })` },
);
const inputs = /* @__PURE__ */ mixerForward(name, cacheRule);

/** Options of {@link MultiheadLatentAttention}. */
export interface MultiheadLatentAttentionOptions extends c.OptionsOf<typeof construct> {}

/**
 * Multi-head latent attention (MLA; DeepSeek-V2 2024, section 2.1): keys and values come from one latent vector a token, and a small
 * part of queries and keys is turned with the position. A cache keeps kvLoraRank + ropeDim numbers a token for all heads together; with
 * one, the projections of keys and values are absorbed into those of queries and outputs. Names are those of DeepSeek's code.
 *
 * @example new MultiheadLatentAttention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class MultiheadLatentAttention extends SequenceMixer {
  readonly headDim: number;
  readonly ropeDim: number;
  readonly window: number | undefined;
  /** embedDim → qLoraRank, and the norm after it; null where queries are projected from the input. */
  qDown: Linear | null;
  qNorm: RMSNorm | null;
  /** → heads · headDim, and → heads · ropeDim. */
  qUp: Linear;
  qRope: Linear;
  /** embedDim → kvLoraRank, and the norm after it. */
  kvDown: Linear;
  kvNorm: RMSNorm;
  /** embedDim → ropeDim. */
  kRope: Linear;
  /** kvLoraRank → heads · headDim. */
  kUp: Linear;
  vUp: Linear;
  out: Linear;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given, or for an odd ropeDim. */
  constructor(embedDim: number, numHeads: number, given: MultiheadLatentAttentionOptions = {}) {
    const { qLoraRank, normEps: eps, window, ...sizes } = construct([embedDim, numHeads, given]);
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, numHeads);
    super(embedDim, numHeads);
    const { headDim = embedDim / numHeads } = sizes;
    const { kvLoraRank = 2 * headDim, ropeDim = 2 * Math.ceil(headDim / 4) } = sizes;
    checkDivides(name, "ropeDim", ropeDim, 2);
    this.headDim = headDim;
    this.ropeDim = ropeDim;
    this.window = window;
    const map = (into: number, out: number): Linear => new Linear(into, out, { bias: false });
    this.qDown = qLoraRank === null ? null : map(embedDim, qLoraRank);
    this.qNorm = qLoraRank === null ? null : new RMSNorm(qLoraRank, { eps });
    this.qUp = map(qLoraRank ?? embedDim, numHeads * headDim);
    this.qRope = map(qLoraRank ?? embedDim, numHeads * ropeDim);
    this.kvDown = map(embedDim, kvLoraRank);
    this.kvNorm = new RMSNorm(kvLoraRank, { eps });
    this.kRope = map(embedDim, ropeDim);
    this.kUp = map(kvLoraRank, numHeads * headDim);
    this.vUp = map(kvLoraRank, numHeads * headDim);
    this.out = map(numHeads * headDim, embedDim);
    noteParts(this, "qDown", "qNorm");
    nameSites(this, { sites: patternSites });
  }

  /** @param x (b, n, embedDim); weights are (b, heads, n, cached + n) */
  override forward(x: Tensor, given: MixerOptions = {}): MaybeAttended {
    const { b, n, cache, keyMask, needWeights, offset } = inputs(this, x, given);
    return running(this, () => {
      const { numHeads, qDown, qNorm, kvNorm } = this;
      const { backend } = x;
      const length = offset + n;
      const seen = keyMask?.narrow(1, offset, n).unsqueeze(-1); // (b, n, 1)
      const near = this.window ? nearby(n, length, this.window, backend) : undefined;
      const masks = { mask: near, keyMask, causal: longest(n) > 1 };
      const shape = [b, numHeads, n, length];
      const allowed = allow({ what: name, shape, headsHidden: false }, masks, backend, offset);
      const kept = offset > 0 ? cache?.read().map((rows) => rows.squeeze(1)) : undefined;
      const weights = {
        downQuery: qDown?.weight,
        queryNorm: qNorm?.weight ?? undefined,
        upQuery: this.qUp.weight,
        turnedQuery: this.qRope.weight,
        down: this.kvDown.weight,
        norm: kvNorm.weight!,
        turnedKey: this.kRope.weight,
        upKey: this.kUp.weight,
        upValue: this.vUp.weight,
        out: this.out.weight,
      };
      const done = latentAttention(seen ? where(seen, x, 0) : x, weights, numHeads, {
        cache: kept && { turned: kept[0]!, latent: kept[1]! },
        absorbs: offset > 0,
        eps: kvNorm.eps!,
        mask: allowedPairs(allowed, backend),
      });
      const added = (rows: Tensor): Tensor => rows.narrow(1, offset, n).unsqueeze(1);
      cache?.append(added(done.turned), added(done.latent));
      return { output: done.output, weights: needWeights ? done.weights : undefined };
    });
  }

  override newCache(given: AttentionCacheOptions = {}): AttentionCache {
    return new AttentionCache(given);
  }

  override cacheBytes(length: number): number {
    return 4 * length * (this.kvDown.outFeatures + this.ropeDim);
  }

  override flops(length: number): number {
    const linear = [...this.modules()].filter((part): part is Linear => part instanceof Linear);
    const maps = linear.reduce((sum, { inFeatures, outFeatures }) => sum + inFeatures * outFeatures, 0);
    const inside = Math.min(this.window ?? length, length);
    const pairs = (inside * (inside + 1)) / 2 + (length - inside) * inside;
    return 2 * (length * maps + pairs * this.numHeads * (2 * this.headDim + this.ropeDim));
  }
}
