// The difference of two causal attentions.

import { Linear, type Parameter } from "@saccade/nn";
import { cat, ones, randn, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type MaybeAttended, noteParts } from "../contract/method.ts";
import { checkDivides } from "../contract/rules.ts";
import * as ladder from "../definitions/ladder/softmax.ts";
import { projectOut } from "../definitions/multi-head.ts";
import { dotProductAttention } from "../functions/attend.ts";
import { CausalSoftmax, softmaxRules } from "./causal-softmax.ts";
import { type Call, mixerSizes, parameter, splitRows } from "./mixer.ts";

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

  /** @throws ShapeError unless 2 · numHeads divides embedDim, where no headDim is given. */
  constructor(embedDim: number, numHeads: number, given: DifferentialAttentionOptions = {}) {
    const { bias, layer, ...sizes } = differentialSizes([embedDim, numHeads, given]);
    const name = "DifferentialAttention";
    if (sizes.headDim === undefined) checkDivides(name, "embedDim", embedDim, 2 * numHeads);
    const { headDim: d = embedDim / numHeads / 2, numKvHeads = numHeads } = sizes;
    const costs = { headDim: d, kept: 4 * numKvHeads * d, products: 6 * numHeads * d };
    super(name, embedDim, numHeads, sizes, costs);
    this.lambdaInit = 0.8 - 0.6 * Math.exp(-0.3 * layer);
    this.qkv = new Linear(embedDim, (numHeads + 2 * numKvHeads) * 2 * d, { bias });
    this.out = new Linear(numHeads * 2 * d, embedDim, { bias });
    const small = (): Parameter => parameter(() => randn([d]).mul(0.1));
    this.lambdaQ1 = small();
    this.lambdaK1 = small();
    this.lambdaQ2 = small();
    this.lambdaK2 = small();
    this.norm = parameter(() => ones([2 * d]));
    noteParts(this, "positions");
  }

  protected override attend(x: Tensor, call: Call): MaybeAttended {
    const { numHeads, numKvHeads, headDim: d, lambdaInit, norm } = this;
    const { offset, cache, needWeights } = call;
    const rows = this.qkv.forward(x);
    const [queries, keys, own] = splitRows(rows, [numHeads, 2 * d], [numKvHeads, 2 * d], [numKvHeads, 2 * d]);
    const pair = (y: Tensor): [Tensor, Tensor] => y.chunk(2, -1) as [Tensor, Tensor];
    const turned = (y: Tensor): Tensor => {
      const halves = pair(y).map((half) => this.turned(half, offset));
      return cat(halves, -1);
    };
    const k = turned(keys);
    const [allKeys, values] = cache ? cache.append(k, own) : [k, own];
    const v = ladder.sharedHeads(values, numHeads);
    const [q1, q2] = pair(turned(queries));
    const [k1, k2] = pair(ladder.sharedHeads(allKeys, numHeads));
    const lambdas = [this.lambdaQ1, this.lambdaK1, this.lambdaQ2, this.lambdaK2] as const;
    const terms = { lambdas, lambdaInit, norm };
    const lambda = ladder.differentialLambda(terms);
    const allowed = this.allowed(x, call);
    const settings = { dropout: this.dropout, training: this.training, needWeights };
    const first = dotProductAttention(allowed, q1, k1, v, settings);
    const second = dotProductAttention(allowed, q2, k2, v, settings);
    const difference = (a: Tensor, b: Tensor): Tensor => a.sub(b.mul(lambda));
    const heads = ladder.differentialNorm(difference(first.output, second.output), terms);
    return {
      output: projectOut(this.out, heads),
      weights: first.weights && second.weights && difference(first.weights, second.weights),
    };
  }
}
