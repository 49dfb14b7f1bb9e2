import { HalfLinear, init, Linear, type LinearMap, Module, type Parameter } from "@saccade/nn";
import { ArgumentError, ShapeError, scope, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkInteger,
  checkOptions,
  formatShape,
  isTracing,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import { AttentionCache } from "../cache/attention-cache.ts";
import {
  type AttendedIf,
  attendedIf,
  type MaybeAttended,
  type WeightsOptions,
} from "../contract/attended.ts";
import {
  checkBackends,
  checkDropout,
  checkFlag,
  checkMask,
  checkTensors,
} from "../contract/check-options.ts";
import { checkMakeLinear, type MakeLinear, mapMaker } from "../contract/make-linear.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { biasFor } from "../functions/attend.ts";
import { dotProductAttention, type ScaledDotProductOptions } from "../functions/scaled-dot-product.ts";
import { combineMasks, type MaskOptions, type Scores } from "../masks/combine-masks.ts";
import { dropNonexistent } from "../masks/existing.ts";
import { checkFill, type MaskFillOptions } from "../masks/mask-fill.ts";
import { causalMask } from "../masks/masks.ts";
import { maskNames, moduleRenames } from "../masks/option-names.ts";
import {
  type AttentionPositions,
  addedBias,
  checkPositions,
  checkSpan,
  turned,
} from "../positions/attention-positions.ts";
import { checkHeads, mergeHeads } from "./heads.ts";
import {
  type InProjection,
  projectEach,
  projectIn,
  projectionWeight,
  zeroParameter,
} from "./in-projection.ts";

/** Options of {@link MultiheadAttention}. */
export interface MultiheadAttentionOptions<L extends LinearMap = Linear> extends MaskFillOptions {
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
  /** Positions that turn queries and keys or add a bias: rotary, relative or ALiBi. For self-attention. Default none. */
  readonly positions?: AttentionPositions | null | undefined;
  /**
   * Makes the input projection, embedDim → 3 embedDim, and the output projection, such as `HalfLinear`s. Default `Linear`s,
   * the first as in_proj_weight and in_proj_bias.
   */
  readonly makeLinear?: MakeLinear<L> | undefined;
}

/** Options of the `forward` of {@link MultiheadAttention}. */
export interface MultiheadForwardOptions<W extends boolean = boolean> extends MaskOptions, WeightsOptions<W> {
  /** Floats added to the scores, in the shapes of `mask`: (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk). */
  readonly bias?: Tensor | undefined;
  /** Whether to average the weights over the heads: (b, lq, lk) instead of (b, h, lq, lk). Default true. */
  readonly averageAttnWeights?: boolean | undefined;
  /**
   * Keys and values of earlier calls, which q attends to before its own; this call's are added. Masks cover all of them:
   * (lq, cached + lk). The first query is at position cache.length.
   */
  readonly cache?: AttentionCache | undefined;
}

const name = "MultiheadAttention";
const options = optionNames<MultiheadAttentionOptions>(
  name,
  {
    dropout: true,
    bias: true,
    kdim: true,
    vdim: true,
    batchFirst: true,
    positions: true,
    makeLinear: true,
    maskFill: true,
  },
  `new ${name}(embedDim, numHeads, { batchFirst: true })`,
);
const forwardOptions = optionNames<MultiheadForwardOptions>(
  `${name}.forward`,
  { ...maskNames, bias: true, needWeights: true, averageAttnWeights: true, cache: true },
  "attention.forward(q, k, v, { mask, needWeights: false })",
  { ...moduleRenames, pastKeyValue: "write cache: new AttentionCache()" },
);

/**
 * PyTorch's `nn.MultiheadAttention`, with the same parameters (Vaswani et al. 2017, section 3.2.2).
 *
 * Masks are true where a query may attend: convert PyTorch's with `logicalNot()`. A query without allowed keys gives
 * zeros; with `maskFill: -Infinity` it gives NaN, as in PyTorch. The returned weights are before dropout; PyTorch's are
 * after it.
 *
 * @example
 * const x = randn([2, 5, 8]);
 * new MultiheadAttention(8, 2, { batchFirst: true }).forward(x, x, x, { causal: true }).output.shape // [2, 5, 8]
 */
export class MultiheadAttention<L extends LinearMap = Linear> extends Module implements InProjection {
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
  /** embedDim → 3 embedDim, in place of in_proj_weight and in_proj_bias, such as an adapter beside them. Default null. */
  in_proj: LinearMap | null = null;
  out_proj: L;
  positions: AttentionPositions | null;

  /** @throws ShapeError unless numHeads divides embedDim; ArgumentError for `makeLinear` beside another kdim or vdim. */
  constructor(embedDim: number, numHeads: number, given: MultiheadAttentionOptions<L> = {}) {
    refuseExtra("MultiheadAttention", arguments, 3);
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
    this.positions = checkPositions(name, given.positions, numHeads, embedDim / numHeads);
    const one = kdim === embedDim && vdim === embedDim;
    const { makeLinear } = given;
    checkMakeLinear(name, makeLinear);
    if (makeLinear && !one)
      throw new ArgumentError(
        `${name}: makeLinear makes one projection of queries, keys and values; leave out kdim and vdim, or makeLinear.`,
      );
    const packed = one && !makeLinear;
    this.in_proj_weight = packed ? projectionWeight(3 * embedDim, embedDim) : null;
    this.q_proj_weight = one ? null : projectionWeight(embedDim, embedDim);
    this.k_proj_weight = one ? null : projectionWeight(embedDim, kdim);
    this.v_proj_weight = one ? null : projectionWeight(embedDim, vdim);
    this.in_proj_bias = bias && !makeLinear ? zeroParameter([3 * embedDim]) : null;
    const make = mapMaker(name, makeLinear);
    this.in_proj = makeLinear ? make(embedDim, 3 * embedDim, bias) : null;
    this.out_proj = make(embedDim, embedDim, bias);
    if (this.out_proj instanceof Linear && this.out_proj.bias) init.zeros(this.out_proj.bias);
    noteParts(this, "positions", "in_proj", "in_proj_bias");
  }

  /**
   * @param q (lq, b, embedDim); (b, lq, embedDim) with batchFirst; (lq, embedDim) unbatched
   * @param k likewise, (lk, b, kdim)
   * @param v likewise, (lk, b, vdim)
   * @param given `mask` (lq, lk), (b, lq, lk) or (b, 1 or h, lq, lk), `keyMask` (b, lk), or (lk) unbatched, both bool and
   * true where a query may attend; `validLens`, `causal`, `bias`
   * @returns output in the form of q; weights (b, lq, lk), (b, h, lq, lk), or without b where q has none.
   * @throws ShapeError if the shapes do not match, if a sequence is longer than the positions, or for a cache of another
   * batch size; DTypeError for a mask that is not bool; ArgumentError for PyTorch's
   * names of masks, which are true where a query may not attend.
   */
  override forward<W extends boolean = true>(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    given: MultiheadForwardOptions<W> = {},
  ): AttendedIf<W> {
    refuseExtra("MultiheadAttention.forward", arguments, 4);
    checkParts(this);
    checkTensors(name, { q, k, v });
    checkOptions(forwardOptions, given);
    checkFlag(name, "averageAttnWeights", given.averageAttnWeights);
    this.#check(q, k, v);
    this.#checkCache(k, given.cache);
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
    const { numHeads, dropout, training, maskFill, positions } = this;
    const { cache, needWeights } = options;
    const [q, k] = given;
    const [lq, offset] = [q.size(1), cache?.fixed ? 0 : (cache?.length ?? 0)];
    const lk = offset + k.size(1);
    const place = { what: name, shape: [q.size(0), numHeads, lq, lk], headsHidden: true };
    const ownBias = biasFor(place, options);
    if (positions !== null) {
      checkSpan(name, "q", lq, offset, positions.maxLen);
      checkSpan(name, "k", k.size(1), offset, positions.maxLen);
    }
    const { heads, masks } =
      cache === undefined ? this.#heads(place, given, options) : this.#cached(place, given, options, cache);
    const [a, b, c] = heads; // (b, h, l, d)
    const added = addedBias(name, positions, { queries: lq, keys: lk, offset, backend: q.backend });
    const bias = ownBias && added ? ownBias.add(added) : (ownBias ?? added);
    const more: ScaledDotProductOptions = { ...masks, bias, dropout, training, maskFill, needWeights };
    const { output, weights } = dotProductAttention(place, a, b, c, more);
    return { output: this.out_proj.forward(mergeHeads(output)), weights };
  }

  #heads(place: Scores, given: Inputs, options: MultiheadForwardOptions): Heads {
    const { inputs, masks } = dropNonexistent(place, given, this.#batched(options), this.maskFill);
    const [q, k, v] = projectIn(this, inputs, this.numHeads);
    return { heads: [this.#rotate(q!, 0), this.#rotate(k!, 0), v!], masks };
  }

  // No gradient flows here, so that masked inputs may be anything: the attention leaves them out.
  #cached(place: Scores, given: Inputs, options: MultiheadForwardOptions, cache: AttentionCache): Heads {
    const { numHeads, embedDim } = this;
    const [q, k, v] = given;
    const [b, , lq, lk] = place.shape as readonly [number, number, number, number];
    const width = embedDim / numHeads;
    cache.check(name, { batch: b, numHeads, keyWidth: width, valueWidth: width, backend: q.backend });
    const offset = lk - k.size(1);
    const { causal, ...others } = this.#batched(options);
    checkFlag(name, "causal", causal);
    const limit =
      causal && offset > 0 && (lq > 1 || isTracing())
        ? causalMask(lq, lk, { offset, backend: q.backend })
        : undefined;
    const mask = [combineMasks(place, others, q.backend), limit].reduce((x, y) =>
      x && y ? x.logicalAnd(y) : (x ?? y),
    );
    const masks = { mask, causal: causal === true && offset === 0 };
    if (!cache.fixed) {
      const [x, y, z] = projectIn(this, given, numHeads);
      const [keys, values] = cache.append(this.#rotate(y!, offset), z!);
      return { heads: [this.#rotate(x!, offset), keys, values], masks };
    }
    if (cache.length === 0) {
      const [, y, z] = projectEach(this, [null, k, v], numHeads);
      cache.append(y!, z!);
    }
    const [x] = projectEach(this, [q], numHeads);
    return { heads: [x!, ...cache.read()], masks };
  }

  #rotate(x: Tensor, offset: number): Tensor {
    return turned(name, this.positions, x, offset);
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

  #checkCache(k: Tensor, cache: unknown): void {
    if (cache === undefined) return;
    if (!(cache instanceof AttentionCache)) {
      throw badArgument(name, "cache", "an AttentionCache", cache, "write cache: new AttentionCache()");
    }
    if (cache.fixed && this.positions !== null) {
      throw new ArgumentError(
        `${name}: a fixed cache is for keys of a memory, which have no positions beside q.`,
      );
    }
    const lk = k.size(k.ndim === 2 || !this.batchFirst ? 0 : 1);
    if (!cache.fixed || cache.length === 0 || cache.length === lk) return;
    throw new ShapeError(
      `${name}: the cache holds ${cache.length} keys of a memory, and k ${formatShape(k.shape)} has ${lk}; make a new cache ` +
        "for each memory.",
    );
  }

  #check(q: Tensor, k: Tensor, v: Tensor): void {
    const { out_proj } = this;
    const known = out_proj instanceof Linear || out_proj instanceof HalfLinear;
    checkBackends(name, { ...(known ? { "the module": out_proj.weight } : {}), q, k, v });
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

type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/** Queries, keys and values, a head each, and the masks that are left to apply. */
interface Heads {
  readonly heads: Inputs;
  readonly masks: Pick<MaskOptions, "mask" | "causal">;
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
