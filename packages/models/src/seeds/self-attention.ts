import type { MaskFillOptions, MaskOptions } from "@saccade/attention";
import { checkDivides, headsRule, maskFillRules, noteParts } from "@saccade/attention/model";
import { Linear } from "@saccade/nn";
import { flag, type OptionsOf, options, required, signature, size } from "@saccade/tensor/contract";
import * as base from "./base.ts";

// Self-attention in the forms that the documents build, each a little more than the one before.

/** No masks. */
type NoMasks = Record<never, never>;

const plain = base.declare("PlainSelfAttention", "x float (…, n, width)", base.maskedForward);
const plainCall = signature(
  plain.name,
  { embeddedSize: required(size()) },
  options(plain.name, maskFillRules, { example: "new PlainSelfAttention(embeddedSize, { maskFill: -1e9 })" }),
);

/**
 * Self-attention in its shortest form: three projections without bias, one head. `Attention` of document 001.
 *
 * @example new PlainSelfAttention(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class PlainSelfAttention extends base.OptionMasked<MaskOptions> {
  linear_q: Linear;
  linear_k: Linear;
  linear_v: Linear;

  constructor(embeddedSize: number, given: MaskFillOptions = {}) {
    super(plain, embeddedSize, plainCall([embeddedSize, given]));
    this.linear_q = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_k = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_v = new Linear(embeddedSize, embeddedSize, { bias: false });
    noteParts(this);
  }

  protected override maps(): base.Maps {
    return { project: [this.linear_q, this.linear_k, this.linear_v] };
  }
}

const wide = base.declare("WideSelfAttention", "x float (b, n, width)", base.maskedForward);
const wideCall = signature(
  wide.name,
  { inputDim: required(size()), numHeads: headsRule(8) },
  {
    /** Whether the heads are projected back to inputDim; without, the output is (b, n, numHeads · inputDim). Default true. */
    outProj: flag(true),
    ...maskFillRules,
  },
  { example: "new WideSelfAttention(inputDim, numHeads, { outProj: false })" },
);

/** Options of {@link WideSelfAttention}. */
export interface WideSelfAttentionOptions extends OptionsOf<typeof wideCall, typeof maskFillRules> {}

/**
 * Self-attention in which each of the heads is as wide as the input. `SelfAttention` of document 002.
 *
 * @example new WideSelfAttention(8, 2).forward(randn([2, 3, 8])).output.shape // [2, 3, 8]
 */
export class WideSelfAttention extends base.OptionMasked<MaskOptions> {
  readonly inputDim: number;
  readonly numHeads: number;
  query_projections: Linear;
  key_projections: Linear;
  value_projections: Linear;
  output_projection: Linear | null;

  constructor(inputDim: number, numHeads: number = 8, given: WideSelfAttentionOptions = {}) {
    const { outProj, maskFill } = wideCall([inputDim, numHeads, given]);
    super(wide, inputDim, { maskFill, heads: numHeads });
    this.inputDim = inputDim;
    this.numHeads = numHeads;
    const all = inputDim * numHeads;
    this.query_projections = new Linear(inputDim, all);
    this.key_projections = new Linear(inputDim, all);
    this.value_projections = new Linear(inputDim, all);
    this.output_projection = outProj ? new Linear(all, inputDim) : null;
    noteParts(this);
  }

  protected override maps(): base.Maps {
    const { query_projections, key_projections, value_projections, output_projection: join } = this;
    return { project: [query_projections, key_projections, value_projections], join };
  }
}

const projected = base.declare("ProjectedSelfAttention", "x float (…, n, width)", base.weightsForward);
const projectedCall = signature(
  projected.name,
  { hiddenDim: required(size()) },
  "new ProjectedSelfAttention(8)",
);

/**
 * Three projections, one head. `SelfAttentionV1` of document 003.
 *
 * @example new ProjectedSelfAttention(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class ProjectedSelfAttention extends base.OptionMasked<NoMasks> {
  query_proj: Linear;
  key_proj: Linear;
  value_proj: Linear;

  constructor(hiddenDim: number) {
    projectedCall([hiddenDim]);
    super(projected, hiddenDim);
    this.query_proj = new Linear(hiddenDim, hiddenDim);
    this.key_proj = new Linear(hiddenDim, hiddenDim);
    this.value_proj = new Linear(hiddenDim, hiddenDim);
    noteParts(this);
  }

  protected override maps(): base.Maps {
    return { project: [this.query_proj, this.key_proj, this.value_proj] };
  }
}

const packed = base.declare("PackedSelfAttention", "x float (…, n, width)", base.weightsForward);
const packedCall = signature(packed.name, { dim: required(size()) }, "new PackedSelfAttention(8)");

/**
 * The three projections as one matrix, and one for the output. `SelfAttentionV2` of document 003.
 *
 * @example new PackedSelfAttention(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class PackedSelfAttention extends base.OptionMasked<NoMasks> {
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number) {
    packedCall([dim]);
    super(packed, dim);
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
    noteParts(this);
  }

  protected override maps(): base.Maps {
    return { project: [this.proj], join: this.output_proj };
  }
}

const masked = base.declare(
  "MaskedSelfAttention",
  "x float (…, n, width)  mask? bool (_, _) | (_, _, _) | (_, _, _, _)",
  base.weightsForward,
);
const maskedCall = signature(masked.name, { dim: required(size()) }, base.attentionRules, {
  example: "new MaskedSelfAttention(dim, { dropout: 0.1 })",
});

/** Options of {@link MaskedSelfAttention} and {@link MultiHeadSelfAttention}. */
export interface MaskedSelfAttentionOptions extends OptionsOf<typeof maskedCall, base.AttentionRules> {}

/**
 * {@link PackedSelfAttention} with a mask, and dropout of the weights. `SelfAttentionV3` of document 003.
 *
 * @example new MaskedSelfAttention(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class MaskedSelfAttention extends base.MaskedBehind {
  proj: Linear;
  output_proj: Linear;

  constructor(dim: number, given: MaskedSelfAttentionOptions = {}) {
    super(masked, dim, maskedCall([dim, given]));
    this.proj = new Linear(dim, 3 * dim);
    this.output_proj = new Linear(dim, dim);
    noteParts(this);
  }

  protected override maps(): base.Maps {
    return { project: [this.proj], join: this.output_proj };
  }
}

const multiHead = base.declare(
  "MultiHeadSelfAttention",
  "x float (b, n, width)  mask? bool (_, _) | (_, _, _) | (_, _, _, _)",
  base.weightsForward,
);
const multiHeadCall = signature(
  multiHead.name,
  { hiddenDim: required(size()), numHeads: required(headsRule()) },
  options(multiHead.name, base.attentionRules, {
    example: "new MultiHeadSelfAttention(hiddenDim, numHeads, { dropout: 0.1 })",
  }),
);

/**
 * Several heads, each on its part of the projections. `MultiHeadAttention` of document 003.
 *
 * @example new MultiHeadSelfAttention(8, 2).forward(randn([2, 3, 8])).output.shape // [2, 3, 8]
 */
export class MultiHeadSelfAttention extends base.MaskedBehind {
  readonly hiddenDim: number;
  readonly numHeads: number;
  q_proj: Linear;
  k_proj: Linear;
  v_proj: Linear;
  out_proj: Linear;

  /** @throws ShapeError unless numHeads divides hiddenDim. */
  constructor(hiddenDim: number, numHeads: number, given: MaskedSelfAttentionOptions = {}) {
    const settings = multiHeadCall([hiddenDim, numHeads, given]);
    checkDivides(multiHead.name, "hiddenDim", hiddenDim, numHeads);
    super(multiHead, hiddenDim, { ...settings, heads: numHeads });
    this.hiddenDim = hiddenDim;
    this.numHeads = numHeads;
    this.q_proj = new Linear(hiddenDim, hiddenDim);
    this.k_proj = new Linear(hiddenDim, hiddenDim);
    this.v_proj = new Linear(hiddenDim, hiddenDim);
    this.out_proj = new Linear(hiddenDim, hiddenDim);
    noteParts(this);
  }

  protected override maps(): base.Maps {
    return { project: [this.q_proj, this.k_proj, this.v_proj], join: this.out_proj };
  }
}
