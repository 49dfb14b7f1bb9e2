import { type Backend, type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { formatShape } from "@saccade/tensor/backend";
import { checkFlag, checkMask, checkPlace } from "../contract/check-options.ts";
import { causalMask, checkLengths, lengthsMask } from "./masks.ts";

/** Masks: the keys that a query may attend to. All given masks are combined; excluded keys are ignored. */
export interface MaskOptions {
  /**
   * bool, true where a query MAY attend. (lq, lk), or the scores' rank: (b, lq, lk) for scores (b, lq, lk), and (b, h,
   * lq, lk) for scores with heads. Each size may be 1. Modules that split heads themselves accept (b, lq, lk) too.
   */
  readonly mask?: Tensor | undefined;
  /** bool (b, lk), true where a key may be attended to: the complement of PyTorch's `key_padding_mask`. */
  readonly keyMask?: Tensor | undefined;
  /** int32, the number of valid keys, from the first: (b), or (b, lq) with a length per query; 0 to lk. */
  readonly validLens?: Tensor | undefined;
  /** Query i attends to keys 0 to i only. Default false. */
  readonly causal?: boolean | undefined;
}

/**
 * The scores (…, lq, lk) to which masks and biases apply. Modules that split heads hide the heads' dim from the caller,
 * so three dims can only mean (b, lq, lk).
 */
export interface Scores {
  /** The function or module, in messages. */
  readonly what: string;
  /** (…, lq, lk). */
  readonly shape: Shape;
  /** Whether the caller's tensors have no dim of heads. */
  readonly headsHidden: boolean;
  /** The prefix of the options' names in messages: with "cross", `mask` is `crossMask`. */
  readonly prefix?: string | undefined;
}

/** The name of an option, as a message shows it. */
export function optionName({ prefix }: Pick<Scores, "prefix">, name: string): string {
  return prefix === undefined ? name : `${prefix}${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/**
 * Combines the masks into one that broadcasts to the scores; undefined if nothing is masked.
 *
 * @throws ShapeError for a mask that does not match; DTypeError for a mask that is not bool, lengths that are not
 * int32; IndexError for lengths beyond the keys.
 * @example combineMasks({ what: "net", shape: [2, 3, 3], headsHidden: true }, { causal: true }, getBackend())?.shape // [3, 3]
 */
export function combineMasks(
  scores: Scores,
  { mask, keyMask, validLens, causal }: MaskOptions,
  backend: Backend,
): Tensor | undefined {
  const { what, shape } = scores;
  checkFlag(what, "causal", causal);
  const masks: Tensor[] = [];
  if (mask !== undefined) {
    checkMask(what, optionName(scores, "mask"), mask);
    checkPlace(what, optionName(scores, "mask"), mask, backend);
    masks.push(alignToScores(scores, optionName(scores, "mask"), mask));
  }
  if (keyMask !== undefined) {
    checkMask(what, optionName(scores, "keyMask"), keyMask);
    checkPlace(what, optionName(scores, "keyMask"), keyMask, backend);
    masks.push(alignKeyMask(scores, keyMask));
  }
  if (validLens !== undefined) {
    masks.push(alignLengths(scores, validLens));
    checkPlace(what, optionName(scores, "validLens"), validLens, backend);
  }
  if (causal) masks.push(causalMask(shape.at(-2)!, shape.at(-1)!, { backend }));
  return masks.length === 0 ? undefined : masks.reduce((a, b) => a.logicalAnd(b));
}

/**
 * A mask or bias of rank 2 (lq, lk) or of the scores' rank. For scores with four dims, three dims are refused, since
 * they could mean (b, lq, lk) or (h, lq, lk), unless the heads are hidden. The meaning of a dim never depends on sizes.
 *
 * @throws ShapeError if rank or sizes do not match.
 */
export function alignToScores(scores: Scores, name: string, x: Tensor): Tensor {
  const { what, shape, headsHidden } = scores;
  const three = x.ndim === 3 && shape.length === 4;
  if (three && !headsHidden) {
    throw new ShapeError(
      `${what}: ${name} ${formatShape(x.shape)} has three dims beside scores ${formatShape(shape)} = (b, h, lq, lk); write ` +
        `${name}.unsqueeze(1) if it is (b, lq, lk), one for each sequence, or ${name}.unsqueeze(0) if it is (h, lq, lk), one ` +
        "for each head.",
    );
  }
  const aligned = three ? x.unsqueeze(1) : x;
  const sizes = shape.slice(shape.length - aligned.ndim);
  const rankFits = x.ndim === 2 || aligned.ndim === shape.length;
  if (rankFits && aligned.shape.every((size, i) => size === 1 || size === sizes[i])) return aligned;
  const cure = `${allowedForms(scores)}; each size may be 1. ${hintFor(scores, name, x)}`.trimEnd();
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} does not fit scores ${formatShape(shape)}. It may be ${cure}`,
  );
}

function hintFor({ shape }: Scores, name: string, { ndim, shape: given }: Tensor): string {
  const [b, h] = shape;
  if (ndim === 2 && given[1] === shape.at(-1) && given[0] === b) {
    return `A row of keys for each sequence is keyMask, or ${name}.unsqueeze(1)${shape.length === 4 ? ".unsqueeze(1)" : ""}.`;
  }
  if (ndim === 3 && shape.length === 4 && given[0] === b! * h!) {
    return `PyTorch's (b · h, lq, lk) is ${name}.reshape([${formatShape([b!, h!, ...given.slice(1)]).slice(1, -1)}]) here.`;
  }
  return "";
}

function allowedForms({ shape, headsHidden }: Scores): string {
  const square = `(lq, lk) = ${formatShape(shape.slice(-2))}`;
  const batch = `(b, lq, lk) = ${formatShape([shape[0]!, ...shape.slice(-2)])}`;
  if (shape.length === 2) return square;
  if (shape.length === 3) return `${square} or ${batch}`;
  const whole = `${shape.length === 4 ? "(b, h, lq, lk) = " : ""}${formatShape(shape)}`;
  return headsHidden ? `${square}, ${batch} or ${whole}` : `${square} or ${whole}`;
}

function alignKeyMask(scores: Scores, keyMask: Tensor): Tensor {
  const { what, shape } = scores;
  const wanted = [...batchOf(shape), shape.at(-1)!];
  if (keyMask.ndim !== wanted.length || keyMask.shape.some((size, i) => size !== wanted[i])) {
    throw new ShapeError(
      `${what}: ${optionName(scores, "keyMask")} ${formatShape(keyMask.shape)} must be ${wanted.length === 1 ? "(lk)" : "(b, lk)"} = ` +
        `${formatShape(wanted)}, true where a key may be attended to.`,
    );
  }
  return besideScores(keyMask.unsqueeze(-2), shape);
}

function alignLengths(scores: Scores, validLens: Tensor): Tensor {
  const { what, shape } = scores;
  const name = optionName(scores, "validLens");
  const [batch] = batchOf(shape);
  const [lq, lk] = shape.slice(-2);
  checkLengths(what, name, validLens, lk!);
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
      `${what}: ${name} ${formatShape(validLens.shape)} does not fit scores ${formatShape(shape)}. ${cure}`,
    );
  }
  return besideScores(lengthsMask(validLens, lk!), shape);
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
