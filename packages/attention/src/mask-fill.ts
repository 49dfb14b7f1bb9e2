import { badArgument } from "@saccade/tensor/backend";

/** What stands in place of a score that is masked. */
export interface MaskFillOptions {
  /**
   * Without it (or null), masked keys do not exist: whatever they and their values hold changes nothing, and a query that
   * may attend to nothing gets zero weights, zero output and no gradient. A number is the score of masked keys, for
   * equality with code that fills it in: a finite one makes a wholly masked row uniform, -Infinity (PyTorch) makes it NaN.
   */
  readonly maskFill?: number | null | undefined;
}

/** A `maskFill` as it is kept: null where there is none. @throws ArgumentError unless it is finite, -Infinity or null. */
export function checkFill(what: string, maskFill: unknown): number | null {
  if (maskFill === undefined || maskFill === null) return null;
  if (typeof maskFill === "number" && maskFill < Number.POSITIVE_INFINITY) return maskFill;
  throw badArgument(what, "maskFill", "a finite number, -Infinity (as PyTorch) or null", maskFill);
}
