import { init, Linear, type LinearMap, Module, nameSites, type Parameter } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape, longest } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type AttentionCache, cacheRule } from "../cache/attention-cache.ts";
import * as result from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { dotProductAttention } from "../functions/scaled-dot-product.ts";
import { biasFor, both, combineMasks, type Scores, zeroMaskedInputs } from "../masks/align.ts";
import { lowerTriangle } from "../masks/masks.ts";
import * as inner from "../positions/attention-positions.ts";
import * as projection from "./projections.ts";

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
    ...rules.maskRules,
    ...rules.biasRules,
    ...rules.needWeightsRules,
    /** Whether to average the weights over the heads: (b, lq, lk) instead of (b, h, lq, lk). Default true. */
    averageAttnWeights: c.flag(true),
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
export interface MultiheadForwardOptions<W extends boolean = boolean>
  extends Omit<
      c.OptionsOf<typeof forwardOptions, typeof rules.maskRules & typeof rules.biasRules>,
      "needWeights"
    >,
    result.WeightsOptions<W> {}

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
export class MultiheadAttention<L extends LinearMap = Linear>
  extends Module
  implements projection.InProjection
{
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
    this.in_proj_weight = one && !makeLinear ? projection.projectionWeight(3 * embedDim, embedDim) : null;
    this.q_proj_weight = one ? null : projection.projectionWeight(embedDim, embedDim);
    this.k_proj_weight = one ? null : projection.projectionWeight(embedDim, kdim);
    this.v_proj_weight = one ? null : projection.projectionWeight(embedDim, vdim);
    this.in_proj_bias = bias && !makeLinear ? projection.zeroParameter([3 * embedDim]) : null;
    const make = rules.mapMaker(name, makeLinear);
    this.in_proj = makeLinear ? make(embedDim, 3 * embedDim, bias) : null;
    const { addBiasKv } = settings;
    this.bias_k = addBiasKv ? init.xavierNormal(projection.zeroParameter([1, 1, embedDim])) : null;
    this.bias_v = addBiasKv ? init.xavierNormal(projection.zeroParameter([1, 1, embedDim])) : null;
    this.addZeroAttn = settings.addZeroAttn;
    this.out_proj = make(embedDim, embedDim, bias);
    if (this.out_proj instanceof Linear && this.out_proj.bias) init.zeros(this.out_proj.bias);
    result.noteParts(this, "positions", "in_proj", "in_proj_bias", "bias_k", "bias_v");
    nameSites(this, { sites: projection.sitesWith(this.positions) });
  }

  /**
   * @param q (lq, b, embedDim); (b, lq, embedDim) with batchFirst; (lq, embedDim) unbatched
   * @param k likewise, (lk, b, kdim)
   * @param v likewise, (lk, b, vdim)
   * @param given masks (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk); `bias` (lq, lk) or (1 or b, 1 or h, lq, lk); `keyMask` (b,
   * lk), or (lk) unbatched
   * @returns output in the form of q; weights (b, lq, lk), (b, h, lq, lk), or without b where q has none.
   * @throws ShapeError if the shapes do not match, if a sequence is longer than the positions, or for a cache of another
   * batch size; ArgumentError for PyTorch's names of masks, which are true where a query may not attend.
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    given: MultiheadForwardOptions<W> = {},
  ): result.AttendedIf<W> {
    result.checkParts(this);
    const { embedDim, kdim, vdim, batchFirst } = this;
    const batched = batchFirst ? forms.batchFirst : forms.sequenceFirst;
    (q?.ndim === 2 ? forms.unbatched : batched).check([q, k, v, given], { embedDim, kdim, vdim });
    const settings = forwardOptions(given);
    return result.attendedIf<W>(
      scope(() => {
        const [x, y, z] = alike([q, k, v], (t) => this.#batchFirst(t)); // (b, length, size)
        const { output, weights } = this.#attend([x, y, z], settings);
        const averaged = settings.averageAttnWeights ? weights?.mean(1) : weights;
        if (q.ndim === 2) return { output: output.squeeze(0), weights: averaged?.squeeze(0) };
        return { output: batchFirst ? output : output.transpose(0, 1), weights: averaged };
      }),
    );
  }

  // All batch first: output (b, lq, E), weights (b, h, lq, lk). Multi-head attention as it is defined, with a cache,
  // positions, and excluded keys as zeros.
  #attend(
    [q, k, v]: Inputs,
    { bias, keyMask, cache, needWeights, ...masks }: ForwardSettings,
  ): result.MaybeAttended {
    const { numHeads, dropout, training, maskFill, positions } = this;
    const [lq, offset, { backend }] = [q.size(1), cache?.fixed ? 0 : (cache?.length ?? 0), q];
    const lk = offset + k.size(1);
    const scores = { what: `${name}.forward`, shape: [q.size(0), numHeads, lq, lk], headsHidden: true };
    const ownBias = biasFor(scores, { bias });
    if (positions !== null) {
      inner.checkSpan(scores.what, "q", lq, offset, positions.maxLen);
      inner.checkSpan(scores.what, "k", k.size(1), offset, positions.maxLen);
    }
    const span = { queries: lq, keys: lk, offset, backend };
    const added = inner.addedBias(scores.what, positions, span, scores.shape);
    // (lk) for keys without a batch.
    const allowed = { keyMask: keyMask?.ndim === 1 ? keyMask.unsqueeze(0) : keyMask, ...masks };
    const { heads, masks: left } =
      cache === undefined
        ? this.#heads(scores, [q, k, v], allowed)
        : this.#cached(scores, [q, k, v], allowed, cache);
    const bothBiases = ownBias && added ? ownBias.add(added) : (ownBias ?? added);
    const extra = projection.extraCount(this);
    const settings = {
      bias: extra > 0 ? projection.biasBesideExtra(bothBiases, lk, extra) : bothBiases,
      dropout,
      training,
      maskFill,
      needWeights,
      ...left,
    };
    const { output, weights } = dotProductAttention(scores, ...heads, settings, projection.scoreSites(this));
    return { output: projection.projectOut(this, this.out_proj, output), weights };
  }

  #heads(scores: Scores, given: Inputs, allowed: rules.MaskOptions): Heads {
    const extra = projection.extraCount(this);
    if (extra > 0) {
      const { inputs, mask } = projection.besideExtra(scores, given, allowed, extra);
      const [q, k, v] = this.#projectIn(inputs, 0);
      const heads = [
        q,
        projection.withExtra(k, this.bias_k, this),
        projection.withExtra(v, this.bias_v, this),
      ] as const;
      return { heads, masks: { mask, causal: false } };
    }
    const { inputs, masks } = zeroMaskedInputs(scores, given, allowed, this.maskFill);
    return { heads: this.#projectIn(inputs, 0), masks };
  }

  // No gradients flow here, so masked inputs need not be zeroed: the attention ignores them.
  #cached(
    scores: Scores,
    given: Inputs,
    { causal = false, ...others }: rules.MaskOptions,
    cache: AttentionCache,
  ): Heads {
    const { numHeads, embedDim } = this;
    if (projection.extraCount(this) > 0)
      throw new ArgumentError(
        `${scores.what}: addBiasKv and addZeroAttn append keys to the input's, which a cache would separate; ` +
          "leave out the cache.",
      );
    const [q, k, v] = given;
    const { backend } = q;
    const [batch, , lq, lk] = scores.shape as readonly [number, number, number, number];
    const width = embedDim / numHeads;
    cache.check(scores.what, { batch, numHeads, keyWidth: width, valueWidth: width, backend });
    const offset = lk - k.size(1);
    const limited = causal && offset > 0 && longest(lq) > 1;
    const limit = limited ? lowerTriangle(lq, lk, offset, backend) : undefined;
    const masks = {
      mask: both(combineMasks(scores, others, backend), limit),
      causal: causal && offset === 0,
    };
    if (!cache.fixed) {
      const [x, y, z] = this.#projectIn(given, offset);
      return { heads: [x, ...cache.append(y, z)], masks };
    }
    this.#checkFixed(scores.what, k, cache);
    if (cache.length === 0) {
      const [, y, z] = projection.projectEach(this, [null, k, v], numHeads);
      cache.append(projection.siteOfHeads(this, "hook_k", y!), projection.siteOfHeads(this, "hook_v", z!));
    }
    const [x] = projection.projectEach(this, [q], numHeads);
    return { heads: [projection.siteOfHeads(this, "hook_q", x!), ...cache.read()], masks };
  }

  // Queries, keys and values (b, h, length, d), the first at position `offset`.
  #projectIn(inputs: Inputs, offset: number): Inputs {
    const [q, k, v] = projection.projectIn(this, inputs, this.numHeads);
    const queries = this.#rotate("q", projection.siteOfHeads(this, "hook_q", q!), offset);
    const keys = this.#rotate("k", projection.siteOfHeads(this, "hook_k", k!), offset);
    return [queries, keys, projection.siteOfHeads(this, "hook_v", v!)];
  }

  #rotate(which: "q" | "k", x: Tensor, offset: number): Tensor {
    const { positions } = this;
    return positions === null
      ? x
      : projection.siteOfHeads(
          this,
          `hook_rot_${which}`,
          inner.turned(`${name}.forward`, positions, x, offset),
        );
  }

  #batchFirst(x: Tensor): Tensor {
    if (x.ndim === 2) return x.unsqueeze(0);
    return this.batchFirst ? x : x.transpose(0, 1);
  }

  #checkFixed(what: string, k: Tensor, { length }: AttentionCache): void {
    if (this.positions !== null)
      throw new ArgumentError(
        `${what}: a fixed cache is for keys of a memory, which have no positions relative to q.`,
      );
    if (length === 0 || length === k.size(1)) return;
    throw new ShapeError(
      `${what}: the cache holds ${length} keys of a memory, and k ${formatShape(k.shape)} has ${k.size(1)}; make a new cache ` +
        "for each memory.",
    );
  }
}

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];
type ForwardSettings = c.SettingsOf<typeof forwardOptions>;

/** Queries, keys and values, a head each, and the masks that are left to apply. */
interface Heads {
  readonly heads: Inputs;
  readonly masks: Pick<rules.MaskOptions, "mask" | "causal">;
}

// The same tensor stays the same object, so that self-attention is detected.
function alike([q, k, v]: Inputs, f: (x: Tensor) => Tensor): Inputs {
  const x = f(q);
  const y = k === q ? x : f(k);
  return [x, y, v === q ? x : v === k ? y : f(v)];
}
