// Causal softmax attention with what models of recent years changed in it, as options of one layer.

import { isTapped, Linear, type Parameter } from "@saccade/nn";
import { ArgumentError, cat, ones, onesLike, scope, type Tensor, zeros } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { type MaybeAttended, noteParts } from "../contract/method.ts";
import { checkDivides, positiveRule } from "../contract/rules.ts";
import { attend, defaultScale, patternSites } from "../definitions/attention.ts";
import * as ladder from "../definitions/ladder/softmax.ts";
import { entmax, onSimplex, sparsemax } from "../definitions/ladder/sparse.ts";
import { maskedSoftmax, products } from "../definitions/masks.ts";
import { projectOut, splitHeads } from "../definitions/multi-head.ts";
import { type Allowed, allowedPairs } from "../masks/align.ts";
import { CausalSoftmax, softmaxRules } from "./causal-softmax.ts";
import { type Call, mixerSizes, parameter, splitRows } from "./mixer.ts";

const simplexes = {
  softmax: maskedSoftmax,
  sparsemax: onSimplex(sparsemax),
  entmax15: onSimplex((scores) => entmax(scores, 1.5)),
};

const settingsOf = /* @__PURE__ */ mixerSizes("SoftmaxAttention", {
  ...softmaxRules,
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
});

/** Options of {@link SoftmaxAttention}. */
export interface SoftmaxAttentionOptions extends c.OptionsOf<typeof settingsOf, typeof softmaxRules> {}

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
  readonly #program: fused.ScoreProgram | undefined;

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
    const kept = 2 * numKvHeads * d + (forgets ? numHeads : 0);
    super(name, embedDim, numHeads, sizes, { headDim: d, kept, products: 2 * numHeads * d });
    this.qkNorm = qkNorm;
    this.softcap = softcap;
    this.#program = softcap === null ? undefined : capProgram(softcap);
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
    noteParts(this, "positions", "qNorm", "kNorm", "g", "sinks", "gate", "f");
  }

  protected override attend(x: Tensor, call: Call): MaybeAttended {
    const { numHeads, numKvHeads, headDim: d, qkNorm } = this;
    const { offset, cache } = call;
    const rows = this.qkv.forward(x);
    const [queries, keys, own] = splitRows(rows, [numHeads, d], [numKvHeads, d], [numKvHeads, d]);
    const normed = (y: Tensor, weight: Parameter | null): Tensor =>
      this.turned(qkNorm ? ladder.normalizedRows(y, qkNorm, weight ?? undefined) : y, offset);
    const k = this.#withForgotten(normed(keys, this.kNorm), x, call);
    const [allKeys, values] = cache ? cache.append(k, own) : [k, own];
    const q = normed(queries, this.qNorm).mul(this.g ?? defaultScale(queries));
    const shared = [allKeys, values].map((y) => ladder.sharedHeads(y, numHeads));
    const read = this.#weigh(q, shared[0]!, shared[1]!, this.allowed(x, call), call);
    const gate = this.gate && splitHeads(this.gate.forward(x), numHeads).sigmoid(); // (b, heads, n, d or 1)
    return { ...read, output: projectOut(this.out, gate ? read.output.mul(gate) : read.output) };
  }

  // One more column of keys (b, heads, n, d): how much is forgotten from the first token to each, Σ ln f.
  #withForgotten(k: Tensor, x: Tensor, { offset, cache }: Call): Tensor {
    if (!this.f) return k;
    const sums = this.f.forward(x).logSigmoid().cumsum(1).transpose(1, 2).unsqueeze(-1);
    // A cache writes in place unless there are views of it.
    const last = (rows: Tensor): Tensor =>
      rows
        .narrow(2, offset - 1, 1)
        .narrow(3, this.headDim, 1)
        .clone();
    const before = cache && offset > 0 ? scope(() => last(cache.read()[0])) : undefined;
    return cat([k, before ? sums.add(before) : sums], -1);
  }

  // As one fused op, or by the definitions of the changes that it does not know.
  #weigh(q: Tensor, k: Tensor, v: Tensor, allowed: Allowed, { n, offset, needWeights }: Call): MaybeAttended {
    const { numHeads, headDim: d, softcap, simplex, dropout, training } = this;
    const { backend } = q;
    const sinks = this.sinks ?? (this.#offByOne ? zeros([numHeads], { backend }) : undefined);
    const forgotten = this.f ? k.narrow(-1, d, 1) : undefined; // (b, heads, keys, 1)
    const now = forgotten?.narrow(2, offset, n);
    const { mask, causal, bias } = allowed;
    // A program runs after what is added to the scores, and for sixteen queries at once.
    const mayCap = !now && !bias && n > 1;
    const fuses = simplex === "softmax" && (softcap === null || mayCap);
    if (fuses && !needWeights && !isTapped(...patternSites)) {
      // Σ ln f up to query i is the same for all its keys: −Σ ln f up to key j remains, by one more column of the product.
      const rows = now ? cat([q, onesLike(now).neg()], -1) : q;
      const terms = { mask, causal, bias: bias?.to(q.dtype), program: this.#program, scale: 1 };
      const options = { ...terms, dropout: training ? dropout : 0 };
      const [output, logSumExp] = fused.scaledDotProductWithLogSumExp(rows, k, v, options);
      if (!sinks) return { output, weights: undefined };
      // What a sink leaves of the weights: Σ exp(s) / (exp(z) + Σ exp(s)), by the logarithm of the sum.
      const z = sinks.reshape([-1, 1, 1]);
      const over = logSumExp.unsqueeze(-1).sub(now ? z.sub(now) : z);
      return { output: output.mul(over.sigmoid()), weights: undefined };
    }
    const raw = products(q, k.narrow(-1, 0, d));
    const capped = softcap === null ? raw : ladder.softcap(raw, softcap);
    const scores = now && forgotten ? capped.add(now.sub(forgotten.transpose(-2, -1))) : capped;
    const softmax = sinks ? ladder.withSink(sinks) : simplexes[simplex];
    const weighing = { bias, dropout, training, softmax };
    const { output, weights } = attend(scores, v, allowedPairs(allowed, backend), weighing);
    return { output, weights: needWeights ? weights : undefined };
  }
}

/** cap · tanh(score / cap) of each score inside the fused op. */
function capProgram(cap: number): fused.ScoreProgram {
  const steps: readonly fused.ScoreStep[] = [
    { op: "score" },
    { op: "constant", value: cap },
    { op: "div", a: 0, b: 1 },
    { op: "tanh", a: 2 },
    { op: "mul", a: 3, b: 1 },
  ];
  return new fused.ScoreProgram({ steps, score: 4, mask: null, tables: [] });
}
