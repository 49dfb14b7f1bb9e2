import type { AttendedIf, MaskFillOptions, MaybeAttended, WeightsOptions } from "@saccade/attention";
import {
  attendedIf,
  checkDropout,
  checkFill,
  checkHeads,
  checkParts,
  dotProductAttention,
  dropNonexistent,
  mergeHeads,
  noteParts,
  splitHeads,
} from "@saccade/attention/model";
import { Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { checkInteger, checkOptions, optionNames } from "@saccade/tensor/backend";
import { checkSequences, checkVectors, ownScores } from "./self-attention.ts";
import { weightsForward } from "./weights-forward.ts";

// Self-attention in four steps, each a little more than the one before.

const firstForward = weightsForward("SelfAttentionV1", "attention.forward(x)");

/**
 * The first step: three projections, one head.
 *
 * @example new SelfAttentionV1(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class SelfAttentionV1 extends Module {
  query_proj: Linear;
  key_proj: Linear;
  value_proj: Linear;

  constructor(hiddenDim: number) {
    super();
    checkInteger("SelfAttentionV1", "hiddenDim", hiddenDim, 1);
    this.query_proj = new Linear(hiddenDim, hiddenDim);
    this.key_proj = new Linear(hiddenDim, hiddenDim);
    this.value_proj = new Linear(hiddenDim, hiddenDim);
    noteParts(this);
  }

  /** @param x (b, n, hiddenDim) → output the same, weights (b, n, n) unless `needWeights` is false. */
  override forward<W extends boolean = true>(x: Tensor, given: WeightsOptions<W> = {}): AttendedIf<W> {
    checkParts(this);
    checkVectors("SelfAttentionV1", x, this.query_proj.inFeatures);
    checkOptions(firstForward, given);
    return attendedIf<W>(
      scope(() => {
        const [q, k, v] = [this.query_proj.forward(x), this.key_proj.forward(x), this.value_proj.forward(x)];
        return dotProductAttention({ what: "SelfAttentionV1", headsHidden: false }, q, k, v, given);
      }),
    );
  }
}

const secondForward = weightsForward("SelfAttentionV2", "attention.forward(x)");

/**
 * The second step: the three projections as one matrix, and one for the output.
 *
 * @example new SelfAttentionV2(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class SelfAttentionV2 extends Module {
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number) {
    super();
    checkInteger("SelfAttentionV2", "dim", dim, 1);
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
    noteParts(this);
  }

  /** @param x (b, n, dim) → output the same, weights (b, n, n) unless `needWeights` is false. */
  override forward<W extends boolean = true>(x: Tensor, given: WeightsOptions<W> = {}): AttendedIf<W> {
    checkParts(this);
    checkVectors("SelfAttentionV2", x, this.proj.inFeatures);
    checkOptions(secondForward, given);
    return attendedIf<W>(
      scope(() => {
        const [q, k, v] = inThree(this.proj.forward(x));
        const place = { what: "SelfAttentionV2", headsHidden: false };
        const { output, weights } = dotProductAttention(place, q, k, v, given);
        return { output: this.output_proj.forward(output), weights };
      }),
    );
  }
}

/** Options of one step of {@link SelfAttention} with a cache. */
export interface SelfAttentionStepOptions extends MaskFillOptions {
  /** The probability with which a weight is dropped while training. Default 0.1. */
  readonly dropout?: number | undefined;
}

const stepNames = { dropout: true, maskFill: true } as const;
const thirdOptions = optionNames<SelfAttentionStepOptions>(
  "SelfAttentionV3",
  stepNames,
  "new SelfAttentionV3(dim, { dropout: 0.1 })",
);
const thirdForward = weightsForward("SelfAttentionV3", "attention.forward(x, mask)");

/**
 * The third step: a mask, and dropout of the weights.
 *
 * @example new SelfAttentionV3(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class SelfAttentionV3 extends Module {
  readonly dropout: number;
  readonly maskFill: number | null;
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number, given: SelfAttentionStepOptions = {}) {
    super();
    checkInteger("SelfAttentionV3", "dim", dim, 1);
    checkOptions(thirdOptions, given);
    const { dropout = 0.1 } = given;
    this.dropout = checkDropout("SelfAttentionV3", dropout);
    this.maskFill = checkFill("SelfAttentionV3", given.maskFill);
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
    noteParts(this);
  }

  /**
   * @param x (…, n, dim) → output the same, weights (…, n, n) unless `needWeights` is false.
   * @param mask bool (n, n) or (b, n, n), each size possibly 1: true where a query may attend.
   */
  override forward<W extends boolean = true>(
    x: Tensor,
    mask?: Tensor,
    given: WeightsOptions<W> = {},
  ): AttendedIf<W> {
    checkParts(this);
    checkVectors("SelfAttentionV3", x, this.proj.inFeatures);
    checkOptions(thirdForward, given);
    return attendedIf<W>(scope(() => this.#attend(x, mask, given)));
  }

  #attend(x: Tensor, mask: Tensor | undefined, { needWeights }: WeightsOptions): MaybeAttended {
    const { dropout, training, maskFill } = this;
    const place = { what: "SelfAttentionV3", shape: ownScores(x), headsHidden: false };
    const { inputs, masks } = dropNonexistent(place, [x, x, x], { mask }, maskFill);
    const [q, k, v] = inThree(this.proj.forward(inputs[0]));
    const all = { ...masks, dropout, training, maskFill, needWeights };
    const { output, weights } = dotProductAttention(place, q, k, v, all);
    return { output: this.output_proj.forward(output), weights };
  }
}

const fourthOptions = optionNames<SelfAttentionStepOptions>(
  "MultiHeadSelfAttention",
  stepNames,
  "new MultiHeadSelfAttention(hiddenDim, numHeads, { dropout: 0.1 })",
);
const fourthForward = weightsForward("MultiHeadSelfAttention", "attention.forward(x, mask)");

/**
 * The fourth step: several heads, each on its part of the projections.
 *
 * @example new MultiHeadSelfAttention(8, 2).forward(randn([2, 3, 8])).output.shape // [2, 3, 8]
 */
export class MultiHeadSelfAttention extends Module {
  readonly hiddenDim: number;
  readonly numHeads: number;
  readonly dropout: number;
  readonly maskFill: number | null;
  q_proj: Linear;
  k_proj: Linear;
  v_proj: Linear;
  out_proj: Linear;

  /** @throws ShapeError unless numHeads divides hiddenDim. */
  constructor(hiddenDim: number, numHeads: number, given: SelfAttentionStepOptions = {}) {
    super();
    checkHeads("MultiHeadSelfAttention", "hiddenDim", hiddenDim, numHeads);
    checkOptions(fourthOptions, given);
    this.hiddenDim = hiddenDim;
    this.numHeads = numHeads;
    const { dropout = 0.1 } = given;
    this.dropout = checkDropout("MultiHeadSelfAttention", dropout);
    this.maskFill = checkFill("MultiHeadSelfAttention", given.maskFill);
    this.q_proj = new Linear(hiddenDim, hiddenDim);
    this.k_proj = new Linear(hiddenDim, hiddenDim);
    this.v_proj = new Linear(hiddenDim, hiddenDim);
    this.out_proj = new Linear(hiddenDim, hiddenDim);
    noteParts(this);
  }

  /**
   * @param x (b, n, hiddenDim) → output the same, weights (b, h, n, n) unless `needWeights` is false.
   * @param mask bool (n, n), (b, n, n) or (b, 1 or h, n, n), each size possibly 1: true where a query may attend.
   */
  override forward<W extends boolean = true>(
    x: Tensor,
    mask?: Tensor,
    given: WeightsOptions<W> = {},
  ): AttendedIf<W> {
    checkParts(this);
    checkSequences("MultiHeadSelfAttention", x, this.hiddenDim);
    checkOptions(fourthForward, given);
    return attendedIf<W>(scope(() => this.#attend(x, mask, given)));
  }

  #attend(x: Tensor, mask: Tensor | undefined, { needWeights }: WeightsOptions): MaybeAttended {
    const { numHeads, dropout, training, maskFill } = this;
    const shape = [x.size(0), numHeads, x.size(1), x.size(1)];
    const place = { what: "MultiHeadSelfAttention", shape, headsHidden: true };
    const { inputs, masks } = dropNonexistent(place, [x, x, x], { mask }, maskFill);
    const [y] = inputs;
    const q = splitHeads(this.q_proj.forward(y), numHeads); // (b, h, n, d)
    const k = splitHeads(this.k_proj.forward(y), numHeads);
    const v = splitHeads(this.v_proj.forward(y), numHeads);
    const all = { ...masks, dropout, training, maskFill, needWeights };
    const { output, weights } = dotProductAttention(place, q, k, v, all);
    return { output: this.out_proj.forward(mergeHeads(output)), weights };
  }
}

// (…, 3 d) → three of (…, d): views.
function inThree(x: Tensor): [Tensor, Tensor, Tensor] {
  const d = x.size(-1) / 3;
  return [x.narrow(-1, 0, d), x.narrow(-1, d, d), x.narrow(-1, 2 * d, d)];
}
