import { Module } from "@saccade/nn";
import { type Shape, ShapeError, scope, type Tensor } from "@saccade/tensor";
import { checkInteger, checkOptions, formatShape, optionNames, refuseExtra } from "@saccade/tensor/backend";
import type { Attended } from "../contract/attended.ts";
import { checkBackends, checkTensors } from "../contract/check-options.ts";
import { checkParts } from "../contract/parts.ts";
import { attendTo, checkValues, scoresShape } from "../functions/attend.ts";
import type { MaskOptions } from "../masks/combine-masks.ts";
import { dropNonexistent } from "../masks/existing.ts";
import { maskNames, moduleRenames } from "../masks/option-names.ts";

const forwardOptions = optionNames<MaskOptions>(
  "forward",
  maskNames,
  "scoring.forward(queries, keys, values, { keyMask })",
  moduleRenames,
);

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

  protected constructor(kind: string, querySize: number, keySize: number | null) {
    super();
    this.kind = kind;
    this.querySize = querySize;
    this.keySize = keySize;
  }

  /**
   * The scores of checked queries and keys. Pairs outside of `allowed` may get anything, and what their keys hold must
   * not reach the gradients of the queries.
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
    refuseExtra("Scoring.scores", arguments, 2);
    checkParts(this);
    this.#fit("scores", queries, keys);
    return scope(() => this.compare(queries, keys, undefined));
  }

  /**
   * Attention with these scores: weights softmax(scores), output weights · values.
   *
   * @param queries (…, lq, querySize)
   * @param keys (…, lk, keySize)
   * @param values (…, lk, dv)
   * @returns output (…, lq, dv), weights (…, lq, lk). A query without allowed keys gets zeros in both.
   * @throws ShapeError unless sizes and masks fit; DTypeError for a mask that is not bool; ArgumentError for an unknown
   * option.
   * @example new DotScoring(1).forward(tensor([[[1]]]), tensor([[[0], [1]]]), tensor([[[1], [3]]])).output // tensor([[[2.4621]]])
   */
  override forward(queries: Tensor, keys: Tensor, values: Tensor, masks: MaskOptions = {}): Attended {
    refuseExtra("Scoring.forward", arguments, 4);
    checkParts(this);
    const what = `${this.kind}.forward`;
    checkTensors(what, { queries, keys, values });
    checkOptions({ ...forwardOptions, what }, masks);
    const shape = this.#fit("forward", queries, keys);
    checkValues(what, shape, values);
    return scope(() => {
      const place = { what, shape, headsHidden: false };
      const existing = dropNonexistent(place, [queries, keys, values], masks, null);
      const [q, k, v] = existing.inputs;
      const scores = (allowed: Tensor | undefined): Tensor => this.compare(q, k, allowed);
      return attendTo(place, { scores, values: v, options: existing.masks });
    });
  }

  #fit(method: string, queries: Tensor, keys: Tensor): Shape {
    const what = `${this.kind}.${method}`;
    checkTensors(what, { queries, keys });
    const [parameter] = this.parameters();
    checkBackends(what, { ...(parameter && { "the module": parameter }), queries, keys });
    const { querySize, keySize } = this;
    const fits = (x: Tensor, size: number | null): boolean =>
      x.ndim >= 2 && (size === null || x.shape.at(-1) === size);
    if (!fits(queries, querySize) || !fits(keys, keySize)) {
      throw new ShapeError(
        `${what}: queries ${formatShape(queries.shape)} must be (…, lq, ${querySize}) and keys ` +
          `${formatShape(keys.shape)} (…, lk, ${keySize ?? "any size"}).`,
      );
    }
    return scoresShape(what, queries, keys);
  }

  protected override describeOptions(): string {
    return `querySize=${this.querySize}, keySize=${this.keySize}`;
  }
}

/** @throws ArgumentError unless all are whole numbers ≥ 1. */
export function checkSizesOf(kind: string, sizes: Readonly<Record<string, number>>): void {
  for (const name in sizes) checkInteger(kind, name, sizes[name], 1);
}
