import { Linear, Module, nameSites, running, tap } from "@saccade/nn";
import { arange, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type OptionsOf, oneOf, options, signature } from "@saccade/tensor/contract";
import { type Attended, method, noteParts } from "../contract/method.ts";
import { checkUsed, keyMaskRules, sizeRule, stepsRule } from "../contract/rules.ts";
import { patternSites, scoredPairs } from "../definitions/attention.ts";
import { maskedSoftmax, weightedSum } from "../definitions/masks.ts";
import { additiveScores, dotScores } from "../definitions/scores.ts";
import { allow } from "../masks/align.ts";

const scores = ["dot", "general", "concat"] as const;
const windows = ["monotonic", "predictive"] as const;

/** How {@link LuongAttention} scores a query and a key. */
export type LuongScore = (typeof scores)[number];

/** How {@link LuongAttention} places its window of keys. */
export type LuongWindow = (typeof windows)[number];

const name = "LuongAttention";
/** Rules of the options of {@link LuongAttention}. */
export const luongRules = {
  /**
   * The score of a query q and a key k: `"dot"`, qᵀk; `"general"`, qᵀ W k; `"concat"`, vᵀ tanh(W [q; k]). Default
   * `"general"`.
   */
  score: oneOf(scores, "general"),
  /**
   * A window of keys instead of all: `"monotonic"` (local-m) centers it at the query's own position, `"predictive"`
   * (local-p) at a position predicted from the query, and weights keys by a Gaussian around it. Default: all keys.
   */
  local: oneOf(windows),
  /** D: a window reaches from D keys before its center to D after it. The Gaussian's σ is D / 2. Default 10. */
  halfWidth: stepsRule(),
};
const construct = signature(name, { size: sizeRule }, luongRules, {
  example: `new ${name}(32, { score: "general" })`,
});
const projectKeys = method(`${name}.projectKeys`, "keys float (b, lk, size)");
const forward = method(
  options(
    `${name}.forward`,
    {
      /** The number of valid keys of each sentence, (b) int32. Default: all. */
      validLens: keyMaskRules.validLens,
      /** The position of the first query in its sentence, for a monotonic window. Default 0. */
      start: stepsRule(0, 0),
    },
    { example: "attention.forward(queries, attention.projectKeys(keys), keys, { validLens })" },
  ),
  "queries float (b, lq, size)  projected float (b, lk, size)  values float (b, lk, dv)",
);

/** Options of {@link LuongAttention}. */
export interface LuongAttentionOptions extends OptionsOf<typeof construct> {}

/**
 * Checks the arguments of {@link LuongAttention}, and gives its options with their defaults.
 *
 * @throws ArgumentError for an invalid size or option.
 * @example checkLuong(4, { halfWidth: 2 }); // throws ArgumentError
 */
export function checkLuong(
  size: number,
  given: LuongAttentionOptions,
): Pick<LuongAttention, "score" | "local" | "halfWidth"> {
  const { score, local = null, halfWidth } = construct([size, given]);
  checkUsed(name, "halfWidth", halfWidth, local !== null, 'local: "monotonic" or "predictive"');
  return { score, local, halfWidth: halfWidth ?? 10 };
}

/** Options of {@link LuongAttention.forward}. */
export interface LuongForwardOptions extends OptionsOf<typeof forward> {}

/**
 * Luong, Pham & Manning (2015): three scores (section 3.1), over all keys or over a window (section 3.2). The weights of
 * a predictive window are multiplied by its Gaussian after the softmax (equation 10), so they sum to less than 1.
 *
 * @example
 * const attention = new LuongAttention(4, { score: "dot" });
 * const keys = randn([2, 5, 4]);
 * attention.forward(randn([2, 1, 4]), attention.projectKeys(keys), keys).output.shape // [2, 1, 4]
 */
export class LuongAttention extends Module {
  /** Of queries and keys. */
  readonly size: number;
  readonly score: LuongScore;
  readonly local: LuongWindow | null;
  readonly halfWidth: number;
  /** W of the general score; the keys' part of W of the concat score. */
  W_k: Linear | null = null;
  /** The queries' part of W of the concat score, and its v. */
  W_q: Linear | null = null;
  v: Linear | null = null;
  /** W_p and v_p of the predicted position. */
  W_p: Linear | null = null;
  v_p: Linear | null = null;

  /** @param size of queries and keys */
  constructor(size: number, given: LuongAttentionOptions = {}) {
    const { score, local, halfWidth } = checkLuong(size, given);
    super();
    this.size = size;
    this.score = score;
    this.local = local;
    this.halfWidth = halfWidth;
    const matrix = (outputs: number = size): Linear => new Linear(size, outputs, { bias: false });
    if (score !== "dot") this.W_k = matrix();
    if (score === "concat") [this.W_q, this.v] = [matrix(), matrix(1)];
    if (local === "predictive") [this.W_p, this.v_p] = [matrix(), matrix(1)];
    noteParts(this);
    nameSites(this, { sites: patternSites });
  }

  /** The part of the scores that depends only on the keys (b, lk, size). Compute it once per sentence. */
  projectKeys(keys: Tensor): Tensor {
    projectKeys(this, [keys], { size: this.size });
    return this.W_k === null ? keys : this.W_k.forward(keys);
  }

  /**
   * @param queries (b, lq, size)
   * @param projected keys as {@link projectKeys} gives them, (b, lk, size)
   * @param values (b, lk, dv)
   * @returns output (b, lq, dv), weights (b, lq, lk)
   * @throws ShapeError unless the shapes fit, IndexError for a length beyond the keys.
   */
  override forward(
    queries: Tensor,
    projected: Tensor,
    values: Tensor,
    given: LuongForwardOptions = {},
  ): Attended {
    const { b, lq, lk, validLens, start } = forward(this, [queries, projected, values, given], () => ({
      size: this.size,
    }));
    return running(this, () => {
      const context = { what: `${name}.forward`, shape: [b, lq, lk], headsHidden: false };
      const valid = allow(context, { validLens }, queries.backend).mask; // (b, 1, lk)
      const center = this.#center(queries, validLens, lk, start);
      if (center === null) return this.#attend(queries, projected, values, valid);
      const distance = arange(0, lk, 1, { backend: queries.backend }).sub(center); // (b or 1, lq, lk)
      const near = distance.abs().le(this.halfWidth);
      const window = valid === undefined ? near : near.logicalAnd(valid);
      if (this.local === "monotonic") return this.#attend(queries, projected, values, window);
      const exponent = distance.square().mul(-2 / this.halfWidth ** 2); // σ = D / 2
      return this.#attend(queries, projected, values, window, exponent.exp());
    });
  }

  /** Each query's position among the keys, (b or 1, lq, 1); null without windows. */
  #center(queries: Tensor, validLens: Tensor | undefined, lk: number, start: number): Tensor | null {
    const { backend } = queries;
    const lq = queries.size(1);
    if (this.local === null) return null;
    if (this.local === "monotonic") return arange(start, start + lq, 1, { backend }).reshape([1, lq, 1]);
    const share = this.v_p!.forward(this.W_p!.forward(queries).tanh()).sigmoid(); // equation 9
    return share.mul(validLens === undefined ? lk : validLens.to(queries.dtype).reshape([-1, 1, 1]));
  }

  #attend(queries: Tensor, keys: Tensor, values: Tensor, allowed?: Tensor, factor?: Tensor): Attended {
    const scores =
      this.score === "concat"
        ? additiveScores(this.W_q!.forward(queries), keys, this.v!.weight.flatten())
        : dotScores(queries, keys, scoredPairs(allowed));
    const shares = maskedSoftmax(tap("hook_attn_scores", scores), allowed);
    const weights = tap("hook_pattern", factor === undefined ? shares : shares.mul(factor));
    return iterable({ output: weightedSum(weights, values, allowed), weights });
  }
}
