import { badArgument } from "@saccade/tensor/backend";

/** The score of masked keys. */
export interface MaskFillOptions {
  /**
   * By default (or null), masked keys are ignored: they and their values have no effect, and a query without allowed
   * keys gets zero weights, zero output and no gradient. A number is used as the score of masked keys, to match other
   * implementations: a finite number makes a fully masked row uniform, -Infinity (PyTorch) makes it NaN.
   */
  readonly maskFill?: number | null | undefined;
}

/**
 * Normalizes `maskFill`: null if there is none.
 *
 * @throws ArgumentError unless it is finite, -Infinity or null.
 * @example checkFill("attend", undefined) // null
 */
export function checkFill(what: string, maskFill: unknown): number | null {
  if (maskFill === undefined || maskFill === null) return null;
  if (typeof maskFill === "number" && maskFill < Number.POSITIVE_INFINITY) return maskFill;
  throw badArgument(what, "maskFill", "a finite number, -Infinity (as PyTorch) or null", maskFill);
}
