import { ShapeError, type Tensor } from "@saccade/tensor";
import { checkInteger } from "@saccade/tensor/backend";
import { checkHeadCount } from "../contract/check-options.ts";

/**
 * (b, l, h · d) → (b, h, l, d): splits the last dim into heads.
 *
 * @example splitHeads(ones([2, 3, 8]), 4).shape // [2, 4, 3, 2]
 */
export function splitHeads(x: Tensor, heads: number): Tensor {
  const [b, l, width] = [x.size(0), x.size(1), x.size(2)];
  return x.reshape([b, l, heads, width / heads]).transpose(1, 2);
}

/**
 * (b, h, l, d) → (b, l, h · d): undoes {@link splitHeads}.
 *
 * @example mergeHeads(ones([2, 4, 3, 2])).shape // [2, 3, 8]
 */
export function mergeHeads(x: Tensor): Tensor {
  const [b, h, l, d] = [x.size(0), x.size(1), x.size(2), x.size(3)];
  return x.transpose(1, 2).reshape([b, l, h * d]);
}

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
  if (width % heads === 0) return;
  throw new ShapeError(
    `${layer}: ${name} ${width} does not divide into ${heads} heads of equal width; choose a number of heads that ` +
      `divides ${width}.`,
  );
}
