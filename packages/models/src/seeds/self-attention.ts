import type {
  AttendedIf,
  MaskFillOptions,
  MaskOptions,
  MaybeAttended,
  WeightsOptions,
} from "@saccade/attention";
import {
  attendedIf,
  checkFill,
  checkFloats,
  checkParts,
  dotProductAttention,
  dropNonexistent,
  fillOnly,
  maskedForward,
  mergeHeads,
  noteParts,
  splitHeads,
} from "@saccade/attention/model";
import { Linear, Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkBoolean, checkInteger, checkOptions, formatShape, optionNames } from "@saccade/tensor/backend";

const attentionOptions = fillOnly("Attention", "new Attention(embeddedSize)");
const attentionForward = maskedForward("Attention", "attention.forward(x)");

/**
 * Self-attention in its shortest form: three projections without bias, one head.
 *
 * @example new Attention(4).forward(randn([2, 3, 4])).output.shape // [2, 3, 4]
 */
export class Attention extends Module {
  linear_q: Linear;
  linear_k: Linear;
  linear_v: Linear;
  readonly maskFill: number | null;

  constructor(embeddedSize: number, fill: MaskFillOptions = {}) {
    super();
    checkInteger("Attention", "embeddedSize", embeddedSize, 1);
    checkOptions(attentionOptions, fill);
    this.maskFill = checkFill("Attention", fill.maskFill);
    this.linear_q = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_k = new Linear(embeddedSize, embeddedSize, { bias: false });
    this.linear_v = new Linear(embeddedSize, embeddedSize, { bias: false });
    noteParts(this);
  }

  /** @param x (…, n, embeddedSize) → output the same, weights (…, n, n) unless `needWeights` is false. */
  override forward<W extends boolean = true>(
    x: Tensor,
    given: MaskOptions & WeightsOptions<W> = {},
  ): AttendedIf<W> {
    checkParts(this);
    checkVectors("Attention", x, this.linear_q.inFeatures);
    checkOptions(attentionForward, given);
    const { maskFill } = this;
    const place = { what: "Attention", shape: ownScores(x), headsHidden: false };
    return attendedIf<W>(
      scope(() => {
        const { inputs, masks } = dropNonexistent(place, [x, x, x], given, maskFill);
        const [y] = inputs;
        const [q, k, v] = [this.linear_q.forward(y), this.linear_k.forward(y), this.linear_v.forward(y)];
        return dotProductAttention(place, q, k, v, { ...masks, needWeights: given.needWeights, maskFill });
      }),
    );
  }
}

/** Options of {@link SelfAttention}. */
export interface SelfAttentionOptions extends MaskFillOptions {
  /** Whether the heads are projected back to inputDim, or stay side by side. Default true. */
  readonly outProj?: boolean | undefined;
}

const selfOptions = optionNames<SelfAttentionOptions>(
  "SelfAttention",
  { outProj: true, maskFill: true },
  "new SelfAttention(inputDim, numHeads, { outProj: false })",
);
const selfForward = maskedForward("SelfAttention", "attention.forward(x)");

/**
 * Self-attention in which each of the heads is as wide as the input.
 *
 * @example new SelfAttention(8, 2).forward(randn([2, 3, 8])).output.shape // [2, 3, 8]
 */
export class SelfAttention extends Module {
  readonly inputDim: number;
  readonly numHeads: number;
  readonly maskFill: number | null;
  query_projections: Linear;
  key_projections: Linear;
  value_projections: Linear;
  output_projection: Linear | null;

  constructor(inputDim: number, numHeads: number = 8, given: SelfAttentionOptions = {}) {
    super();
    checkInteger("SelfAttention", "inputDim", inputDim, 1);
    checkInteger("SelfAttention", "numHeads", numHeads, 1);
    checkOptions(selfOptions, given);
    const { outProj = true, maskFill } = given;
    checkBoolean("SelfAttention", "outProj", outProj);
    this.inputDim = inputDim;
    this.numHeads = numHeads;
    this.maskFill = checkFill("SelfAttention", maskFill);
    const width = inputDim * numHeads;
    this.query_projections = new Linear(inputDim, width);
    this.key_projections = new Linear(inputDim, width);
    this.value_projections = new Linear(inputDim, width);
    this.output_projection = outProj ? new Linear(width, inputDim) : null;
    noteParts(this);
  }

  /**
   * @param x (b, n, inputDim) → output (b, n, inputDim), or (b, n, numHeads · inputDim); weights (b, h, n, n) unless
   * `needWeights` is false.
   */
  override forward<W extends boolean = true>(
    x: Tensor,
    given: MaskOptions & WeightsOptions<W> = {},
  ): AttendedIf<W> {
    checkParts(this);
    checkSequences("SelfAttention", x, this.inputDim);
    checkOptions(selfForward, given);
    return attendedIf<W>(scope(() => this.#attend(x, given)));
  }

  #attend(x: Tensor, given: MaskOptions & WeightsOptions): MaybeAttended {
    const { numHeads, maskFill } = this;
    const shape = [x.size(0), numHeads, x.size(1), x.size(1)];
    const place = { what: "SelfAttention", shape, headsHidden: true };
    const { inputs, masks } = dropNonexistent(place, [x, x, x], given, maskFill);
    const [y] = inputs;
    const q = splitHeads(this.query_projections.forward(y), numHeads); // (b, h, n, d)
    const k = splitHeads(this.key_projections.forward(y), numHeads);
    const v = splitHeads(this.value_projections.forward(y), numHeads);
    const more = { ...masks, needWeights: given.needWeights, maskFill };
    const { output, weights } = dotProductAttention(place, q, k, v, more);
    const merged = mergeHeads(output); // (b, n, h · d)
    return { output: this.output_projection?.forward(merged) ?? merged, weights };
  }
}

/** @throws ArgumentError unless x is a tensor, ShapeError unless it is (…, n, width). */
export function checkVectors(layer: string, x: unknown, width: number): asserts x is Tensor {
  checkFloats(layer, "x", x);
  if (x.ndim >= 2 && x.size(-1) === width) return;
  throw new ShapeError(
    `${layer}: x ${formatShape(x.shape)} must be (…, n, ${width}), sequences of vectors of size ${width}.`,
  );
}

/** (…, n, n), the scores of sequences x (…, n, size) with themselves. */
export function ownScores({ shape }: Tensor): number[] {
  return [...shape.slice(0, -1), shape.at(-2)!];
}

/** @throws ArgumentError unless x is a tensor, ShapeError unless it is (b, n, width). */
export function checkSequences(layer: string, x: unknown, width: number): asserts x is Tensor {
  checkFloats(layer, "x", x);
  if (x.ndim === 3 && x.size(2) === width) return;
  throw new ShapeError(
    `${layer}: x ${formatShape(x.shape)} must be (b, n, ${width}), sequences of vectors of size ${width}.`,
  );
}
