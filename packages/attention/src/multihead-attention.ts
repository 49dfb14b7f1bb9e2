import { init, Linear, Module, type Parameter } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkBoolean, checkInteger, checkOptions, formatShape, optionNames } from "@saccade/tensor/backend";
import { biasFor } from "./attend.ts";
import { type AttendedIf, attendedIf, type MaybeAttended, type WeightsOptions } from "./attended.ts";
import { checkBackends, checkDropout, checkFlag, checkMask, checkTensors } from "./check-options.ts";
import type { MaskOptions } from "./combine-masks.ts";
import { dropNonexistent } from "./existing.ts";
import { checkHeads, mergeHeads } from "./heads.ts";
import { type InProjection, projectIn, projectionWeight, zeroParameter } from "./in-projection.ts";
import { checkFill, type MaskFillOptions } from "./mask-fill.ts";
import { maskNames, moduleRenames } from "./options.ts";
import { dotProductAttention, type ScaledDotProductOptions } from "./scaled-dot-product.ts";

/** Options of {@link MultiheadAttention}. */
export interface MultiheadAttentionOptions extends MaskFillOptions {
  /** The probability of dropping a weight during training. Default 0. */
  readonly dropout?: number | undefined;
  /** Whether the projections have biases. Default true. */
  readonly bias?: boolean | undefined;
  /** The size of keys. Default embedDim. */
  readonly kdim?: number | undefined;
  /** The size of values. Default embedDim. */
  readonly vdim?: number | undefined;
  /** Inputs are (b, length, size) instead of (length, b, size). Default false. */
  readonly batchFirst?: boolean | undefined;
}

/** Options of the `forward` of {@link MultiheadAttention}. */
export interface MultiheadForwardOptions<W extends boolean = boolean> extends MaskOptions, WeightsOptions<W> {
  /** Floats added to the scores, in the shapes of `mask`: (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk). */
  readonly bias?: Tensor | undefined;
  /** Whether to average the weights over the heads: (b, lq, lk) instead of (b, h, lq, lk). Default true. */
  readonly averageAttnWeights?: boolean | undefined;
}

const name = "MultiheadAttention";
const options = optionNames<MultiheadAttentionOptions>(
  name,
  { dropout: true, bias: true, kdim: true, vdim: true, batchFirst: true, maskFill: true },
  `new ${name}(embedDim, numHeads, { batchFirst: true })`,
);
const forwardOptions = optionNames<MultiheadForwardOptions>(
  `${name}.forward`,
  { ...maskNames, bias: true, needWeights: true, averageAttnWeights: true },
  "attention.forward(q, k, v, { mask, needWeights: false })",
  moduleRenames,
);

/**
 * PyTorch's `nn.MultiheadAttention`, with the same parameters (Vaswani et al. 2017, section 3.2.2).
 *
 * Masks are true where a query may attend: convert PyTorch's with `logicalNot()`. A query without allowed keys gives
 * zeros; with `maskFill: -Infinity` it gives NaN, as in PyTorch. The returned weights are before dropout; PyTorch's are
 * after it.
 *
 * @example new MultiheadAttention(8, 2, { batchFirst: true }).forward(x, x, x, { causal: true });
 */
export class MultiheadAttention extends Module implements InProjection {
  readonly embedDim: number;
  readonly numHeads: number;
  readonly kdim: number;
  readonly vdim: number;
  readonly dropout: number;
  readonly batchFirst: boolean;
  readonly maskFill: number | null;
  in_proj_weight: Parameter | null;
  q_proj_weight: Parameter | null;
  k_proj_weight: Parameter | null;
  v_proj_weight: Parameter | null;
  in_proj_bias: Parameter | null;
  out_proj: Linear;

  /** @throws ShapeError unless numHeads divides embedDim. */
  constructor(embedDim: number, numHeads: number, given: MultiheadAttentionOptions = {}) {
    super();
    checkHeads(name, "embedDim", embedDim, numHeads);
    checkOptions(options, given);
    const { dropout = 0, bias = true, kdim = embedDim, vdim = embedDim, batchFirst = false } = given;
    checkBoolean(name, "bias", bias);
    checkBoolean(name, "batchFirst", batchFirst);
    checkInteger(name, "kdim", kdim, 1);
    checkInteger(name, "vdim", vdim, 1);
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.kdim = kdim;
    this.vdim = vdim;
    this.dropout = checkDropout(name, dropout);
    this.batchFirst = batchFirst;
    this.maskFill = checkFill(name, given.maskFill);
    const one = kdim === embedDim && vdim === embedDim;
    this.in_proj_weight = one ? projectionWeight(3 * embedDim, embedDim) : null;
    this.q_proj_weight = one ? null : projectionWeight(embedDim, embedDim);
    this.k_proj_weight = one ? null : projectionWeight(embedDim, kdim);
    this.v_proj_weight = one ? null : projectionWeight(embedDim, vdim);
    this.in_proj_bias = bias ? zeroParameter([3 * embedDim]) : null;
    this.out_proj = new Linear(embedDim, embedDim, { bias });
    if (this.out_proj.bias) init.zeros(this.out_proj.bias);
  }

  /**
   * @param q (lq, b, embedDim); (b, lq, embedDim) with batchFirst; (lq, embedDim) unbatched
   * @param k likewise, (lk, b, kdim)
   * @param v likewise, (lk, b, vdim)
   * @param given `mask` (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk), `keyMask` (b, lk), or (lk) unbatched, both bool and
   * true where a query may attend; `validLens`, `causal`, `bias`
   * @returns output in the form of q; weights (b, lq, lk), (b, h, lq, lk), or without b where q has none.
   * @throws ShapeError if the shapes do not match; DTypeError for a mask that is not bool; ArgumentError for PyTorch's
   * names of masks, which are true where a query may not attend.
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    given: MultiheadForwardOptions<W> = {},
  ): AttendedIf<W> {
    checkTensors(name, { q, k, v });
    checkOptions(forwardOptions, given);
    checkFlag(name, "averageAttnWeights", given.averageAttnWeights);
    this.#check(q, k, v);
    return attendedIf<W>(
      scope(() => {
        const [x, y, z] = alike([q, k, v], (t) => this.#batchFirst(t)); // (b, length, size)
        const { output, weights } = this.#attend([x, y, z], given);
        const averaged = given.averageAttnWeights === false ? weights : weights?.mean(1);
        if (q.ndim === 2) return { output: output.squeeze(0), weights: averaged?.squeeze(0) };
        return { output: this.batchFirst ? output : output.transpose(0, 1), weights: averaged };
      }),
    );
  }

  // All batch first: output (b, lq, E), weights (b, h, lq, lk).
  #attend(given: readonly [Tensor, Tensor, Tensor], options: MultiheadForwardOptions): MaybeAttended {
    const { numHeads, dropout, training, maskFill } = this;
    const [q, k] = given;
    const shape = [q.size(0), numHeads, q.size(1), k.size(1)];
    const place = { what: name, shape, headsHidden: true };
    const bias = biasFor(place, options);
    const { inputs, masks } = dropNonexistent(place, given, this.#batched(options), maskFill);
    const [a, b, c] = projectIn(this, inputs, numHeads); // (b, h, l, d)
    const { needWeights } = options;
    const more: ScaledDotProductOptions = { ...masks, bias, dropout, training, maskFill, needWeights };
    const { output, weights } = dotProductAttention(place, a!, b!, c!, more);
    return { output: this.out_proj.forward(mergeHeads(output)), weights };
  }

  // (lk) for keys without a batch.
  #batched({ keyMask, ...masks }: MultiheadForwardOptions): MaskOptions {
    if (keyMask === undefined) return masks;
    checkMask(name, "keyMask", keyMask);
    return { ...masks, keyMask: keyMask.ndim === 1 ? keyMask.unsqueeze(0) : keyMask };
  }

  #batchFirst(x: Tensor): Tensor {
    if (x.ndim === 2) return x.unsqueeze(0);
    return this.batchFirst ? x : x.transpose(0, 1);
  }

  #check(q: Tensor, k: Tensor, v: Tensor): void {
    checkBackends(name, { "the module": this.out_proj.weight, q, k, v });
    const shapes = `q ${formatShape(q.shape)}, k ${formatShape(k.shape)}, v ${formatShape(v.shape)}`;
    const form = this.batchFirst ? "(b, length, size)" : "(length, b, size)";
    if ((q.ndim !== 2 && q.ndim !== 3) || k.ndim !== q.ndim || v.ndim !== q.ndim) {
      throw new ShapeError(`${name}: ${shapes} must all be ${form}, or all (length, size) without a batch.`);
    }
    const { embedDim, kdim, vdim } = this;
    if (q.size(-1) !== embedDim || k.size(-1) !== kdim || v.size(-1) !== vdim) {
      throw new ShapeError(
        `${name}: ${shapes}: the last sizes must be embedDim ${embedDim}, kdim ${kdim}, vdim ${vdim}.`,
      );
    }
    const batch = (x: Tensor): number => (x.ndim === 2 ? 1 : x.size(this.batchFirst ? 0 : 1));
    if (batch(k) !== batch(q) || batch(v) !== batch(q)) {
      throw new ShapeError(
        `${name}: ${shapes}: batch sizes ${batch(q)}, ${batch(k)} and ${batch(v)} differ; the inputs are ` +
          `${form}. ${this.batchFirst ? "" : "For (b, length, size) pass { batchFirst: true }."}`.trimEnd(),
      );
    }
  }
}

// The same tensor stays the same object, so that self-attention is detected.
function alike(
  [q, k, v]: readonly [Tensor, Tensor, Tensor],
  f: (x: Tensor) => Tensor,
): [Tensor, Tensor, Tensor] {
  const x = f(q);
  const y = k === q ? x : f(k);
  return [x, y, v === q ? x : v === k ? y : f(v)];
}
