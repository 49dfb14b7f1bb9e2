import { Linear, type LinearMap, Module, nameSites, Parameter, running } from "@saccade/nn";
import * as init from "@saccade/nn/init";
import { ArgumentError, scope, type Tensor, zeros } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { cacheRule } from "../cache/attention-cache.ts";
import * as result from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import type { SummariesOptions } from "../contract/summaries.ts";
import { projectOut, sitesWith } from "../definitions/multi-head.ts";
import { attendHeads, type HeadsRules, headsRules, type MultiHead } from "../functions/attend-heads.ts";
import * as inner from "../positions/attention-positions.ts";

const name = "MultiheadAttention";
const construct = c.signature(
  name,
  { embedDim: rules.sizeRule, numHeads: c.required(rules.headsRule()) },
  {
    /** The probability of dropping a weight during training. Default 0. */
    dropout: rules.dropoutRule(0),
    /** Whether the projections have biases. Default true. */
    bias: c.flag(true),
    /** Whether to append a learned key and value, bias_k and bias_v, to those of the input. Default false. */
    addBiasKv: c.flag(false),
    /** Whether to append a key and a value of zeros to those of the input. Default false. */
    addZeroAttn: c.flag(false),
    /** The size of keys. Default embedDim. */
    kdim: c.size(),
    /** The size of values. Default embedDim. */
    vdim: c.size(),
    /** Inputs are (b, length, size) instead of (length, b, size). Default false. */
    batchFirst: c.flag(false),
    /** Positions that turn queries and keys or add a bias: rotary, relative or ALiBi. For self-attention. Default none. */
    positions: c.nullable(inner.positionsRule, null),
    /**
     * Makes the input projection, embedDim → 3 embedDim, and the output projection, such as `HalfLinear`s. Default `Linear`s,
     * the first as in_proj_weight and in_proj_bias.
     */
    makeLinear: rules.makeLinearRule<LinearMap>(),
    ...rules.maskFillRules,
  },
  { example: `new ${name}(embedDim, numHeads, { batchFirst: true })` },
);
const forms = {
  batchFirst: c.tensors(
    `${name}.forward`,
    "q float (b, lq, embedDim)  k float (b, lk, kdim)  v float (b, lk, vdim)",
  ),
  sequenceFirst: c.tensors(
    `${name}.forward with batchFirst: false`,
    "q float (lq, b, embedDim)  k float (lk, b, kdim)  v float (lk, b, vdim)",
  ),
  unbatched: c.tensors(`${name}.forward`, "q float (lq, embedDim)  k float (lk, kdim)  v float (lk, vdim)"),
};
const forwardOptions = c.options(
  `${name}.forward`,
  {
    ...headsRules,
    /**
     * Keys and values of earlier calls, which precede this call's; this call's are added. Masks cover all of them:
     * (lq, cached + lk). The first query is at position cache.length.
     */
    cache: cacheRule,
  },
  {
    example: "attention.forward(q, k, v, { mask, needWeights: false })",
    renamed: { ...rules.moduleRenames, pastKeyValue: "write cache: new AttentionCache()" },
  },
);

/** Options of {@link MultiheadAttention}. */
export interface MultiheadAttentionOptions<L extends LinearMap = Linear>
  extends c.OptionsOf<typeof construct, typeof rules.maskFillRules> {
  readonly makeLinear?: rules.MakeLinear<L> | undefined;
}

/** Options of the `forward` of {@link MultiheadAttention}. */
export interface MultiheadForwardOptions<
  W extends boolean = boolean,
  S extends rules.SummaryName = rules.SummaryName,
> extends Omit<c.OptionsOf<typeof forwardOptions, HeadsRules>, "needWeights" | "summaries">,
    result.WeightsOptions<W>,
    SummariesOptions<S> {}

/**
 * PyTorch's `nn.MultiheadAttention`, with the same parameters (Vaswani et al. 2017, section 3.2.2).
 *
 * Masks are true where a query may attend: convert PyTorch's with `logicalNot()`. A query without allowed keys gives
 * zeros; with `maskFill: -Infinity` it gives NaN, as PyTorch's module does where it returns weights (1.13 to 2.13; without
 * weights, and in `scaled_dot_product_attention`, it gives zeros since 2.5). The returned weights are before dropout;
 * PyTorch's are after it.
 *
 * @example
 * const x = randn([2, 5, 8]);
 * new MultiheadAttention(8, 2, { batchFirst: true }).forward(x, x, x, { causal: true }).output.shape // [2, 5, 8]
 */
export class MultiheadAttention<L extends LinearMap = Linear> extends Module implements MultiHead {
  readonly embedDim: number;
  readonly numHeads: number;
  readonly kdim: number;
  readonly vdim: number;
  readonly dropout: number;
  readonly batchFirst: boolean;
  readonly maskFill: number | null;
  /** Whether a key and a value of zeros are appended to those of the input. */
  readonly addZeroAttn: boolean;
  in_proj_weight: Parameter | null;
  q_proj_weight: Parameter | null;
  k_proj_weight: Parameter | null;
  v_proj_weight: Parameter | null;
  in_proj_bias: Parameter | null;
  /** A key appended to those of the input, (1, 1, embedDim), which every query may attend to; or null. */
  bias_k: Parameter | null;
  /** Its value. */
  bias_v: Parameter | null;
  /** embedDim → 3 embedDim, in place of in_proj_weight and in_proj_bias, such as an adapter around them. Default null. */
  in_proj: LinearMap | null = null;
  out_proj: L;
  positions: inner.AttentionPositions | null;

  /** @throws ShapeError unless numHeads divides embedDim; ArgumentError for `makeLinear` with another kdim or vdim. */
  constructor(embedDim: number, numHeads: number, given: MultiheadAttentionOptions<L> = {}) {
    const { bias, kdim = embedDim, vdim = embedDim, ...settings } = construct([embedDim, numHeads, given]);
    rules.checkDivides(name, "embedDim", embedDim, numHeads);
    inner.checkPositions(name, settings.positions, numHeads, embedDim / numHeads);
    const { makeLinear } = given;
    const one = kdim === embedDim && vdim === embedDim;
    if (makeLinear && !one)
      throw new ArgumentError(
        `${name}: makeLinear makes one projection of queries, keys and values; leave out kdim and vdim, or makeLinear.`,
      );
    super();
    this.embedDim = embedDim;
    this.numHeads = numHeads;
    this.kdim = kdim;
    this.vdim = vdim;
    this.dropout = settings.dropout;
    this.batchFirst = settings.batchFirst;
    this.maskFill = settings.maskFill;
    this.positions = settings.positions;
    this.in_proj_weight = one && !makeLinear ? projectionWeight(3 * embedDim, embedDim) : null;
    this.q_proj_weight = one ? null : projectionWeight(embedDim, embedDim);
    this.k_proj_weight = one ? null : projectionWeight(embedDim, kdim);
    this.v_proj_weight = one ? null : projectionWeight(embedDim, vdim);
    this.in_proj_bias = bias && !makeLinear ? zeroParameter([3 * embedDim]) : null;
    const make = rules.mapMaker(name, makeLinear);
    this.in_proj = makeLinear ? make(embedDim, 3 * embedDim, bias) : null;
    const { addBiasKv } = settings;
    this.bias_k = addBiasKv ? init.xavierNormal(zeroParameter([1, 1, embedDim])) : null;
    this.bias_v = addBiasKv ? init.xavierNormal(zeroParameter([1, 1, embedDim])) : null;
    this.addZeroAttn = settings.addZeroAttn;
    this.out_proj = make(embedDim, embedDim, bias);
    if (this.out_proj instanceof Linear && this.out_proj.bias) init.zeros(this.out_proj.bias);
    result.noteParts(this, "positions", "in_proj", "in_proj_bias", "bias_k", "bias_v");
    nameSites(this, { sites: sitesWith(this.positions) });
  }

  /**
   * @param q (lq, b, embedDim); (b, lq, embedDim) with batchFirst; (lq, embedDim) unbatched
   * @param k likewise, (lk, b, kdim)
   * @param v likewise, (lk, b, vdim)
   * @param given masks (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk); `bias` (lq, lk) or (1 or b, 1 or h, lq, lk); `keyMask` (b,
   * lk), or (lk) unbatched
   * @returns output in the form of q; weights (b, lq, lk), (b, h, lq, lk), or without b where q has none; summaries of each head,
   * such as columnSums (b, h, lk), which count the keys of the cache and those that are appended too.
   * @throws ShapeError if the shapes do not match, if a sequence is longer than the positions, or for a cache of another
   * batch size; ArgumentError for PyTorch's names of masks, which are true where a query may not attend.
   */
  override forward<W extends boolean = true, S extends rules.SummaryName = never>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    given: MultiheadForwardOptions<W, S> = {},
  ): result.AttendedIf<W, S> {
    result.checkParts(this);
    const { embedDim, kdim, vdim, batchFirst } = this;
    const batched = batchFirst ? forms.batchFirst : forms.sequenceFirst;
    (q?.ndim === 2 ? forms.unbatched : batched).check([q, k, v, given], { embedDim, kdim, vdim });
    const settings = forwardOptions(given);
    const form = { batchFirst, join: (heads: Tensor) => projectOut(this.out_proj, heads) };
    return result.attendedIf<W, S>(
      running(this, () => attendHeads(this, `${name}.forward`, [q, k, v], settings, form)),
    );
  }
}

// (out, in), Xavier-uniform (Glorot & Bengio 2010) as in PyTorch.
function projectionWeight(out: number, into: number): Parameter {
  return init.xavierUniform(zeroParameter([out, into]));
}

function zeroParameter(shape: readonly number[]): Parameter {
  return scope(() => new Parameter(zeros(shape)));
}
