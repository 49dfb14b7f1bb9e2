import { ShapeError } from "@saccade/tensor";
import { checkInteger } from "@saccade/tensor/backend";
import { checkHeadCount } from "../contract/check-options.ts";

export { mergeHeads, splitHeads } from "../definitions/heads.ts";

/**
 * Checks that a width divides into heads.
 *
 * @throws ArgumentError unless both are whole numbers above 0, ShapeError unless `width` is divisible by the number of
 * heads.
 * @example checkHeads("GPT", "dModel", 6, 4); // throws ShapeError
 */
export function checkHeads(
  layer: string,
  name: string,
  width: number,
  heads: number,
  headsName: string = "numHeads",
): void {
  checkInteger(layer, name, width, 1);
  checkHeadCount(layer, headsName, heads);
  checkDivides(layer, name, width, heads);
}

/**
 * Checks that a width divides into heads, both whole numbers above 0.
 *
 * @throws ShapeError unless `width` is divisible by the number of heads.
 * @example checkDivides("GPT", "dModel", 6, 4); // throws ShapeError
 */
export function checkDivides(layer: string, name: string, width: number, heads: number): void {
  if (width % heads === 0) return;
  throw new ShapeError(
    `${layer}: ${name} ${width} does not divide into ${heads} heads of equal width; choose a number of heads that ` +
      `divides ${width}.`,
  );
}
