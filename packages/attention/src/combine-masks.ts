import { type Backend, DTypeError, type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape, isFloat } from "@saccade/tensor/backend";
import { causalMask, lengthsMask } from "./masks.ts";

/** Which keys a query may attend to. All that are given hold together. */
export interface MaskOptions {
  /**
   * bool (or int32, 0 and 1), true where a query MAY attend. Two dims are always (lq, lk); three are
   * (b, lq, lk), also beside heads; otherwise it has the scores' rank. Each size may be 1.
   */
  readonly mask?: Tensor | undefined;
  /** bool (b, lk), true where a key may be attended to: the complement of PyTorch's `key_padding_mask`. */
  readonly keyMask?: Tensor | undefined;
  /** How many keys count, from the first: (b), or (b, lq) for a length for each query. */
  readonly validLens?: Tensor | undefined;
  /** Query i sees keys 0 to i only. Default false. */
  readonly causal?: boolean | undefined;
}

/**
 * The masks as one that broadcasts to scores of the given shape, (…, lq, lk) or (b, h, lq, lk); undefined
 * where nothing is masked.
 *
 * @throws ShapeError for a mask that does not fit; DTypeError for a mask of floats.
 */
export function combineMasks(
  what: string,
  { mask, keyMask, validLens, causal = false }: MaskOptions,
  scores: Shape,
  backend: Backend,
): Tensor | undefined {
  const masks: Tensor[] = [];
  if (mask) masks.push(alignToScores(what, "mask", checkBoolean(what, "mask", mask), scores));
  if (keyMask) masks.push(alignKeyMask(what, checkBoolean(what, "keyMask", keyMask), scores));
  if (validLens) masks.push(alignLengths(what, validLens, scores));
  if (causal) masks.push(causalMask(scores.at(-2)!, scores.at(-1)!, { backend }));
  return masks.length === 0 ? undefined : masks.reduce((a, b) => a.logicalAnd(b));
}

function checkBoolean(what: string, name: string, mask: Tensor): Tensor {
  if (!isFloat(mask.dtype)) return mask;
  throw new DTypeError(
    `${what}: ${name} is ${mask.describe()}; a mask is bool, true where a query may attend. ` +
      `Give what is added to the scores as bias, or write ${name}.ne(0).`,
  );
}

/**
 * A mask or bias of rank 2 (lq, lk), of rank 3 (b, lq, lk), or of the scores' rank, with a dim for the heads
 * inserted where the scores have one and it has not. Sizes never decide what a dim means.
 *
 * @throws ShapeError when rank or sizes do not fit.
 */
export function alignToScores(what: string, name: string, x: Tensor, scores: Shape): Tensor {
  const aligned = x.ndim === 3 && scores.length === 4 ? x.unsqueeze(1) : x;
  const sizes = scores.slice(scores.length - aligned.ndim);
  const rankFits = x.ndim === 2 || aligned.ndim === scores.length;
  if (rankFits && aligned.shape.every((size, i) => size === 1 || size === sizes[i])) return aligned;
  const keys = x.ndim === 2 && x.shape[1] === scores.at(-1) && x.shape[0] === scores[0];
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} does not fit scores ${formatShape(scores)}. It may be ${allowedForms(scores)}; ` +
      `each size may be 1. ${keys ? `A row of keys for each sequence is keyMask, or ${name}.unsqueeze(1).` : ""}`.trimEnd(),
  );
}

function allowedForms(scores: Shape): string {
  const square = formatShape(scores.slice(-2));
  const whole = formatShape(scores);
  if (scores.length === 2) return `(lq, lk) = ${square}`;
  const batch = `(b, lq, lk) = ${formatShape([scores[0]!, ...scores.slice(-2)])}`;
  if (scores.length === 3) return `(lq, lk) = ${square} or ${batch}`;
  if (scores.length === 4) return `(lq, lk) = ${square}, ${batch} or (b, h, lq, lk) = ${whole}`;
  return `(lq, lk) = ${square} or ${whole}`;
}

function alignKeyMask(what: string, keyMask: Tensor, scores: Shape): Tensor {
  const wanted = [...batchOf(scores), scores.at(-1)!];
  if (keyMask.ndim !== wanted.length || keyMask.shape.some((size, i) => size !== wanted[i])) {
    throw new ShapeError(
      `${what}: keyMask ${formatShape(keyMask.shape)} must be ${wanted.length === 1 ? "(lk)" : "(b, lk)"} = ` +
        `${formatShape(wanted)}, true where a key may be attended to.`,
    );
  }
  return besideScores(keyMask.unsqueeze(-2), scores);
}

function alignLengths(what: string, validLens: Tensor, scores: Shape): Tensor {
  const [batch] = batchOf(scores);
  const lq = scores.at(-2)!;
  const fits =
    batch !== undefined &&
    validLens.shape[0] === batch &&
    (validLens.ndim === 1 || (validLens.ndim === 2 && validLens.shape[1] === lq));
  if (!fits) {
    const cure =
      batch === undefined
        ? "There is no batch dim; give the inputs one with unsqueeze(0)."
        : `It must be (b) = [${batch}], or (b, lq) = [${batch}, ${lq}].`;
    throw new ShapeError(
      `${what}: validLens ${formatShape(validLens.shape)} does not fit scores ${formatShape(scores)}. ${cure}`,
    );
  }
  return besideScores(lengthsMask(validLens, scores.at(-1)!), scores);
}

function batchOf(scores: Shape): Shape {
  return scores.length > 2 ? scores.slice(0, 1) : [];
}

// (b, 1 | lq, lk) with dims of size 1 for what stands between the batch and the queries (heads).
function besideScores(mask: Tensor, scores: Shape): Tensor {
  if (mask.ndim >= scores.length) return mask;
  const [b, ...rest] = mask.shape;
  const between = new Array<number>(scores.length - mask.ndim).fill(1);
  return mask.reshape([b!, ...between, ...rest]);
}
