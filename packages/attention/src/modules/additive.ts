import { Linear, Module, nameSites, running } from "@saccade/nn";
import { scope, type Tensor, where } from "@saccade/tensor";
import { iterable, within } from "@saccade/tensor/backend";
import { type Known, options, signature } from "@saccade/tensor/contract";
import { type Attended, maskedMethod, noteParts } from "../contract/method.ts";
import * as rules from "../contract/rules.ts";
import { patternSites } from "../definitions/attention.ts";
import { additiveAttention } from "../definitions/scores.ts";
import * as align from "../masks/align.ts";

const name = "AdditiveAttention";
const { sizeRule, dropoutRule } = rules;
const construct = signature(
  name,
  { keySize: sizeRule, querySize: sizeRule, numHiddens: sizeRule, dropout: dropoutRule(0) },
  rules.maskFillRules,
  {
    example: `new ${name}(keySize, querySize, numHiddens, dropout, { maskFill: -1e9 })`,
    renamed: rules.functionRenames,
  },
);
const masksOf = (method: string, keys: string) =>
  options(`${name}.${method}`, rules.maskRules, {
    example: `attention.${method}(queries, ${keys}, values, validLens, { mask })`,
    renamed: rules.moduleRenames,
  });
const forward = maskedMethod(
  masksOf("forward", "keys"),
  "queries float (…, lq, querySize)  keys float (…, lk, keySize)  values float (…, lk, dv)",
);
const forwardProjected = maskedMethod(
  masksOf("forwardProjected", "projected"),
  "queries float (…, lq, querySize)  projected float (…, lk, numHiddens)  values float (…, lk, dv)",
);
const projectKeys = maskedMethod(
  options(`${name}.projectKeys`, rules.keyMaskRules, {
    example: "attention.projectKeys(keys, validLens)",
    renamed: rules.moduleRenames,
  }),
  "keys float (…, lk, keySize)",
);

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
    fill: rules.MaskFillOptions = {},
  ) {
    const { maskFill } = construct([keySize, querySize, numHiddens, dropout, fill]);
    super();
    this.dropout = dropout;
    this.maskFill = maskFill;
    this.W_k = new Linear(keySize, numHiddens, { bias: false });
    this.W_q = new Linear(querySize, numHiddens, { bias: false });
    this.w_v = new Linear(numHiddens, 1, { bias: false });
    noteParts(this);
    nameSites(this, { sites: patternSites });
  }

  /**
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @param validLens int32, the number of valid keys: (b), or (b, lq); pass other masks in `masks`.
   * @returns output (…, lq, dv), weights (…, lq, lk)
   */
  override forward(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    validLens?: Tensor,
    masks: rules.MaskOptions = {},
  ): Attended {
    const known = (): Known => ({ querySize: this.W_q.inFeatures, keySize: this.W_k.inFeatures });
    const given = forward(this, [queries, keys, values], validLens, masks, known);
    return this.#attend("forward", [queries, keys, values], given, (k) => this.W_k.forward(k));
  }

  /**
   * W_k keys, (…, lk, numHiddens). Compute it once if several queries in turn attend to the same keys. Keys excluded by
   * `validLens` (b) and `keyMask` (b, lk) become zeros, so they do not affect the gradient of W_k either.
   *
   */
  projectKeys(keys: Tensor, validLens?: Tensor, masks: rules.KeyMaskOptions = {}): Tensor {
    const known = (): Known => ({ keySize: this.W_k.inFeatures });
    const given = projectKeys(this, [keys], validLens, masks, known);
    return scope(() => {
      const shape = [...keys.shape.slice(0, -2), 1, keys.size(-2)];
      const scores = { what: `${name}.projectKeys`, shape, headsHidden: false };
      const { mask } = align.allow(scores, given, keys.backend); // (…, 1, lk)
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
    masks: rules.MaskOptions = {},
  ): Attended {
    const known = (): Known => ({ querySize: this.W_q.inFeatures, numHiddens: this.W_k.outFeatures });
    const given = forwardProjected(this, [queries, projected, values], validLens, masks, known);
    return this.#attend("forwardProjected", [queries, projected, values], given, (k) => k);
  }

  #attend(
    method: string,
    inputs: align.Inputs,
    given: rules.MaskOptions,
    project: (k: Tensor) => Tensor,
  ): Attended {
    return scope(() => {
      const scores = align.scoresOf(`${name}.${method}`, inputs[0], inputs[1]);
      const allowed = align.allow(scores, given, inputs[0].backend);
      const [q, k, v] = align.zeroMaskedInputs(allowed, inputs, this.maskFill);
      return attendProjected(this, q, project(k), v, allowed);
    });
  }
}

/**
 * Attention to projected keys, after all checks. Masked keys must be finite, since their scores are computed.
 *
 * @example
 * const [net, q] = [new AdditiveAttention(4, 4, 8), ones([2, 3, 4])];
 * const allowed = allow({ what: "net", shape: [2, 3, 3], headsHidden: false }, {}, getBackend());
 * attendProjected(net, q, net.projectKeys(q), q, allowed).output.shape // [2, 3, 4]
 */
export function attendProjected(
  module: AdditiveAttention,
  queries: Tensor,
  projected: Tensor,
  values: Tensor,
  allowed: align.Allowed,
): Attended {
  const { W_q, w_v, dropout, training, maskFill } = module;
  return running(module, () => {
    const weights = { W_q, w_v: w_v.weight.flatten() };
    const mask = align.allowedPairs(allowed, values.backend);
    const weighing = { bias: allowed.bias, dropout, training, maskFill };
    return iterable(
      within(name, () => additiveAttention(queries, projected, values, weights, mask, weighing)),
    );
  });
}
