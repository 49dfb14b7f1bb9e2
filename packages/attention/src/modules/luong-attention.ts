import { Linear, Module } from "@saccade/nn";
import { arange, ShapeError, scope, type Tensor } from "@saccade/tensor";
import {
  checkChoice,
  checkInteger,
  checkOptions,
  formatShape,
  iterable,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { Attended } from "../contract/attended.ts";
import { checkFloats, checkSteps, checkUsed } from "../contract/check-options.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { checkValues, scoresShape } from "../functions/attend.ts";
import { weightsOf } from "../masks/masked-softmax.ts";
import { checkLengths, lengthsMask } from "../masks/masks.ts";

const scores = ["dot", "general", "concat"] as const;
const windows = ["monotonic", "predictive"] as const;

/** How {@link LuongAttention} scores a query and a key. */
export type LuongScore = (typeof scores)[number];

/** How {@link LuongAttention} places its window of keys. */
export type LuongWindow = (typeof windows)[number];

/** Options of {@link LuongAttention}. */
export interface LuongAttentionOptions {
  /**
   * The score of a query q and a key k: `"dot"`, qᵀk; `"general"`, qᵀ W k; `"concat"`, vᵀ tanh(W [q; k]). Default
   * `"general"`.
   */
  readonly score?: LuongScore | undefined;
  /**
   * A window of keys instead of all: `"monotonic"` (local-m) centers it at the query's own position, `"predictive"`
   * (local-p) at a position predicted from the query, and weights keys by a Gaussian around it. Default: all keys.
   */
  readonly local?: LuongWindow | undefined;
  /** D: a window reaches from D keys before its center to D after it. The Gaussian's σ is D / 2. Default 10. */
  readonly halfWidth?: number | undefined;
}

const name = "LuongAttention";
const options = optionNames<LuongAttentionOptions>(
  name,
  { score: true, local: true, halfWidth: true },
  `new ${name}(32, { score: "general" })`,
);

/**
 * Checks the arguments of {@link LuongAttention}.
 *
 * @throws ArgumentError for anything that {@link LuongAttention} does not take.
 * @example checkLuong(4, { halfWidth: 2 }); // throws ArgumentError
 */
export function checkLuong(size: number, given: LuongAttentionOptions): void {
  checkInteger(name, "size", size, 1);
  checkOptions(options, given);
  const { score = "general", local, halfWidth = 10 } = given;
  checkChoice(name, "score", score, scores);
  if (local !== undefined) checkChoice(name, "local", local, windows);
  checkSteps(name, "halfWidth", halfWidth);
  checkUsed(name, "halfWidth", given.halfWidth, local !== undefined, 'local: "monotonic" or "predictive"');
}

/** Options of {@link LuongAttention.forward}. */
export interface LuongForwardOptions {
  /** The number of valid keys of each sentence, (b) int32. Default: all. */
  readonly validLens?: Tensor | undefined;
  /** The position of the first query in its sentence, for a monotonic window. Default 0. */
  readonly start?: number | undefined;
}

const forwardOptions = optionNames<LuongForwardOptions>(
  `${name}.forward`,
  { validLens: true, start: true },
  "attention.forward(queries, attention.projectKeys(keys), keys, { validLens })",
);

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

  /**
   * @param size of queries and keys
   * @throws ArgumentError for a size or a halfWidth that is not a whole number ≥ 1, or an unknown option.
   */
  constructor(size: number, given: LuongAttentionOptions = {}) {
    refuseExtra("LuongAttention", arguments, 2);
    super();
    checkLuong(size, given);
    const { score = "general", local, halfWidth = 10 } = given;
    this.size = size;
    this.score = score;
    this.local = local ?? null;
    this.halfWidth = halfWidth;
    const matrix = (outputs: number = size): Linear => new Linear(size, outputs, { bias: false });
    if (score !== "dot") this.W_k = matrix();
    if (score === "concat") [this.W_q, this.v] = [matrix(), matrix(1)];
    if (local === "predictive") [this.W_p, this.v_p] = [matrix(), matrix(1)];
    noteParts(this);
  }

  /** The part of the scores that depends on the keys (b, lk, size) alone. Compute it once per sentence. */
  projectKeys(keys: Tensor): Tensor {
    refuseExtra("LuongAttention.projectKeys", arguments, 1);
    checkParts(this);
    this.#checkSize("projectKeys", "keys", keys);
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
    refuseExtra("LuongAttention.forward", arguments, 4);
    checkParts(this);
    const what = `${name}.forward`;
    this.#checkSize("forward", "queries", queries);
    this.#checkSize("forward", "projected", projected);
    checkFloats(what, "values", values);
    checkValues(what, scoresShape(what, queries, projected), values);
    checkOptions(forwardOptions, given);
    const { validLens, start = 0 } = given;
    if (validLens !== undefined) checkLengths(what, "validLens", validLens, projected.size(1));
    checkSteps(what, "start", start, 0);
    return scope(() => {
      const valid = validLens && lengthsMask(validLens, projected.size(1)); // (b, 1, lk)
      const center = this.#center(queries, validLens, projected.size(1), start);
      if (center === null) return this.#attend(queries, projected, values, valid);
      const keys = arange(0, projected.size(1), 1, { backend: projected.backend });
      const distance = keys.sub(center); // (b or 1, lq, lk)
      const near = distance.abs().le(this.halfWidth);
      const window = valid === undefined ? near : near.logicalAnd(valid);
      if (this.local === "monotonic") return this.#attend(queries, projected, values, window);
      const gaussian = distance
        .square()
        .mul(-2 / this.halfWidth ** 2)
        .exp(); // σ = D / 2
      return this.#attend(queries, projected, values, window, gaussian);
    });
  }

  /** Each query's position among the keys, (b or 1, lq, 1); null without windows. */
  #center(queries: Tensor, validLens: Tensor | undefined, lk: number, start: number): Tensor | null {
    const { backend } = queries;
    if (this.local === null) return null;
    if (this.local === "monotonic")
      return arange(start, start + queries.size(1), 1, { backend }).reshape([1, queries.size(1), 1]);
    const share = this.v_p!.forward(this.W_p!.forward(queries).tanh()).sigmoid(); // equation 9
    return share.mul(
      validLens === undefined ? lk : validLens.to(queries.dtype).reshape([validLens.size(0), 1, 1]),
    );
  }

  #attend(queries: Tensor, keys: Tensor, values: Tensor, allowed?: Tensor, factor?: Tensor): Attended {
    const raw =
      this.score === "concat"
        ? fused.additiveScores(this.W_q!.forward(queries), keys, this.v!.weight.flatten())
        : allowed === undefined
          ? queries.matmul(keys.transpose(-2, -1))
          : fused.scoresWhere(queries, keys, allowed);
    const shares = weightsOf(raw, allowed, null);
    const weights = factor === undefined ? shares : shares.mul(factor);
    const output =
      allowed === undefined ? weights.matmul(values) : fused.matmulWhere(weights, values, allowed);
    return iterable({ output, weights });
  }

  #checkSize(method: string, what: string, x: Tensor): void {
    checkFloats(`${name}.${method}`, what, x);
    if (x.ndim === 3 && x.size(2) === this.size) return;
    throw new ShapeError(
      `${name}.${method}: ${what} ${formatShape(x.shape)} must be (b, length, ${this.size}) (size).`,
    );
  }
}
