import { type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, isFloat } from "@saccade/tensor/backend";

/** Masks as `nn.MultiheadAttention` takes them: the inverse of this library's. */
export interface InverseMasks {
  /** (b, lk), or (lk) unbatched. bool: true where a key may NOT be attended to; floats are added. */
  readonly keyPaddingMask?: Tensor | undefined;
  /** (lq, lk), or (b · h, lq, lk) with the heads fastest. bool: true where a query may NOT attend; floats are added. */
  readonly attnMask?: Tensor | undefined;
}

/** A mask in this library's sense, and what is added to the scores. */
export interface MaskAndBias {
  readonly mask: Tensor | undefined;
  readonly bias: Tensor | undefined;
}

/**
 * PyTorch's two masks as one mask (true where a query may attend) and one bias, for scores (b, h, lq, lk).
 *
 * @throws ShapeError when a mask does not fit.
 */
export function fromInverseMasks(
  { keyPaddingMask, attnMask }: InverseMasks,
  scores: readonly [b: number, h: number, lq: number, lk: number],
): MaskAndBias {
  const given: Tensor[] = [];
  if (keyPaddingMask) given.push(perKey(keyPaddingMask, scores));
  if (attnMask) given.push(perScore(attnMask, scores));
  const masks = given.filter((x) => !isFloat(x.dtype)).map((x) => x.logicalNot());
  const biases = given.filter((x) => isFloat(x.dtype));
  return {
    mask: masks.length === 0 ? undefined : masks.reduce((a, b) => a.logicalAnd(b)),
    bias: biases.length === 0 ? undefined : biases.reduce((a, b) => a.add(b)),
  };
}

function perKey(mask: Tensor, [b, , , lk]: Shape): Tensor {
  const rows = mask.ndim === 1 && b === 1 ? mask.unsqueeze(0) : mask;
  check("keyPaddingMask", mask, rows.ndim === 2 && rows.size(0) === b && rows.size(1) === lk, [
    `(b, lk) = [${b}, ${lk}]`,
  ]);
  return rows.reshape([b!, 1, 1, lk!]);
}

function perScore(mask: Tensor, [b, h, lq, lk]: Shape): Tensor {
  const square = mask.shape.at(-2) === lq && mask.shape.at(-1) === lk;
  const fits = square && (mask.ndim === 2 || (mask.ndim === 3 && mask.size(0) === b! * h!));
  check("attnMask", mask, fits, [
    `(lq, lk) = [${lq}, ${lk}]`,
    `(batch · heads, lq, lk) = [${b! * h!}, ${lq}, ${lk}]`,
  ]);
  return mask.ndim === 2 ? mask : mask.reshape([b!, h!, lq!, lk!]);
}

function check(name: string, mask: Tensor, fits: boolean, forms: readonly string[]): void {
  if (fits) return;
  throw new ShapeError(
    `MultiheadAttention: ${name} ${formatShape(mask.shape)} must be ${forms.join(" or ")}.`,
  );
}
