// Causal softmax attention of recent models, as options of one layer, and the difference of two attentions.

import { isTapped, Linear, nameSites, Parameter, running } from "@saccade/nn";
import { ArgumentError, cat, ones, onesLike, randn, scope, type Tensor, where, zeros } from "@saccade/tensor";
import { longest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { AttentionCache, type AttentionCacheOptions, cacheRule } from "../cache/attention-cache.ts";
import { type MaybeAttended, noteParts, type Summarized } from "../contract/method.ts";
import { checkDivides, dropoutRule, headsRule, positiveRule } from "../contract/rules.ts";
import { attend, defaultScale, patternSites } from "../definitions/attention.ts";
import * as ladder from "../definitions/ladder/softmax.ts";
import { entmax, onSimplex, sparsemax } from "../definitions/ladder/sparse.ts";
import { nearby, products } from "../definitions/masks.ts";
import { projectOut, sitesWith, splitHeads } from "../definitions/multi-head.ts";
import { dotProductAttention } from "../functions/attend.ts";
import { type Allowed, allow, allowedPairs } from "../masks/align.ts";
import * as inner from "../positions/attention-positions.ts";
import { type MixerOptions, mixerForward, mixerSizes, SequenceMixer } from "./mixer.ts";

const softmaxRules = {
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
const changeRules = {
  /**
   * Normalizes queries and keys before they are turned: "rms" each head (Qwen3), "rmsOfAllHeads" all heads of a position together
   * (OLMo 2), "layerNorm" (Dehghani et al. 2023), "l2" to unit length with a learned factor instead of 1/√d (Henry et al. 2020).
   * Default null.
   */
  qkNorm: c.nullable(c.oneOf(["rms", "rmsOfAllHeads", "layerNorm", "l2"]), null),
  /**
   * A logit without a value beside those of the keys, so that a head may attend to nothing: "learned" for each head (gpt-oss 2025),
   * "zero" is softmax off by one (Miller 2023). Default null.
   */
  sinks: c.nullable(c.oneOf(["learned", "zero"]), null),
  /** Scores stay within ±softcap (Gemma 2, 2024). Default null. */
  softcap: c.nullable(positiveRule(), null),
  /** sigmoid of a projection, times the output of each head: one number for each feature, or for the head (Qiu et al. 2025). Default null. */
  outputGate: c.nullable(c.oneOf(["elementwise", "headwise"]), null),
  /** Whether a gate at each token lets all keys before it be forgotten (Lin et al. 2025). Default false. */
  forgets: c.flag(false),
  /** What makes weights of scores: "sparsemax", "entmax15", or "softmax". Default "softmax". */
  simplex: c.oneOf(["softmax", "sparsemax", "entmax15"], "softmax"),
};

interface Sizes extends Partial<Omit<c.Settings<typeof softmaxRules>, "bias">> {}

/** What a layer needs of a call beside its input. */
export interface Call {
  readonly offset: number;
  readonly cache: AttentionCache | undefined;
  readonly keyMask: Tensor | undefined;
  readonly needWeights: boolean;
}

const simplexes = { sparsemax, entmax15: (scores: Tensor): Tensor => entmax(scores, 1.5) };

/** A causal attention with a softmax: what its kinds share. */
export abstract class CausalSoftmax extends SequenceMixer {
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** How many keys a query attends to, from itself back; undefined for all. */
  readonly window: number | undefined;
  positions: inner.AttentionPositions | null;
  protected readonly kind: string;
  readonly #forward: ReturnType<typeof mixerForward<AttentionCache>>;

  protected constructor(kind: string, embedDim: number, numHeads: number, sizes: Sizes, headDim: number) {
    super(embedDim, numHeads);
    const { numKvHeads = numHeads, dropout = 0, positions = null } = sizes;
    checkDivides(kind, "numHeads", numHeads, numKvHeads);
    this.kind = kind;
    this.numKvHeads = numKvHeads;
    this.headDim = headDim;
    this.dropout = dropout;
    this.window = sizes.window;
    this.positions = inner.checkPositions(kind, positions, numHeads, headDim);
    this.#forward = mixerForward(kind, cacheRule);
    nameSites(this, { sites: sitesWith(this.positions) });
  }

  /** The output of inputs in which masked tokens are 0, and the weights where they are needed. */
  protected abstract attend(x: Tensor, call: Call): MaybeAttended;

  /** @param x (b, n, embedDim); weights are (b, heads, n, cached + n) */
  override forward(x: Tensor, given: MixerOptions = {}): MaybeAttended {
    const { n, offset, ...call } = this.#forward(this, x, given);
    const seen = call.keyMask?.narrow(1, offset, n).unsqueeze(-1); // (b, n, 1)
    return running(this, () => this.attend(seen ? where(seen, x, 0) : x, { offset, ...call }));
  }

  /** Queries or keys (b, heads, n, d), turned by their positions. */
  protected turned(x: Tensor, offset: number): Tensor {
    return inner.turned(this.kind, this.positions, x, offset);
  }

  /** The keys that queries may attend to, of inputs x (b, n, embedDim), and the bias of the positions. */
  protected allowed(x: Tensor, { offset, keyMask }: Call): Allowed {
    const [b, n] = x.shape as [number, number];
    const { backend } = x;
    const length = offset + n;
    const shape = [b, this.numHeads, n, length];
    const span = { queries: n, keys: length, offset, backend };
    const bias = inner.addedBias(this.kind, this.positions, span, shape);
    const mask = this.window ? nearby(n, length, this.window, backend) : undefined;
    const masks = { mask, keyMask, causal: longest(n) > 1, bias };
    return allow({ what: this.kind, shape, headsHidden: false }, masks, backend, offset);
  }

  override newCache(given: AttentionCacheOptions = {}): AttentionCache {
    return new AttentionCache(given);
  }

  /** Numbers that a cache keeps of each token. */
  protected abstract readonly kept: number;

  override cacheBytes(length: number): number {
    return 4 * length * this.kept;
  }

  /** The multiplications of scores and means for each pair of a query and a key. */
  protected abstract readonly products: number;

  protected override mixing(length: number): number {
    const inside = Math.min(this.window ?? length, length);
    return ((inside * (inside + 1)) / 2 + (length - inside) * inside) * this.products;
  }
}

const settingsOf = /* @__PURE__ */ mixerSizes("SoftmaxAttention", { ...softmaxRules, ...changeRules });

/** Options of {@link SoftmaxAttention}. */
export interface SoftmaxAttentionOptions
  extends c.OptionsOf<typeof settingsOf, typeof softmaxRules & typeof changeRules> {}

/**
 * Causal self-attention with what models of recent years changed in it, each an option, which combine. Without options it is that of
 * Vaswani et al. 2017.
 *
 * @example
 * const layer = new SoftmaxAttention(8, 2, { qkNorm: "rms", outputGate: "elementwise" });
 * layer.forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class SoftmaxAttention extends CausalSoftmax {
  readonly qkNorm: ladder.QueryKeyNorm | null;
  readonly softcap: number | null;
  readonly simplex: "softmax" | "sparsemax" | "entmax15";
  /** Rows: headDim for each head of queries, then of keys, then of values. */
  qkv: Linear;
  out: Linear;
  /** The factors of normalized queries and keys: (headDim), or (heads · headDim) for "rmsOfAllHeads"; null without `qkNorm` and for "l2". */
  qNorm: Parameter | null;
  kNorm: Parameter | null;
  /** (1): the factor of scores for "l2", instead of 1/√d. */
  g: Parameter | null;
  /** (heads): the logits of learned sinks. */
  sinks: Parameter | null;
  /** embedDim → heads · headDim or heads, before the sigmoid. */
  gate: Linear | null;
  /** embedDim → heads: what is kept of the tokens before, before logSigmoid. */
  f: Linear | null;
  readonly #offByOne: boolean;
  protected readonly kept: number;
  protected readonly products: number;

  /** @throws ShapeError unless the heads divide embedDim; ArgumentError for options that exclude each other. */
  constructor(embedDim: number, numHeads: number, given: SoftmaxAttentionOptions = {}) {
    const { bias, qkNorm, softcap, simplex, sinks, outputGate, forgets, ...sizes } = settingsOf([
      embedDim,
      numHeads,
      given,
    ]);
    const name = "SoftmaxAttention";
    const { headDim: d = embedDim / numHeads, numKvHeads = numHeads } = sizes;
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, numHeads);
    if (simplex !== "softmax" && sinks)
      throw new ArgumentError(
        `${name}: sinks are logits of a softmax; leave out sinks, or simplex "${simplex}".`,
      );
    if (forgets && numKvHeads !== numHeads)
      throw new ArgumentError(
        `${name}: forgets gives each head of queries a gate of its own; leave out numKvHeads ${numKvHeads}.`,
      );
    super(name, embedDim, numHeads, sizes, d);
    this.qkNorm = qkNorm;
    this.softcap = softcap;
    this.simplex = simplex;
    this.qkv = new Linear(embedDim, (numHeads + 2 * numKvHeads) * d, { bias });
    this.out = new Linear(numHeads * d, embedDim, { bias });
    const all = qkNorm === "rmsOfAllHeads";
    const factors = (heads: number): Parameter | null =>
      qkNorm && qkNorm !== "l2" ? parameter(() => ones([all ? heads * d : d])) : null;
    this.qNorm = factors(numHeads);
    this.kNorm = factors(numKvHeads);
    this.g = qkNorm === "l2" ? parameter(() => ones([1]).mul(Math.sqrt(d))) : null;
    this.sinks = sinks === "learned" ? parameter(() => zeros([numHeads])) : null;
    this.#offByOne = sinks === "zero";
    const gates = { elementwise: numHeads * d, headwise: numHeads };
    this.gate = outputGate && new Linear(embedDim, gates[outputGate], { bias: false });
    this.f = forgets ? new Linear(embedDim, numHeads) : null;
    this.kept = 2 * numKvHeads * d + (forgets ? numHeads : 0);
    this.products = 2 * numHeads * d;
    noteParts(this, "positions", "qNorm", "kNorm", "g", "sinks", "gate", "f");
  }

  protected override attend(x: Tensor, call: Call): MaybeAttended {
    const { numHeads, numKvHeads, headDim: d, qkNorm } = this;
    const { offset, cache } = call;
    const widths = [numHeads * d, numKvHeads * d, numKvHeads * d];
    const [queries, keys, own] = this.qkv
      .forward(x)
      .split(widths, -1)
      .map((rows, i) => splitHeads(rows, widths[i]! / d, `hook_${"qkv"[i]}`)) as [Tensor, Tensor, Tensor];
    const normed = (y: Tensor, weight: Parameter | null): Tensor =>
      this.turned(qkNorm ? ladder.normalizedRows(y, qkNorm, weight ?? undefined) : y, offset);
    const q = normed(queries, this.qNorm);
    const logGates = this.f?.forward(x).logSigmoid().transpose(1, 2); // (b, heads, n)
    const k = normed(keys, this.kNorm);
    // The gates of earlier tokens are one more column of their keys.
    const rows = logGates && cache ? cat([k, logGates.unsqueeze(-1)], -1) : k;
    const [allRows, values] = cache ? cache.append(rows, own) : [rows, own];
    const gates = cache && logGates ? allRows.select(-1, d) : logGates;
    const allKeys = cache && logGates ? allRows.narrow(-1, 0, d) : allRows;
    const [sharedKeys, v] = [ladder.sharedHeads(allKeys, numHeads), ladder.sharedHeads(values, numHeads)];
    const scaled = this.g ? q.mul(this.g) : q;
    const read = this.#weigh(scaled, sharedKeys, v, gates, this.allowed(x, call), call);
    const gate = this.gate && splitHeads(this.gate.forward(x), numHeads).sigmoid(); // (b, heads, n, d or 1)
    return { ...read, output: projectOut(this.out, gate ? read.output.mul(gate) : read.output) };
  }

  // By the definitions of the changes, or as one fused op where there are none that it does not know.
  #weigh(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    logGates: Tensor | undefined,
    allowed: Allowed,
    { needWeights }: Call,
  ): MaybeAttended {
    const { softcap, simplex, sinks, dropout, training } = this;
    const scale = this.g ? 1 : defaultScale(q);
    const n = q.size(-2);
    const sink = sinks ?? (this.#offByOne ? zeros([q.size(1)], { backend: q.backend }) : undefined);
    const summaries = sink && ({ names: ["logSumExp"], top: 0 } as const);
    const settings = { dropout, training, needWeights, scale, summaries };
    const plain = softcap === null && simplex === "softmax";
    const fused = plain && !needWeights && !isTapped(...patternSites);
    // What a sink leaves of the weights: Σ exp(s) / (exp(z) + Σ exp(s)), by the logarithm of the sum.
    const withSink = (
      { output, weights, summaries: told }: Summarized,
      z = sink?.unsqueeze(-1),
    ): MaybeAttended => ({
      output: told?.logSumExp && z ? output.mul(told.logSumExp.sub(z).sigmoid().unsqueeze(-1)) : output,
      weights,
    });
    if (fused && logGates && n === k.size(-2)) {
      // Σ ln f up to query i is the same for all keys of the query: q · k − (Σ ln f up to key j) is one product, of one column more.
      const sums = logGates.cumsum(-1); // (b, heads, n)
      const forgotten = sums.unsqueeze(-1).div(-scale);
      const [turned, known] = [cat([q, onesLike(forgotten)], -1), cat([k, forgotten], -1)];
      return withSink(
        dotProductAttention(allowed, turned, known, v, settings),
        sink?.unsqueeze(-1).sub(sums),
      );
    }
    const forget = logGates && ladder.forgetBias(logGates, n);
    const bias = forget && allowed.bias ? forget.add(allowed.bias) : (forget ?? allowed.bias);
    if (fused || (plain && !sink))
      return withSink(dotProductAttention({ ...allowed, bias }, q, k, v, settings));
    const raw = products(q.mul(scale), k);
    const capped = softcap === null ? raw : ladder.softcap(raw, softcap);
    const scores = bias ? capped.add(bias) : capped;
    const mask =
      allowedPairs(allowed, q.backend) ??
      ones(
        scores.shape.map(() => 1),
        { dtype: "bool", backend: q.backend },
      );
    const attended = sink
      ? ladder.withSink(scores, v, sink, mask)
      : simplex === "softmax"
        ? attend(scores, v, mask, { dropout, training })
        : onSimplex(scores, v, simplexes[simplex], mask.expand(scores.shape));
    return { output: attended.output, weights: needWeights ? attended.weights : undefined };
  }
}

const differentialSizes = /* @__PURE__ */ mixerSizes("DifferentialAttention", {
  ...softmaxRules,
  /** The index of the layer, from 0: λ starts at 0.8 − 0.6 exp(−0.3 layer). Default 0. */
  layer: c.whole(0, { min: 0, max: 10_000 }),
});

/** Options of {@link DifferentialAttention}. */
export interface DifferentialAttentionOptions
  extends c.OptionsOf<typeof differentialSizes, typeof softmaxRules> {}

/**
 * The difference of two causal attentions, which cancels what both attend to (Ye et al. 2024; unilm's `MultiheadDiffAttn`). Each head
 * has two queries and two keys of half the width, and values of the whole width; its output is normalized.
 *
 * @example new DifferentialAttention(8, 2).forward(randn([1, 5, 8])).output.shape // [1, 5, 8]
 */
export class DifferentialAttention extends CausalSoftmax {
  /** λ at the start. */
  readonly lambdaInit: number;
  /** Rows: 2 · headDim for each head of queries, then of keys, then of values. */
  qkv: Linear;
  out: Linear;
  /** (headDim) each. */
  lambdaQ1: Parameter;
  lambdaK1: Parameter;
  lambdaQ2: Parameter;
  lambdaK2: Parameter;
  /** (2 · headDim): the factors of each head's normalized output. */
  norm: Parameter;
  protected readonly kept: number;
  protected readonly products: number;

  /** @throws ShapeError unless 2 · numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: DifferentialAttentionOptions = {}) {
    const { bias, layer, ...sizes } = differentialSizes([embedDim, numHeads, given]);
    const name = "DifferentialAttention";
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, 2 * numHeads);
    const { headDim: d = embedDim / numHeads / 2, numKvHeads = numHeads } = sizes;
    super(name, embedDim, numHeads, sizes, d);
    this.lambdaInit = 0.8 - 0.6 * Math.exp(-0.3 * layer);
    this.qkv = new Linear(embedDim, (numHeads + 2 * numKvHeads) * 2 * d, { bias });
    this.out = new Linear(numHeads * 2 * d, embedDim, { bias });
    const small = (): Parameter => parameter(() => randn([d]).mul(0.1));
    this.lambdaQ1 = small();
    this.lambdaK1 = small();
    this.lambdaQ2 = small();
    this.lambdaK2 = small();
    this.norm = parameter(() => ones([2 * d]));
    this.kept = 4 * numKvHeads * d;
    this.products = 6 * numHeads * d;
    noteParts(this, "positions");
  }

  protected override attend(x: Tensor, call: Call): MaybeAttended {
    const { numHeads, numKvHeads, headDim: d, lambdaInit, norm } = this;
    const { offset, cache, needWeights } = call;
    const widths = [numHeads, numKvHeads, numKvHeads].map((heads) => 2 * heads * d);
    const [queries, keys, own] = this.qkv
      .forward(x)
      .split(widths, -1)
      .map((rows, i) => splitHeads(rows, widths[i]! / (2 * d), `hook_${"qkv"[i]}`)) as [
      Tensor,
      Tensor,
      Tensor,
    ];
    const pair = (y: Tensor): [Tensor, Tensor] => y.chunk(2, -1) as [Tensor, Tensor];
    const both = (y: Tensor): Tensor =>
      cat(
        pair(y).map((half) => this.turned(half, offset)),
        -1,
      );
    const [allKeys, values] = cache ? cache.append(both(keys), own) : [both(keys), own];
    const v = ladder.sharedHeads(values, numHeads);
    const [q1, q2] = pair(both(queries));
    const [k1, k2] = pair(ladder.sharedHeads(allKeys, numHeads));
    const lambdas = [this.lambdaQ1, this.lambdaK1, this.lambdaQ2, this.lambdaK2] as const;
    const terms = { lambdas, lambdaInit, norm };
    const lambda = ladder.differentialLambda(terms);
    const allowed = this.allowed(x, call);
    const { dropout, training } = this;
    const [first, second] = [
      dotProductAttention(allowed, q1, k1, v, { dropout, training, needWeights }),
      dotProductAttention(allowed, q2, k2, v, { dropout, training, needWeights }),
    ];
    const difference = (a: Tensor, b: Tensor): Tensor => a.sub(b.mul(lambda));
    const heads = ladder.differentialNorm(difference(first.output, second.output), terms);
    return {
      output: projectOut(this.out, heads),
      weights: first.weights && second.weights && difference(first.weights, second.weights),
    };
  }
}

/** A parameter that starts as what `make` makes. */
export function parameter(make: () => Tensor): Parameter {
  return scope(() => new Parameter(make()));
}
