import type { Module } from "@saccade/nn";
import { type Backend, type Shape, ShapeError, type Tensor } from "@saccade/tensor";
import { describeValue } from "@saccade/tensor/backend";
import { type Given, number, options, type Rule, rule, signature, whole } from "@saccade/tensor/contract";
import { method } from "../contract/method.ts";
import { checkResult } from "../contract/rules.ts";
import { checkNoThird } from "../masks/align.ts";

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
 * to the scores. {@link RotaryPositions}, {@link RelativePositions} and {@link AlibiPositions} implement it; so may
 * your own objects.
 */
export interface AttentionPositions {
  /** The longest sequence; Infinity without a limit. */
  readonly maxLen: number;
  /** The number of heads that it is made for; null for any. */
  readonly numHeads: number | null;
  /** The width of the heads that it is made for; null for any. */
  readonly headDim: number | null;
  /** Whether `rotate` returns x itself: the sites `hook_rot_q` and `hook_rot_k` do not exist then. Default false. */
  readonly onlyAdds?: boolean | undefined;
  /** Queries or keys (…, length, headDim), the first at position `offset`, in the same shape. */
  rotate(x: Tensor, offset: number): Tensor;
  /** Floats added to the scores, (queries, keys) or (1 or b, 1 or heads, queries, keys); undefined for none. */
  bias(span: AttentionSpan): Tensor | undefined;
}

type Members = { readonly [Name in keyof AttentionPositions]?: unknown };
const maxLenRule = number(undefined, { min: 1, max: Number.POSITIVE_INFINITY });

/** The option `positions`. */
export const positionsRule: Rule<AttentionPositions, undefined> = {
  ...rule("RotaryPositions, RelativePositions or AlibiPositions", (value): value is AttentionPositions => {
    const { maxLen }: Members = Object(value);
    return isPositions(value) && maxLenRule.holds(maxLen);
  }),
  fix: () => "positions that are added to the input, such as PositionalEncoding, belong before the layers",
  part: (value) =>
    isPositions(value) ? { path: ".maxLen", value: value.maxLen, rule: maxLenRule } : undefined,
};

function isPositions(value: unknown): value is AttentionPositions {
  const { rotate, bias }: Members = Object(value);
  return typeof rotate === "function" && typeof bias === "function";
}

/**
 * Checks positions, and returns them, or null.
 *
 * @throws ArgumentError unless they are positions, ShapeError unless they fit the heads.
 * @example checkPositions("GPT", undefined, 2, 4) // null
 */
export function checkPositions(
  what: string,
  positions: AttentionPositions | null | undefined,
  numHeads: number,
  headDim: number,
): AttentionPositions | null {
  if (positions === undefined || positions === null) return null;
  if (!positionsRule.holds(positions)) signature(what, { positions: positionsRule }, "")([positions]);
  const { numHeads: heads, headDim: width } = positions;
  const misfit = (made: string, cure: string) =>
    new ShapeError(`${what}: positions are for ${made}; make ${describeValue(positions)} with ${cure}.`);
  if (heads !== null && heads !== numHeads)
    throw misfit(`${heads} heads, and there are ${numHeads}`, `numHeads ${numHeads}`);
  if (width !== null && width !== headDim)
    throw misfit(`heads of width ${width}, and each has ${headDim}`, `headDim ${headDim}`);
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
  if (found !== x) checkResult(what, "positions.rotate", found, x.shape);
  return found;
}

/**
 * The bias that positions add to scores of a shape; undefined for none.
 *
 * @throws ShapeError for a bias of three dims.
 * @example addedBias("GPT", new RotaryPositions(4), { queries: 2, keys: 2, offset: 0 }, [1, 1, 2, 2]) // undefined
 */
export function addedBias(
  what: string,
  positions: AttentionPositions | null,
  span: AttentionSpan,
  scores: Shape,
): Tensor | undefined {
  const bias = positions?.bias(span);
  if (bias === undefined) return undefined;
  checkResult(what, "positions.bias", bias);
  checkNoThird(what, "positions.bias", bias, scores);
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

const offsetRules = {
  /** The position of its first vector. Default 0. */
  offset: /* @__PURE__ */ whole(0, { min: 0 }),
};

/** Where a sequence begins. */
export interface EncodingOffset extends Given<typeof offsetRules> {}

/**
 * Declares the `forward` of positions that are added to or turn a sequence x (…, length, width), whose first vector is at
 * position `offset`.
 */
/* @__NO_SIDE_EFFECTS__ */
export function sequenceCall(kind: string, width: string) {
  const what = `${kind}.forward`;
  const forwardOptions = options(what, offsetRules, { example: "positions.forward(x, { offset: 0 })" });
  const inputs = method(forwardOptions, `x float (…, length, ${width})` as "x (length)");
  return (module: Module & { readonly maxLen: number }, given: readonly unknown[], size: number) => {
    const { length, offset } = inputs(module, given, { [width]: size });
    checkSpan(what, "x", length, offset, module.maxLen);
    return { offset, length };
  };
}
