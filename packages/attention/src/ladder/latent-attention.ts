import type { Parameter } from "@saccade/nn";
import { ones, type Tensor, uniform } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import type { MaybeAttended } from "../contract/method.ts";
import { checkDivides, epsRule } from "../contract/rules.ts";
import { latentAttention } from "../definitions/ladder/latent.ts";
import { allowedPairs } from "../masks/align.ts";
import { CausalSoftmax } from "./causal-softmax.ts";
import { type Call, mixerSizes, parameter } from "./mixer.ts";

const name = "MultiheadLatentAttention";
const construct = /* @__PURE__ */ mixerSizes(name, {
  /** The width of the latent vectors of keys and values, which the cache keeps. Default 2 · headDim. */
  kvLoraRank: c.size(),
  /** The width of the queries' own latent vectors. Default: queries are projected from the input. */
  qLoraRank: c.size(),
  /** The width of the part of each head that positions do not turn, and of its values. Default embedDim / numHeads. */
  headDim: c.size(),
  /** The width of the part of queries and keys that positions turn, even; one key for all heads. Default half of `headDim`, rounded up. */
  ropeDim: c.size(),
  /** Added to the mean squares of the latent vectors. Default 1e-6. */
  normEps: epsRule(1e-6),
  /** How many keys a query attends to, from itself back, its own included. Default all. */
  window: c.size(),
});

/** Options of {@link MultiheadLatentAttention}. */
export interface MultiheadLatentAttentionOptions extends c.OptionsOf<typeof construct> {}

/**
 * Multi-head latent attention (MLA; DeepSeek-V2 2024, section 2.1): keys and values come from one latent vector a token, and a small
 * part of queries and keys is turned with the position. A cache keeps kvLoraRank + ropeDim numbers a token for all heads together; with
 * one, the maps of keys and values are absorbed into those of queries and outputs. Its parameters are the weights of the definition
 * `latentAttention`, (out, in).
 *
 * @example new MultiheadLatentAttention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class MultiheadLatentAttention extends CausalSoftmax {
  readonly normEps: number;
  /** The queries' compression and its norm; undefined where queries are projected from the input. */
  downQuery: Parameter | undefined;
  queryNorm: Parameter | undefined;
  upQuery: Parameter;
  turnedQuery: Parameter;
  down: Parameter;
  norm: Parameter;
  turnedKey: Parameter;
  upKey: Parameter;
  upValue: Parameter;
  out: Parameter;

  /** @throws ShapeError unless numHeads divides embedDim, where no headDim is given, or for an odd ropeDim. */
  constructor(embedDim: number, numHeads: number, given: MultiheadLatentAttentionOptions = {}) {
    const { qLoraRank, normEps, window, ...sizes } = construct([embedDim, numHeads, given]);
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, numHeads);
    const { headDim = embedDim / numHeads } = sizes;
    const { kvLoraRank = 2 * headDim, ropeDim = 2 * Math.ceil(headDim / 4) } = sizes;
    checkDivides(name, "ropeDim", ropeDim, 2);
    const costs = { headDim, kept: kvLoraRank + ropeDim, products: numHeads * (2 * headDim + ropeDim) };
    super(name, embedDim, numHeads, { window }, costs);
    this.normEps = normEps;
    const width = numHeads * headDim;
    const ofQueries = qLoraRank ?? embedDim;
    this.downQuery = qLoraRank === undefined ? undefined : map(qLoraRank, embedDim);
    this.queryNorm = qLoraRank === undefined ? undefined : factors(qLoraRank);
    this.upQuery = map(width, ofQueries);
    this.turnedQuery = map(numHeads * ropeDim, ofQueries);
    this.down = map(kvLoraRank, embedDim);
    this.norm = factors(kvLoraRank);
    this.turnedKey = map(ropeDim, embedDim);
    this.upKey = map(width, kvLoraRank);
    this.upValue = map(width, kvLoraRank);
    this.out = map(embedDim, width);
  }

  protected override attend(x: Tensor, call: Call): MaybeAttended {
    const { offset, cache, needWeights } = call;
    const views = cache && offset > 0 ? cache.read() : undefined;
    const kept = views?.map((rows) => rows.squeeze(1));
    const mask = allowedPairs(this.allowed(x, call), x.backend);
    const known = { cache: kept && { turned: kept[0]!, latent: kept[1]! }, absorbs: kept !== undefined };
    const done = latentAttention(x, this, this.numHeads, { ...known, eps: this.normEps, mask });
    const added = (rows: Tensor): Tensor => rows.narrow(1, offset, x.size(1)).unsqueeze(1);
    // A cache writes in place unless there are views of it.
    for (const rows of [...(views ?? []), ...(kept ?? [])]) rows.dispose();
    cache?.append(added(done.turned), added(done.latent));
    return { output: done.output, weights: needWeights ? done.weights : undefined };
  }
}

const map = (out: number, into: number): Parameter =>
  parameter(() => uniform(-1 / Math.sqrt(into), 1 / Math.sqrt(into), [out, into]));
const factors = (width: number): Parameter => parameter(() => ones([width]));
