import type { Backend, Tensor } from "@saccade/tensor";
import { ShapeError } from "@saccade/tensor";
import { badArgument, checkRange, describeValue, formatShape, sameShape } from "@saccade/tensor/backend";
import { checkFloats } from "../contract/check-options.ts";

/** The queries and keys of one attention. Key j is at position j, query i at position `offset` + i. */
export interface AttentionSpan {
  /** The number of queries. */
  readonly queries: number;
  /** The number of keys. */
  readonly keys: number;
  /** The position of the first query: the number of cached keys before it. */
  readonly offset: number;
  /** Where a bias is made. */
  readonly backend: Backend;
}

/**
 * Positions that act inside an attention, instead of being added to its input: they turn queries and keys, or add a bias
 * to the scores. {@link RotaryPositions}, {@link RelativePositions} and {@link AlibiPositions} are such; so is an object
 * of your own with these members.
 */
export interface AttentionPositions {
  /** The longest sequence; Infinity without a limit. */
  readonly maxLen: number;
  /** The number of heads that it is made for; null for any. */
  readonly numHeads: number | null;
  /** The width of the heads that it is made for; null for any. */
  readonly headDim: number | null;
  /** Queries or keys (…, length, headDim), the first at position `offset`, in the same shape. */
  rotate(x: Tensor, offset: number): Tensor;
  /** Floats added to the scores, which broadcast to (b, heads, queries, keys); undefined for none. */
  bias(span: AttentionSpan): Tensor | undefined;
}

/**
 * Checks the option `positions`, and returns it, or null.
 *
 * @throws ArgumentError unless positions are such, ShapeError unless they fit the heads.
 * @example checkPositions("GPT", undefined, 2, 4) // null
 */
export function checkPositions(
  what: string,
  positions: AttentionPositions | null | undefined,
  numHeads: number,
  headDim: number,
): AttentionPositions | null {
  if (positions === undefined || positions === null) return null;
  const { rotate, bias, maxLen }: { readonly [Name in keyof AttentionPositions]?: unknown } =
    Object(positions);
  if (typeof rotate !== "function" || typeof bias !== "function") {
    const fix = "positions that are added to the input, such as PositionalEncoding, stand before the layers";
    throw badArgument(
      what,
      "positions",
      "RotaryPositions, RelativePositions, AlibiPositions or null",
      positions,
      fix,
    );
  }
  checkRange(what, "positions.maxLen", maxLen, 1, Number.POSITIVE_INFINITY);
  if (positions.numHeads !== null && positions.numHeads !== numHeads) {
    throw new ShapeError(
      `${what}: positions are for ${positions.numHeads} heads, and there are ${numHeads}; make ${describeValue(positions)} with ` +
        `numHeads ${numHeads}.`,
    );
  }
  if (positions.headDim !== null && positions.headDim !== headDim) {
    throw new ShapeError(
      `${what}: positions are for heads of width ${positions.headDim}, and each has ${headDim}; make ${describeValue(positions)} ` +
        `with headDim ${headDim}.`,
    );
  }
  return positions;
}

/**
 * Queries or keys that positions have turned, of the same shape.
 *
 * @throws ShapeError for a result of another shape.
 * @example turned("GPT", new RotaryPositions(4), ones([1, 2, 3, 4]), 0).shape // [1, 2, 3, 4]
 */
export function turned(
  what: string,
  positions: AttentionPositions | null,
  x: Tensor,
  offset: number,
): Tensor {
  if (positions === null) return x;
  const found = positions.rotate(x, offset);
  if (found === x) return x;
  checkFloats(what, "what positions.rotate returns", found);
  if (sameShape(found.shape, x.shape)) return found;
  throw new ShapeError(
    `${what}: what positions.rotate returns, ${formatShape(found.shape)}, must have the shape of its argument, ${formatShape(x.shape)}.`,
  );
}

/**
 * The bias that positions add to the scores; undefined for none.
 *
 * @example addedBias("GPT", new RotaryPositions(4), { queries: 2, keys: 2, offset: 0 }) // undefined
 */
export function addedBias(
  what: string,
  positions: AttentionPositions | null,
  span: AttentionSpan,
): Tensor | undefined {
  const bias = positions?.bias(span);
  if (bias !== undefined) checkFloats(what, "what positions.bias returns", bias);
  return bias;
}

/**
 * Checks that a sequence ends below the longest position.
 *
 * @throws ShapeError unless positions offset to offset + length − 1 are below maxLen.
 * @example checkSpan("GPT", "ids", 5, 4, 8); // throws ShapeError
 */
export function checkSpan(what: string, name: string, length: number, offset: number, maxLen: number): void {
  if (offset + length <= maxLen) return;
  const from = offset === 0 ? "" : ` from position ${offset} on`;
  throw new ShapeError(
    `${what}: ${name} has ${length} positions${from}, beyond maxLen ${maxLen}; shorten it, or raise maxLen.`,
  );
}
