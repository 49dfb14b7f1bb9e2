import { Module, nameSites } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { options, signature } from "@saccade/tensor/contract";
import type { Attended } from "../contract/attended.ts";
import { method } from "../contract/method.ts";
import { type MaskOptions, maskRules, moduleRenames, sizeRule } from "../contract/rules.ts";
import { attendTo, scoresShape } from "../functions/attend.ts";
import { zeroMaskedInputs } from "../masks/masked-inputs.ts";
import { patternSites, scoreSites } from "../modules/sites.ts";

// The contract of the methods of a class of scores.
function contractOf(kind: string, keySize: number | null) {
  const pair = `queries float (…, lq, querySize)  keys float (…, lk, ${keySize === null ? "_" : "keySize"})`;
  return {
    scores: method(`${kind}.scores`, pair),
    forward: method(
      options(`${kind}.forward`, maskRules, {
        example: "scoring.forward(queries, keys, values, { keyMask })",
        renamed: moduleRenames,
      }),
      `${pair}  values float (…, lk, dv)`,
    ),
  };
}

/**
 * A function that scores how well a key answers a query: the first step of attention, before the softmax. The classes
 * differ in {@link scores} only, so one can replace another.
 *
 * @example new DotScoring(2) instanceof Scoring // true
 */
export abstract class Scoring extends Module {
  /** The name of the class, for messages. */
  protected readonly kind: string;
  /** The size of a query. */
  readonly querySize: number;
  /** The size of a key, or null if keys of any size do. */
  readonly keySize: number | null;
  readonly #contract: ReturnType<typeof contractOf>;

  protected constructor(kind: string, querySize: number, keySize: number | null) {
    super();
    this.kind = kind;
    this.querySize = querySize;
    this.keySize = keySize;
    this.#contract = contractOf(kind, keySize);
    nameSites(this, { sites: patternSites });
  }

  /**
   * The scores of checked queries and keys. Scores outside of `allowed` are ignored, but the content of those keys must not
   * reach the gradients of the queries.
   */
  protected abstract compare(queries: Tensor, keys: Tensor, allowed: Tensor | undefined): Tensor;

  /**
   * The score of every query with every key. Batch dims broadcast.
   *
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @returns (…, lq, lk)
   * @throws ShapeError unless the sizes fit.
   * @example new DotScoring(2).scores(tensor([[1, 2]]), tensor([[3, 4], [0, 1]])) // tensor([[11, 2]])
   */
  scores(queries: Tensor, keys: Tensor): Tensor {
    this.#contract.scores(this, [queries, keys], this.#sizes());
    return scope(() => this.compare(queries, keys, undefined));
  }

  /**
   * Attention with these scores: weights softmax(scores), output weights · values.
   *
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @returns output (…, lq, dv), weights (…, lq, lk). A query without allowed keys gets zeros in both.
   * @throws ShapeError unless sizes and masks fit; DTypeError for a mask that is not bool.
   * @example new DotScoring(1).forward(tensor([[[1]]]), tensor([[[0], [1]]]), tensor([[[1], [3]]])).output // tensor([[[2.4621]]])
   */
  override forward(queries: Tensor, keys: Tensor, values: Tensor, masks: MaskOptions = {}): Attended {
    const given = this.#contract.forward(this, [queries, keys, values, masks], this.#sizes());
    return scope(() => {
      const context = { what: `${this.kind}.forward`, shape: scoresShape(queries, keys), headsHidden: false };
      const { inputs, masks } = zeroMaskedInputs(context, [queries, keys, values], given, null);
      const [q, k, v] = inputs;
      return attendTo(context, (allowed) => this.compare(q, k, allowed), v, masks, scoreSites(this));
    });
  }

  #sizes(): Readonly<Record<string, number>> {
    const { querySize, keySize } = this;
    return keySize === null ? { querySize } : { querySize, keySize };
  }

  protected override describeOptions(): string {
    return `querySize=${this.querySize}, keySize=${this.keySize}`;
  }
}

/** Declares a constructor that takes sizes. */
export function sizesOf(kind: string, ...names: readonly string[]) {
  const rules = Object.fromEntries(names.map((name) => [name, sizeRule]));
  return signature(kind, rules, `new ${kind}(${names.map((_, i) => 2 * i + 4).join(", ")})`);
}
