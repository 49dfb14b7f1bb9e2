import { AttentionCache, type AttentionPositions, causalMask, type MaybeAttended } from "@saccade/attention";
import {
  addedBias,
  checkFloats,
  checkParts,
  checkPositions,
  dotProductAttention,
  mergeHeads,
  noteParts,
  turned,
} from "@saccade/attention/model";
import { type LinearMap, Module } from "@saccade/nn";
import { ShapeError, scope, type Tensor } from "@saccade/tensor";
import { formatShape, iterable, longest, refuseExtra } from "@saccade/tensor/backend";
import { flag, type OptionsOf, options, type Rule, rule, unchecked } from "@saccade/tensor/contract";
import { makeLinear } from "../contract/make-linear.ts";
import { type GPTOptions, gptSettings } from "./gpt-options.ts";

const name = "CausalSelfAttention";
const growing: Rule<AttentionCache, undefined> = {
  ...rule(
    "an AttentionCache",
    (value): value is AttentionCache => value instanceof AttentionCache && !value.fixed,
  ),
  fix: () => "write new AttentionCache()",
};
const forwardOptions = options(
  `${name}.forward`,
  {
    /** Keys and values of the tokens before; the new ones are appended to it. */
    cache: growing,
    /** bool (b, cached + n), true where a token may be attended to; undefined for all. */
    keyMask: unchecked<Tensor>("a tensor"),
    /** Whether to return the attention weights. Default false. */
    needWeights: flag(false),
  },
  { example: "attention.forward(x, { cache })" },
);

/** Options of a language model's attention. */
export interface CausalOptions extends OptionsOf<typeof forwardOptions> {}

/**
 * Causal self-attention of a {@link GPT}, with one projection for queries, keys and values. Groups of queries' heads may
 * share a head of keys and values (Ainslie et al. 2023).
 *
 * @example
 * const gpt = new GPT({ vocabSize: 16, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * gpt.blocks[0].attention instanceof CausalSelfAttention // true
 */
export class CausalSelfAttention extends Module {
  readonly dModel: number;
  readonly numHeads: number;
  readonly numKvHeads: number;
  readonly headDim: number;
  readonly dropout: number;
  /** Rows: headDim for each head of queries, then of keys, then of values. */
  qkv: LinearMap;
  out: LinearMap;
  positions: AttentionPositions | null;

  /**
   * The options are those of GPT.
   *
   * @param positions those of rotary, relative or ALiBi positions, which the layers of a model share
   * @throws ArgumentError, ShapeError as GPT does.
   */
  constructor(given: GPTOptions, positions: AttentionPositions | null = null) {
    refuseExtra("CausalSelfAttention", arguments, 2);
    super();
    const settings = gptSettings(given);
    const { dModel, numHeads, numKvHeads, headDim, attentionBias: bias, dropout } = settings;
    this.dModel = dModel;
    this.numHeads = numHeads;
    this.numKvHeads = numKvHeads;
    this.headDim = headDim;
    this.dropout = dropout;
    this.qkv = makeLinear(settings.weights, dModel, (numHeads + 2 * numKvHeads) * headDim, bias);
    this.out = makeLinear(settings.weights, numHeads * headDim, dModel, bias);
    this.positions = checkPositions(name, positions, numHeads, headDim);
    noteParts(this, "positions");
  }

  /**
   * @param x (b, n, dModel); weights are (b, heads, n, cached + n)
   * @throws ShapeError when x or the mask does not fit; ArgumentError for an unknown option.
   */
  override forward(x: Tensor, given: CausalOptions = {}): MaybeAttended {
    refuseExtra("CausalSelfAttention.forward", arguments, 2);
    checkParts(this);
    checkFloats(name, "x", x);
    const { cache, keyMask, needWeights } = forwardOptions(given);
    if (x.ndim !== 3 || x.size(2) !== this.dModel) {
      throw new ShapeError(`${name}: x ${formatShape(x.shape)} must be (b, n, ${this.dModel}) (dModel).`);
    }
    return scope(() => {
      const offset = cache?.length ?? 0;
      const { queries, keys, values } = this.#project(x, offset, cache);
      const [b, n, length] = [x.size(0), x.size(1), keys.size(-2)];
      const { numHeads, numKvHeads, headDim, dropout, training } = this;
      const bias = addedBias(name, this.positions, { queries: n, keys: length, offset, backend: x.backend });
      // One query attends to all keys; the graph of an export serves more queries.
      const limited = longest(n) > 1;
      const masks = {
        causal: limited && offset === 0,
        mask: limited && offset > 0 ? causalMask(n, length, { offset, backend: x.backend }) : undefined,
      };
      const more = { ...masks, keyMask, dropout, training, needWeights };
      const place = { what: "GPT", headsHidden: false };
      if (numKvHeads === numHeads) {
        const { output, weights } = dotProductAttention(place, queries, keys, values, { ...more, bias });
        return iterable({ output: this.out.forward(mergeHeads(output)), weights });
      }
      // (b, kv, group, n, d) beside (b, kv, 1, length, d)
      const groups = [numKvHeads, numHeads / numKvHeads];
      const q = queries.reshape([b, ...groups, n, headDim]);
      const grouped = bias?.reshape([1, ...groups, n, length]);
      const [k, v] = [keys.unsqueeze(2), values.unsqueeze(2)];
      const { output, weights } = dotProductAttention(place, q, k, v, { ...more, bias: grouped });
      const merged = mergeHeads(output.reshape([b, numHeads, n, headDim]));
      return iterable({
        output: this.out.forward(merged),
        weights: weights?.reshape([b, numHeads, n, length]),
      });
    });
  }

  // Queries (b, heads, n, d), and keys and values (b, kv heads, cached + n, d).
  #project(x: Tensor, offset: number, cache: AttentionCache | undefined): Projected {
    const { numHeads, numKvHeads, headDim, positions } = this;
    const [b, n] = [x.size(0), x.size(1)];
    const heads = this.qkv
      .forward(x)
      .reshape([b, n, numHeads + 2 * numKvHeads, headDim])
      .transpose(1, 2);
    const both = heads.narrow(1, 0, numHeads + numKvHeads);
    const v = heads.narrow(1, numHeads + numKvHeads, numKvHeads);
    // Turned together: for one token, the number of calls is what takes the time.
    const rotated = turned(name, positions, both, offset);
    const [queries, k] = rotated.split([numHeads, numKvHeads], 1) as [Tensor, Tensor];
    const [keys, values] = cache === undefined ? [k, v] : cache.append(k, v);
    return { queries, keys, values };
  }
}

interface Projected {
  readonly queries: Tensor;
  readonly keys: Tensor;
  readonly values: Tensor;
}
