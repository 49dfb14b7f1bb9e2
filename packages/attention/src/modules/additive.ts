import { Linear, Module } from "@saccade/nn";
import { type Shape, ShapeError, scope, type Tensor, where } from "@saccade/tensor";
import { checkInteger, checkOptions, formatShape, optionNames, refuseExtra } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { Attended } from "../contract/attended.ts";
import { checkBackends, checkDropout, checkTensors } from "../contract/check-options.ts";
import { checkParts, noteParts } from "../contract/parts.ts";
import { attendTo, checkValues, scoresShape } from "../functions/attend.ts";
import { combineMasks, type MaskOptions } from "../masks/combine-masks.ts";
import { dropNonexistent } from "../masks/existing.ts";
import { checkFill, type MaskFillOptions } from "../masks/mask-fill.ts";
import { fillOnly, maskNames, moduleRenames } from "../masks/option-names.ts";
import { oneOfLengths } from "./dot-product.ts";

const name = "AdditiveAttention";
const constructorOptions = fillOnly(name, `new ${name}(keySize, querySize, numHiddens, dropout)`);
const forwardOptions = optionNames<MaskOptions>(
  `${name}.forward`,
  maskNames,
  "attention.forward(queries, keys, values, validLens, { mask })",
  moduleRenames,
);
const projectedOptions = optionNames<MaskOptions>(
  `${name}.forwardProjected`,
  maskNames,
  "attention.forwardProjected(queries, projected, values, validLens, { mask })",
  moduleRenames,
);
const projectOptions = optionNames<KeyMasks>(
  `${name}.projectKeys`,
  { keyMask: true, validLens: true },
  "attention.projectKeys(keys, validLens)",
  moduleRenames,
);

/** Masks over keys only, the same for every query. */
type KeyMasks = Pick<MaskOptions, "keyMask" | "validLens">;

/**
 * Additive attention: the score of a query and a key is w_vᵀ tanh(W_q q + W_k k), so the two sizes may differ
 * (Bahdanau, Cho & Bengio 2015, appendix A.1.2).
 *
 * @example new AdditiveAttention(2, 20, 8).forward(randn([1, 3, 20]), randn([1, 4, 2]), randn([1, 4, 5])).output.shape // [1, 3, 5]
 */
export class AdditiveAttention extends Module {
  W_k: Linear;
  W_q: Linear;
  w_v: Linear;
  readonly dropout: number;
  readonly maskFill: number | null;

  /** @param dropout the probability of dropping a weight during training. Default 0. */
  constructor(
    keySize: number,
    querySize: number,
    numHiddens: number,
    dropout: number = 0,
    fill: MaskFillOptions = {},
  ) {
    refuseExtra("AdditiveAttention", arguments, 5);
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
    noteParts(this);
  }

  /**
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @param validLens int32, the number of valid keys: (b), or (b, lq); pass other masks in `masks`.
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
    refuseExtra("AdditiveAttention.forward", arguments, 5);
    checkParts(this);
    checkTensors(name, { queries, keys, values });
    checkOptions(forwardOptions, masks);
    const shape = this.#fit(queries, keys, "keys", this.W_k.inFeatures);
    checkValues(name, shape, values);
    const given = { ...masks, validLens: oneOfLengths(name, validLens, masks) };
    return scope(() => {
      const place = { what: name, shape, headsHidden: false };
      const existing = dropNonexistent(place, [queries, keys, values], given, this.maskFill);
      const [q, k, v] = existing.inputs;
      return attendProjected(this, q, this.W_k.forward(k), v, existing.masks);
    });
  }

  /**
   * W_k keys, (…, lk, numHiddens). Compute it once if several queries in turn attend to the same keys. Keys excluded by
   * `validLens` (b) and `keyMask` (b, lk) become zeros, so they do not affect the gradient of W_k either.
   *
   * @throws ShapeError when sizes or lengths do not fit.
   */
  projectKeys(keys: Tensor, validLens?: Tensor, masks: KeyMasks = {}): Tensor {
    refuseExtra("AdditiveAttention.projectKeys", arguments, 3);
    checkParts(this);
    const what = `${name}.projectKeys`;
    checkTensors(what, { keys });
    checkOptions(projectOptions, masks);
    const { inFeatures } = this.W_k;
    if (keys.ndim < 2 || keys.shape.at(-1) !== inFeatures) {
      throw new ShapeError(
        `${what}: keys ${formatShape(keys.shape)} must be (…, lk, ${inFeatures}) (keySize).`,
      );
    }
    const given = { ...masks, validLens: oneOfLengths(what, validLens, masks) };
    return scope(() => {
      const place = { what, shape: [...keys.shape.slice(0, -2), 1, keys.size(-2)], headsHidden: false };
      const mask = combineMasks(place, given, keys.backend); // (…, 1, lk)
      if (mask === undefined || this.maskFill !== null) return this.W_k.forward(keys);
      return this.W_k.forward(where(mask.transpose(-2, -1), keys, 0));
    });
  }

  /**
   * {@link forward} for keys that {@link projectKeys} has projected, (…, lk, numHiddens). Pass the masks to {@link
   * projectKeys} too: masks passed here do not affect the gradient of W_k.
   */
  forwardProjected(
    queries: Tensor,
    projected: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: MaskOptions = {},
  ): Attended {
    refuseExtra("AdditiveAttention.forwardProjected", arguments, 5);
    checkParts(this);
    const what = `${name}.forwardProjected`;
    checkTensors(what, { queries, projected, values });
    checkOptions(projectedOptions, masks);
    const shape = this.#fit(queries, projected, "projected", this.W_k.outFeatures);
    checkValues(what, shape, values);
    const given = { ...masks, validLens: oneOfLengths(what, validLens, masks) };
    return scope(() => {
      const place = { what, shape, headsHidden: false };
      const existing = dropNonexistent(place, [queries, projected, values], given, this.maskFill);
      const [q, k, v] = existing.inputs;
      return attendProjected(this, q, k, v, existing.masks);
    });
  }

  #fit(queries: Tensor, keys: Tensor, given: "keys" | "projected", width: number): Shape {
    checkBackends(name, { "the module": this.W_q.weight, queries, [given]: keys });
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

/**
 * Attention to projected keys, after all checks. Masked keys must be finite, since their scores are computed.
 *
 * @example
 * const [net, q] = [new AdditiveAttention(4, 4, 8), ones([2, 3, 4])];
 * attendProjected(net, q, net.projectKeys(q), q, {}).output.shape // [2, 3, 4]
 */
export function attendProjected(
  { W_q, w_v, dropout, training, maskFill }: AdditiveAttention,
  queries: Tensor,
  projected: Tensor,
  values: Tensor,
  masks: MaskOptions,
): Attended {
  const place = { what: name, shape: scoresShape(name, queries, projected), headsHidden: false };
  const scores = (): Tensor => fused.additiveScores(W_q.forward(queries), projected, w_v.weight.flatten()); // (…, lq, lk)
  return attendTo(place, { scores, values, options: { ...masks, dropout, training, maskFill } });
}
