// Memories that are read by content: patterns of a Hopfield network, and data that a few latents read; and sparse maps from scores to
// weights.

import { LayerNorm, Linear, Module, nameSites, type Parameter, running } from "@saccade/nn";
import { randn, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Attended, call, method } from "../contract/method.ts";
import { checkDivides, headsRule, positiveRule, sizeRule } from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import * as sets from "../definitions/ladder/sets.ts";
import * as sparse from "../definitions/ladder/sparse.ts";
import { parameter } from "./mixer.ts";

const hopfieldSizes = /* @__PURE__ */ c.signature(
  "HopfieldLayer",
  { patternSize: sizeRule },
  {
    /** The number of learned patterns. Default null: patterns are given to each call. */
    quantity: c.nullable(c.size(), null),
    /** The inverse temperature: the larger, the closer patterns may be and still be told apart. Default 1/√patternSize. */
    beta: positiveRule(),
    /** How often a state is updated; once is attention. Default 1. */
    steps: c.size(1),
  },
  { example: "new HopfieldLayer(8, { quantity: 16 })" },
);
/* @__NO_SIDE_EFFECTS__ */
const recallOf = (name: string) =>
  method(`HopfieldLayer.${name}`, "x float (b, s, patternSize)  patterns? float (b, n, patternSize)");
const recallCalls = {
  forward: /* @__PURE__ */ recallOf("forward"),
  energies: /* @__PURE__ */ recallOf("energies"),
  fixedPoint: /* @__PURE__ */ recallOf("fixedPoint"),
};

/** Options of {@link HopfieldLayer}. */
export interface HopfieldLayerOptions extends c.OptionsOf<typeof hopfieldSizes> {}

/**
 * A modern Hopfield network (Ramsauer et al. 2020; hflayers' `HopfieldLayer`, without projections): states fall to the pattern nearest
 * to them, ξ ← softmax(β ξ Xᵀ) X. One step is attention whose keys and values are the patterns.
 *
 * @example
 * const patterns = tensor([[[1, 1], [-1, -1]]]);
 * new HopfieldLayer(2, { beta: 4 }).forward(tensor([[[1, 0.5]]]), patterns).output.flatten() // tensor([1, 1])
 */
export class HopfieldLayer extends Module {
  readonly patternSize: number;
  readonly beta: number;
  readonly steps: number;
  /** (quantity, patternSize): the learned patterns; null where they are given. */
  patterns: Parameter | null;

  constructor(patternSize: number, given: HopfieldLayerOptions = {}) {
    super();
    const { quantity, steps, beta = 1 / Math.sqrt(patternSize) } = hopfieldSizes([patternSize, given]);
    this.patternSize = patternSize;
    this.beta = beta;
    this.steps = steps;
    this.patterns = quantity === null ? null : parameter(() => randn([quantity, patternSize]));
  }

  /**
   * @param x states (b, s, patternSize)
   * @param patterns (b, n, patternSize), where none are learned
   * @returns the recalled states (b, s, patternSize), and the weights (b, s, n) of the last step
   * @throws ShapeError for patterns beside learned ones, or for none.
   */
  override forward(x: Tensor, patterns?: Tensor): Attended {
    const stored = this.#stored("forward", x, patterns);
    return running(this, () => iterable(scope(() => sets.hopfield(x, stored, this.beta, this.steps))));
  }

  /** The energies of a recall, before the first step to after the last, which never rise: (b, s, steps + 1). */
  energies(x: Tensor, patterns?: Tensor): Tensor {
    const stored = this.#stored("energies", x, patterns);
    return scope(() => sets.hopfieldEnergies(x, stored, this.beta, this.steps));
  }

  /** The states at which a recall stands still, (b, s, patternSize). Their gradient reaches the patterns, not the start. */
  fixedPoint(x: Tensor, patterns?: Tensor): Tensor {
    const stored = this.#stored("fixedPoint", x, patterns);
    return scope(() => sets.hopfieldFixedPoint(x, stored, this.beta));
  }

  #stored(name: keyof typeof recallCalls, x: Tensor, patterns: Tensor | undefined): Tensor {
    const { patternSize } = this;
    recallCalls[name](this, [x, patterns], { patternSize });
    const learned = this.patterns?.unsqueeze(0).expand([x.size(0), -1, -1]);
    if (!(learned && patterns) && (learned ?? patterns)) return (learned ?? patterns)!;
    const cure = learned
      ? "leave out patterns, or quantity"
      : "give patterns, or learn some with { quantity }";
    throw new ShapeError(`HopfieldLayer.${name}: it must have patterns from one place; ${cure}.`);
  }
}

const perceiverSizes = /* @__PURE__ */ c.signature(
  "PerceiverAttention",
  { latentDim: sizeRule, dataDim: sizeRule, numHeads: c.required(headsRule()) },
  {
    /** The number of learned latents. Default 32. */
    numLatents: c.size(32),
    /** The width of each head. Default latentDim / numHeads. */
    headDim: c.size(),
    /** The width inside the feed-forward network. Default 4 latentDim. */
    dimFeedforward: c.size(),
  },
  { example: "new PerceiverAttention(32, 3, 4, { numLatents: 16 })" },
);
const perceiverForward = /* @__PURE__ */ method(
  /* @__PURE__ */ c.options(
    "PerceiverAttention.forward",
    {
      /** floats (b, n, latentDim): latents from a block before this one. Default the learned ones. */
      latents: c.tensorRule("float", "(b, n, latentDim)"),
      /** bool (b, m), true where there are data. Default everywhere. */
      keyMask: c.tensorRule("bool", "(b, m)"),
    },
    { example: "layer.forward(data, { keyMask })" },
  ),
  "data float (b, m, dataDim)",
);

/** Options of {@link PerceiverAttention}. */
export interface PerceiverAttentionOptions extends c.OptionsOf<typeof perceiverSizes> {}
/** Options of the `forward` of {@link PerceiverAttention}. */
export interface PerceiverForwardOptions extends c.OptionsOf<typeof perceiverForward> {}

/**
 * The cross-attention of a Perceiver (Jaegle et al. 2021, section 3.1): a few learned latents read as much data as there is, in time and
 * memory linear in its length, and go through a gated feed-forward network.
 *
 * @example new PerceiverAttention(8, 3, 2, { numLatents: 4 }).forward(randn([1, 50, 3])).output.shape // [1, 4, 8]
 */
export class PerceiverAttention extends Module {
  readonly latentDim: number;
  readonly dataDim: number;
  readonly numHeads: number;
  /** (numLatents, latentDim). */
  latents: Parameter;
  normLatents: LayerNorm;
  normData: LayerNorm;
  toQ: Linear;
  toK: Linear;
  toV: Linear;
  toOut: Linear;
  normFeedForward: LayerNorm;
  /** latentDim → 2 dimFeedforward: the second half gates the first. */
  feedForward1: Linear;
  feedForward2: Linear;

  /** @throws ShapeError unless numHeads divides latentDim, where no headDim is given. */
  constructor(latentDim: number, dataDim: number, numHeads: number, given: PerceiverAttentionOptions = {}) {
    super();
    const sizes = perceiverSizes([latentDim, dataDim, numHeads, given]);
    const { numLatents, headDim = latentDim / numHeads, dimFeedforward = 4 * latentDim } = sizes;
    if (sizes.headDim === undefined) checkDivides("PerceiverAttention", "latentDim", latentDim, numHeads);
    const width = numHeads * headDim;
    const map = (into: number, out: number): Linear => new Linear(into, out, { bias: false });
    this.latentDim = latentDim;
    this.dataDim = dataDim;
    this.numHeads = numHeads;
    this.latents = parameter(() => randn([numLatents, latentDim]).mul(0.02));
    this.normLatents = new LayerNorm(latentDim);
    this.normData = new LayerNorm(dataDim);
    this.toQ = map(latentDim, width);
    this.toK = map(dataDim, width);
    this.toV = map(dataDim, width);
    this.toOut = new Linear(width, latentDim);
    this.normFeedForward = new LayerNorm(latentDim);
    this.feedForward1 = new Linear(latentDim, 2 * dimFeedforward);
    this.feedForward2 = new Linear(dimFeedforward, latentDim);
    nameSites(this, { sites: patternSites });
  }

  /**
   * @param data (b, m, dataDim)
   * @returns the latents (b, n, latentDim), and their weights of the data (b, heads, n, m)
   */
  override forward(data: Tensor, given: PerceiverForwardOptions = {}): Attended {
    const { latentDim, dataDim } = this;
    const { b, latents, keyMask } = perceiverForward(this, [data, given], { latentDim, dataDim });
    const run = (): Attended =>
      scope(() => {
        const start = latents ?? this.latents.unsqueeze(0).expand([b, -1, -1]);
        return sets.perceiverBlock(start, data, this, this.numHeads, keyMask);
      });
    return iterable(running(this, run));
  }
}

const scores = "scores float (…, n)";
const sparsemaxInputs = /* @__PURE__ */ c.tensors("sparsemax", scores);
const entmaxInputs = /* @__PURE__ */ call(
  /* @__PURE__ */ c.options(
    "entmax",
    {
      /** 1 would be softmax, 2 is sparsemax; above 1. Default 1.5. */
      alpha: c.number(1.5, { above: 1, max: 16 }),
    },
    { example: "entmax(scores, { alpha: 1.5 })" },
  ),
  scores,
);

/** Options of {@link entmax}. */
export interface EntmaxOptions extends c.OptionsOf<typeof entmaxInputs> {}

/**
 * Weights over the last dim, the nearest to the scores that sum to 1, of which many are exactly 0 (Martins & Astudillo 2016). Scores of
 * −∞ are masked. entmax's `sparsemax`.
 *
 * @param scores floats (…, n)
 * @returns (…, n)
 * @example sparsemax(tensor([1, 0.5, -1])) // tensor([0.7500, 0.2500, 0.0000])
 */
export function sparsemax(scores: Tensor): Tensor {
  sparsemaxInputs([scores]);
  return scope(() => sparse.sparsemax(scores));
}

/**
 * Weights over the last dim between softmax and {@link sparsemax}, by `alpha` (Peters, Niculae & Martins 2019, equation 10): small scores
 * get exactly 0. Scores of −∞ are masked. entmax's `entmax_bisect`. An `alpha` that is learned: `entmax` of
 * "@saccade/attention/definitions/ladder".
 *
 * @param scores floats (…, n)
 * @returns (…, n)
 * @throws ArgumentError unless alpha is above 1.
 * @example entmax(tensor([1, 0, -2])) // tensor([0.8307, 0.1693, 0.0000])
 */
export function entmax(scores: Tensor, given: EntmaxOptions = {}): Tensor {
  const { alpha } = entmaxInputs([scores, given]);
  return scope(() => sparse.entmax(scores, alpha));
}
