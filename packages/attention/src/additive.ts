import { Linear, Module } from "@saccade/nn";
import { type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { additiveScores, formatShape } from "@saccade/tensor/backend";
import { type Attended, attendTo, checkDropout, scoresShape } from "./attend.ts";
import type { MaskOptions } from "./combine-masks.ts";
import type { MaskFillOptions } from "./masked-softmax.ts";

/**
 * Additive attention: the score of a query and a key is w_vᵀ tanh(W_q q + W_k k), so that the two may differ
 * in size (Bahdanau, Cho & Bengio 2015, appendix A.1.2).
 */
export class AdditiveAttention extends Module {
  W_k: Linear;
  W_q: Linear;
  w_v: Linear;
  readonly dropout: number;
  readonly maskFill: number | null;

  constructor(
    keySize: number,
    querySize: number,
    numHiddens: number,
    dropout: number = 0,
    { maskFill = null }: MaskFillOptions = {},
  ) {
    super();
    this.W_k = new Linear(keySize, numHiddens, { bias: false });
    this.W_q = new Linear(querySize, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    this.dropout = checkDropout("AdditiveAttention", dropout);
    this.maskFill = maskFill;
  }

  /**
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @param validLens how many keys count: (b), or (b, lq); further masks in `masks`.
   * @throws ShapeError when sizes or lengths do not fit.
   */
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: MaskOptions = {},
  ): Attended {
    const shape = this.#scoresShape(queries, keys);
    return this.#attend(queries, () => this.W_k.forward(keys), shape, values, validLens, masks);
  }

  /** W_k keys, (…, lk, numHiddens): to be made once where many queries in turn ask the same keys. */
  projectKeys(keys: Tensor): Tensor {
    return this.W_k.forward(keys);
  }

  /** {@link forward} for keys that {@link projectKeys} has projected, (…, lk, numHiddens). */
  forwardProjected(
    queries: Tensor,
    projected: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: MaskOptions = {},
  ): Attended {
    const shape = scoresShape("AdditiveAttention", queries, projected);
    return this.#attend(queries, () => projected, shape, values, validLens, masks);
  }

  #attend(
    queries: Tensor,
    projectedKeys: () => Tensor,
    shape: Shape,
    values: Tensor,
    validLens: Tensor | undefined,
    masks: MaskOptions,
  ): Attended {
    const { dropout, training, maskFill } = this;
    const options = { ...masks, validLens: validLens ?? masks.validLens, dropout, training, maskFill };
    const score = (): Tensor => {
      const q = this.W_q.forward(queries);
      return additiveScores(q, projectedKeys(), this.w_v.weight.flatten()); // (…, lq, lk)
    };
    return attendTo("AdditiveAttention", shape, score, values, options);
  }

  #scoresShape(queries: Tensor, keys: Tensor): Shape {
    const [dq, dk] = [this.W_q.inFeatures, this.W_k.inFeatures];
    const fits =
      queries.ndim >= 2 && keys.ndim >= 2 && queries.shape.at(-1) === dq && keys.shape.at(-1) === dk;
    if (fits) return scoresShape("AdditiveAttention", queries, keys);
    throw new ShapeError(
      `AdditiveAttention: queries ${formatShape(queries.shape)} must be (…, lq, ${dq}) (querySize) and keys ` +
        `${formatShape(keys.shape)} must be (…, lk, ${dk}) (keySize).`,
    );
  }
}
