// Scores with weights of their own: networks of a query and a key, and of the query alone.

import { Linear } from "@saccade/nn";
import { ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, within } from "@saccade/tensor/backend";
import { noteParts } from "../contract/method.ts";
import { sizesOf } from "../contract/rules.ts";
import * as definition from "../definitions/scores.ts";
import { scoresShape } from "../masks/align.ts";
import { Scoring } from "./scoring.ts";

const sizes = ["querySize", "keySize", "numHiddens"] as const;
const constructAdditive = /* @__PURE__ */ sizesOf("AdditiveScoring", ...sizes);
const constructConcat = /* @__PURE__ */ sizesOf("ConcatScoring", ...sizes);
const constructPerceptron = /* @__PURE__ */ sizesOf("PerceptronScoring", ...sizes);

/**
 * The score w_vᵀ tanh(W_q q + W_k k), with the parameters of `AdditiveAttention` (Bahdanau, Cho & Bengio 2015, appendix
 * A.1.2).
 *
 * @example new AdditiveScoring(6, 4, 16).scores(randn([3, 6]), randn([5, 4])).shape // [3, 5]
 */
export class AdditiveScoring extends Scoring {
  W_q: Linear;
  W_k: Linear;
  w_v: Linear;

  constructor(querySize: number, keySize: number, numHiddens: number) {
    constructAdditive([querySize, keySize, numHiddens]);
    super("AdditiveScoring", querySize, keySize);
    this.W_q = new Linear(querySize, numHiddens, { bias: false });
    this.W_k = new Linear(keySize, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const [q, k] = [this.W_q.forward(queries), this.W_k.forward(keys)];
    return within("AdditiveScoring", () => definition.additiveScores(q, k, this.w_v.weight.flatten()));
  }
}

/**
 * The score w_vᵀ tanh(W [q; k]) (Luong, Pham & Manning 2015, "concat"). It is {@link AdditiveScoring} with the columns
 * of W as W_q and W_k, and is computed so, once a query and once a key instead of once a pair.
 *
 * @example new ConcatScoring(6, 4, 16).scores(randn([3, 6]), randn([5, 4])).shape // [3, 5]
 */
export class ConcatScoring extends Scoring {
  /** Of [q; k]. */
  W: Linear;
  w_v: Linear;

  constructor(querySize: number, keySize: number, numHiddens: number) {
    constructConcat([querySize, keySize, numHiddens]);
    super("ConcatScoring", querySize, keySize);
    this.W = new Linear(querySize + keySize, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const v = this.w_v.weight.flatten();
    return within("ConcatScoring", () => definition.concatScores(queries, keys, this.W.weight, v));
  }
}

/**
 * The score of a network with two layers on [q; k]: w_2ᵀ relu(W_1 [q; k] + b_1). A bias of the second layer would add
 * the same number to every score of a query, which softmax ignores, so there is none.
 *
 * @example new PerceptronScoring(6, 4, 16).scores(randn([3, 6]), randn([5, 4])).shape // [3, 5]
 */
export class PerceptronScoring extends Scoring {
  /** The first layer, of [q; k]. */
  W_1: Linear;
  w_2: Linear;

  constructor(querySize: number, keySize: number, numHiddens: number) {
    constructPerceptron([querySize, keySize, numHiddens]);
    super("PerceptronScoring", querySize, keySize);
    this.W_1 = new Linear(querySize + keySize, numHiddens);
    this.w_2 = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const { weight, bias } = this.W_1;
    return definition.perceptronScores(queries, keys, weight, bias, this.w_2);
  }
}

const constructLocation = /* @__PURE__ */ sizesOf("LocationScoring", "querySize", "maxLen");

/**
 * A score that depends only on the query: key j gets row j of W times q, whatever its content (Luong, Pham & Manning 2015,
 * equation 8, "location").
 *
 * @example new LocationScoring(6, 50).scores(randn([3, 6]), randn([5, 6])).shape // [3, 5]
 */
export class LocationScoring extends Scoring {
  /** The largest number of keys. */
  readonly maxLen: number;
  W: Linear;

  constructor(querySize: number, maxLen: number) {
    constructLocation([querySize, maxLen]);
    super("LocationScoring", querySize, null);
    this.maxLen = maxLen;
    this.W = new Linear(querySize, maxLen, { bias: false });
    noteParts(this);
  }

  protected override compare(queries: Tensor, keys: Tensor): Tensor {
    const lk = keys.size(-2);
    if (lk > this.maxLen) {
      throw new ShapeError(
        `LocationScoring: keys ${formatShape(keys.shape)} are ${lk} keys, and maxLen is ${this.maxLen}; make it with a ` +
          "larger maxLen.",
      );
    }
    const scores = definition.locationScores(queries, this.W, lk); // (…, lq, lk)
    return scores.expand(scoresShape(queries, keys));
  }

  protected override describeOptions(): string {
    return `querySize=${this.querySize}, maxLen=${this.maxLen}`;
  }
}
