import { Linear, Module } from "@saccade/nn";
import { type Shape, ShapeError, scope, type Tensor } from "@saccade/tensor";
import {
  additiveScores,
  checkInteger,
  checkOptions,
  formatShape,
  optionNames,
} from "@saccade/tensor/backend";
import { attendTo, checkValues, scoresShape } from "./attend.ts";
import type { Attended } from "./attended.ts";
import { checkDropout, checkTensors } from "./check-options.ts";
import type { MaskOptions } from "./combine-masks.ts";
import { oneOfLengths } from "./dot-product.ts";
import { dropNonexistent } from "./existing.ts";
import { checkFill, type MaskFillOptions } from "./mask-fill.ts";
import { fillOnly, maskNames, moduleRenames } from "./options.ts";

const name = "AdditiveAttention";
const constructorOptions = fillOnly(name, `new ${name}(keySize, querySize, numHiddens, dropout)`);
const forwardOptions = optionNames<MaskOptions>(
  `${name}.forward`,
  maskNames,
  "attention.forward(queries, keys, values, validLens, { mask })",
  moduleRenames,
);

/**
 * Additive attention: the score of a query and a key is w_vᵀ tanh(W_q q + W_k k), so that the two may differ
 * in size (Bahdanau, Cho & Bengio 2015, appendix A.1.2).
 *
 * @example new AdditiveAttention(2, 20, 8).forward(queries, keys, values, validLens);
 */
export class AdditiveAttention extends Module {
  W_k: Linear;
  W_q: Linear;
  w_v: Linear;
  readonly dropout: number;
  readonly maskFill: number | null;

  /** @param dropout the probability with which a weight is dropped while training. Default 0. */
  constructor(
    keySize: number,
    querySize: number,
    numHiddens: number,
    dropout: number = 0,
    fill: MaskFillOptions = {},
  ) {
    super();
    checkInteger(name, "keySize", keySize, 1);
    checkInteger(name, "querySize", querySize, 1);
    checkInteger(name, "numHiddens", numHiddens, 1);
    this.dropout = checkDropout(name, dropout);
    checkOptions(constructorOptions, fill);
    this.maskFill = checkFill(name, fill.maskFill);
    this.W_k = new Linear(keySize, numHiddens, { bias: false });
    this.W_q = new Linear(querySize, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
  }

  /**
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @param validLens int32, how many keys count: (b), or (b, lq); further masks in `masks`.
   * @returns output (…, lq, dv), weights (…, lq, lk)
   * @throws ShapeError when sizes or lengths do not fit.
   */
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: MaskOptions = {},
  ): Attended {
    checkTensors(name, { queries, keys, values });
    checkOptions(forwardOptions, masks);
    const shape = this.#fit(queries, keys, "keys", this.W_k.inFeatures);
    checkValues(name, shape, values);
    const given = { ...masks, validLens: oneOfLengths(name, validLens, masks) };
    return scope(() => {
      const place = { what: name, shape, headsHidden: false };
      const existing = dropNonexistent(place, [queries, keys, values], given, this.maskFill);
      const [q, k, v] = existing.inputs;
      return this.#attend(q, () => this.W_k.forward(k), shape, v, existing.masks);
    });
  }

  /** W_k keys, (…, lk, numHiddens): to be made once where many queries in turn ask the same keys. */
  projectKeys(keys: Tensor): Tensor {
    checkTensors(`${name}.projectKeys`, { keys });
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
    checkTensors(`${name}.forwardProjected`, { queries, projected, values });
    checkOptions(forwardOptions, masks);
    const shape = this.#fit(queries, projected, "projected", this.W_k.outFeatures);
    const given = { ...masks, validLens: oneOfLengths(name, validLens, masks) };
    return this.#attend(queries, () => projected, shape, values, given);
  }

  #attend(
    queries: Tensor,
    projectedKeys: () => Tensor,
    shape: Shape,
    values: Tensor,
    masks: MaskOptions,
  ): Attended {
    const { dropout, training, maskFill } = this;
    const options = { ...masks, dropout, training, maskFill };
    const scores = (): Tensor => {
      const q = this.W_q.forward(queries);
      return additiveScores(q, projectedKeys(), this.w_v.weight.flatten()); // (…, lq, lk)
    };
    return attendTo({ what: name, shape, headsHidden: false }, { scores, values, options });
  }

  #fit(queries: Tensor, keys: Tensor, given: "keys" | "projected", width: number): Shape {
    const dq = this.W_q.inFeatures;
    const fits =
      queries.ndim >= 2 && keys.ndim >= 2 && queries.shape.at(-1) === dq && keys.shape.at(-1) === width;
    if (!fits) {
      throw new ShapeError(
        `${name}: queries ${formatShape(queries.shape)} must be (…, lq, ${dq}) (querySize) and ${given} ` +
          `${formatShape(keys.shape)} must be (…, lk, ${width}) (${given === "keys" ? "keySize" : "numHiddens"}).`,
      );
    }
    return scoresShape(name, queries, keys);
  }
}
