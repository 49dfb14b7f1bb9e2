// A call's masks and bias, aligned with the scores and combined into one, and what they do to inputs.

import {
  type Backend,
  BackendError,
  IndexError,
  type Shape,
  ShapeError,
  Tensor,
  where,
} from "@saccade/tensor";
import { broadcastShapes, checkElements, formatShape, longest } from "@saccade/tensor/backend";
import type { Given } from "@saccade/tensor/contract";
import {
  biasRules,
  type KeyMaskOptions,
  keyMaskRules,
  type MaskOptions,
  maskRules,
} from "../contract/rules.ts";
import { causalMask, lengthsMask } from "../definitions/masks.ts";

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

/**
 * (…, lq, lk) for queries (…, lq, dq) and keys (…, lk, dk), whose leading dims broadcast.
 *
 * @example scoresShape(ones([2, 1, 3, 4]), ones([5, 6, 4])) // [2, 5, 3, 6]
 */
export function scoresShape(queries: Tensor, keys: Tensor): Shape {
  const front = (x: Tensor): Shape => x.shape.slice(0, -2);
  return [...broadcastShapes("attention", front(queries), front(keys)), queries.size(-2), keys.size(-2)];
}

/**
 * The scores of queries and keys with heads, or without.
 *
 * @example scoresOf("net", ones([3, 4]), ones([6, 4])).shape // [3, 6]
 */
export function scoresOf(what: string, queries: Tensor, keys: Tensor): Scores {
  return { what, shape: scoresShape(queries, keys), headsHidden: false };
}

/** What a call allows and adds, aligned with its scores and combined once, where the call is checked. */
export interface Allowed extends Pick<Scores, "shape" | "headsHidden"> {
  /** All masks as one, bool that broadcasts to the scores; undefined if they exclude no key. */
  readonly mask: Tensor | undefined;
  /** Whether keys after the query are excluded too, which fused ops do without a matrix. */
  readonly causal: boolean;
  /** Floats that are added to the scores, in a shape that broadcasts to them; undefined for none. */
  readonly bias: Tensor | undefined;
}

/**
 * Aligns each mask and the bias of a call with the scores, and combines the masks.
 *
 * @param offset the position of the first query, the number of keys in a cache. One query after them attends to all.
 * @throws ShapeError for a mask or bias that does not match; DTypeError for a mask that is not bool, a bias that is not floats,
 * lengths that are not int32; IndexError for lengths beyond the keys; BackendError for a mask on another backend.
 * @example allow({ what: "net", shape: [2, 3, 3], headsHidden: true }, { causal: true }, getBackend()).causal // true
 */
export function allow(
  scores: Scores,
  { mask, keyMask, validLens, causal = false, bias }: MaskOptions & Given<typeof biasRules>,
  backend: Backend,
  offset: number = 0,
): Allowed {
  const { shape, headsHidden } = scores;
  const [lq, lk] = shape.slice(-2) as [number, number];
  const added = aligned(scores, "bias", bias, undefined, alignBias);
  const masks = [
    aligned(scores, "mask", mask, backend, alignToScores),
    aligned(scores, "keyMask", keyMask, backend, alignKeyMask),
    aligned(scores, "validLens", validLens, backend, alignLengths),
    causal && offset > 0 && longest(lq) > 1 ? causalMask(lq, lk, offset, backend) : undefined,
  ];
  return { shape, headsHidden, mask: masks.reduce(both), causal: causal && offset === 0, bias: added };
}

/**
 * A mask that fits scores of this shape, or none.
 *
 * @example among([2, 3, 3]).causal // false
 */
export function among(shape: Shape, mask?: Tensor): Allowed {
  return { shape, headsHidden: false, mask, causal: false, bias: undefined };
}

/**
 * The allowed pairs of queries and keys, bool that broadcasts to the scores; undefined if all are.
 *
 * @example allowedPairs({ ...among([2, 2]), causal: true }, getBackend()) // tensor([[True, False], [True, True]], dtype=bool)
 */
export function allowedPairs({ shape, mask, causal }: Allowed, backend: Backend): Tensor | undefined {
  const [lq, lk] = shape.slice(-2) as [number, number];
  return causal ? both(mask, causalMask(lq, lk, 0, backend)) : mask;
}

/**
 * The pairs that two masks allow; undefined allows all.
 *
 * @example both(undefined, ones([2], { dtype: "bool" }))?.shape // [2]
 */
export function both(a: Tensor | undefined, b: Tensor | undefined): Tensor | undefined {
  return a && b ? a.logicalAnd(b) : (a ?? b);
}

/** A mask with the name of its option in messages. */
interface Named {
  readonly name: string;
  readonly x: Tensor;
}

const rules = { ...keyMaskRules, mask: maskRules.mask, ...biasRules };

function aligned(
  scores: Scores,
  option: keyof typeof rules,
  x: Tensor | undefined,
  backend: Backend | undefined,
  align: (scores: Scores, named: Named) => Tensor,
): Tensor | undefined {
  const { what, prefix } = scores;
  if (x === undefined) return undefined;
  const name = prefix === undefined ? option : `${prefix}${option[0]!.toUpperCase()}${option.slice(1)}`;
  const { holds, error } = rules[option];
  if (!holds(x)) throw error?.(what, name, x);
  if (backend === undefined || x.backend === backend) return align(scores, { name, x });
  throw new BackendError(
    `${what}: ${name} is on the backend ${x.backend.name}, and what it meets on ${backend.name}; move one with to(backend).`,
  );
}

/**
 * Refuses three dims for scores of four: they could mean (b, lq, lk) or (h, lq, lk).
 *
 * @throws ShapeError for them.
 * @example checkNoThird("net", "bias", tensor([[1]]), [1, 1, 1, 1]) // undefined
 */
export function checkNoThird(what: string, name: string, x: Tensor, scores: Shape): void {
  if (x.ndim !== 3 || scores.length !== 4) return;
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} has three dims beside scores ${formatShape(scores)} = (b, h, lq, lk); write ` +
      `${name}.unsqueeze(1) if it is (b, lq, lk), one for each sequence, or ${name}.unsqueeze(0) if it is (h, lq, lk), one ` +
      `for each head.${hintFor({ shape: scores }, { name, x })}`,
  );
}

// A bias is one for each head more often than one for each sequence, so its three dims are refused even where heads are hidden.
function alignBias(scores: Scores, named: Named): Tensor {
  checkNoThird(scores.what, named.name, named.x, scores.shape);
  return alignToScores(scores, named);
}

// A mask or bias of rank 2 (lq, lk) or of the scores' rank. For scores with four dims, three dims are refused unless the heads
// are hidden. The meaning of a dim never depends on sizes.
function alignToScores(scores: Scores, { name, x }: Named): Tensor {
  const { what, shape, headsHidden } = scores;
  if (!headsHidden) checkNoThird(what, name, x, shape);
  const three = x.ndim === 3 && shape.length === 4;
  const aligned = three ? x.unsqueeze(1) : x;
  const sizes = shape.slice(shape.length - aligned.ndim);
  const rankFits = x.ndim === 2 || aligned.ndim === shape.length;
  if (rankFits && aligned.shape.every((size, i) => size === 1 || size === sizes[i])) return aligned;
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} does not fit scores ${formatShape(shape)}. It may be ${formsFor(scores)}; ` +
      `each size may be 1.${hintFor(scores, { name, x })}`,
  );
}

function formsFor({ shape, headsHidden }: Scores): string {
  const forms = [`(lq, lk) = ${formatShape(shape.slice(-2))}`];
  const batch = [shape[0]!, ...shape.slice(-2)];
  if (shape.length === 3 || (shape.length > 3 && headsHidden))
    forms.push(`(b, lq, lk) = ${formatShape(batch)}`);
  if (shape.length > 3) forms.push(`${shape.length === 4 ? "(b, h, lq, lk) = " : ""}${formatShape(shape)}`);
  return forms.join(" or ");
}

function hintFor({ shape }: Pick<Scores, "shape">, { name, x }: Named): string {
  const [b, h] = shape;
  if (x.ndim === 2 && x.size(1) === shape.at(-1) && x.size(0) === b)
    return ` A row of keys for each sequence is keyMask, or ${name}.unsqueeze(1)${shape.length === 4 ? ".unsqueeze(1)" : ""}.`;
  if (x.ndim === 3 && shape.length === 4 && x.size(0) === b! * h!)
    return ` PyTorch's (b · h, lq, lk) is ${name}.reshape([${[b, h, x.size(1), x.size(2)].join(", ")}]) here.`;
  return "";
}

function alignKeyMask({ what, shape }: Scores, { name, x }: Named): Tensor {
  const wanted = [...batchOf(shape), shape.at(-1)!];
  if (formatShape(x.shape) === formatShape(wanted)) return besideScores(x.unsqueeze(-2), shape);
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} must be ${wanted.length === 1 ? "(lk)" : "(b, lk)"} = ` +
      `${formatShape(wanted)}, true where a key may be attended to.`,
  );
}

function alignLengths({ what, shape }: Scores, { name, x }: Named): Tensor {
  const [batch] = batchOf(shape);
  const [lq, lk] = shape.slice(-2);
  checkLengths(what, name, x, lk!);
  const fits = batch !== undefined && x.size(0) === batch && (x.ndim === 1 || x.size(1) === lq);
  if (fits) return besideScores(lengthsMask(x, lk!), shape);
  const cure =
    batch === undefined
      ? "There is no batch dim; give the inputs one with unsqueeze(0)."
      : `It must be (b) = [${batch}], or (b, lq) = [${batch}, ${lq}].`;
  throw new ShapeError(
    `${what}: ${name} ${formatShape(x.shape)} does not fit scores ${formatShape(shape)}. ${cure}`,
  );
}

/**
 * Refuses lengths that are not (b) or (b, lq), int32, and 0 to `most` if the host can read them.
 *
 * @example checkLengths("attend", "validLens", tensor([4], { dtype: "int32" }), 3); // throws IndexError
 */
export function checkLengths(
  what: string,
  name: string,
  lens: unknown,
  most: number,
): asserts lens is Tensor {
  const { holds, error } = keyMaskRules.validLens;
  if (!holds(lens)) throw error?.(what, name, lens);
  if (lens.ndim !== 1 && lens.ndim !== 2) {
    throw new ShapeError(
      `${what}: ${name} ${formatShape(lens.shape)} must be (b), a length for each sequence, or (b, lq), a length for each query.`,
    );
  }
  checkElements(what, lens, (values) => {
    const wrong = values.find((length) => length < 0 || length > most);
    if (wrong === undefined) return;
    throw new IndexError(
      `${what}: a length in ${name} is ${wrong}; it must be 0 to ${most}, the number of ${what === "sequenceMask" ? "steps" : "keys"}.`,
    );
  });
}

function batchOf(scores: Shape): Shape {
  return scores.length > 2 ? scores.slice(0, 1) : [];
}

// (b, 1 | lq, lk) with dims of size 1 between the batch and the queries (for heads).
function besideScores(mask: Tensor, scores: Shape): Tensor {
  if (mask.ndim >= scores.length) return mask;
  const between = new Array<number>(scores.length - mask.ndim).fill(1);
  return mask.reshape([mask.size(0), ...between, ...mask.shape.slice(1)]);
}

/** The queries, keys and values of an attention. */
export type Inputs = readonly [q: Tensor, k: Tensor, v: Tensor];

/**
 * Inputs before the projection, with zeros for keys and values that no query may attend to, and for queries that may attend to
 * nothing. Otherwise the gradient of a projection's weight multiplies them by zero cotangents, and 0 · NaN is NaN. If several
 * inputs are the same tensor, they stay the same, and keep the rows that any of them needs.
 *
 * @param inputs q, k and v: (b, length, size), or with the batch dims of the scores where the heads are not hidden
 * @example
 * const x = ones([2, 3, 4]);
 * const allowed = allow({ what: "net", shape: [2, 3, 3], headsHidden: true }, { causal: true }, getBackend());
 * zeroMaskedInputs(allowed, [x, x, x], null).length // 3
 */
export function zeroMaskedInputs(allowed: Allowed, [q, k, v]: Inputs, maskFill: number | null): Inputs {
  const { shape, mask, causal, headsHidden } = allowed;
  const [lq, lk] = shape.slice(-2);
  // No keys are excluded with a fill, or with only a causal mask that reaches the last key.
  if (maskFill !== null || (mask === undefined && (!causal || lq! >= lk!))) return [q, k, v];
  const pairs = allowedPairs(allowed, q.backend)!; // (…, lq, lk)
  const rowsOf = (some: Tensor): Tensor =>
    (headsHidden && some.ndim === 3 ? some.any(1) : some).unsqueeze(-1);
  const keys = rowsOf(pairs.any(-2)); // (b, lk, 1)
  const queries = rowsOf(pairs.any(-1)); // (b, lq, 1)
  const left = where(q === k ? keys.logicalOr(queries) : keys, k, 0);
  const values = v === k ? left : where(keys, v, 0);
  return [q === k ? left : where(queries, q, 0), left, values];
}

/**
 * The keys that may be attended to, (b, 1, …, lk) with a dim for each batch dim of the scores; undefined for all of them.
 *
 * @throws ShapeError for masks that do not fit, or a length for each query; DTypeError, IndexError as {@link allow}.
 */
export function attendableKeys(
  scores: Scores,
  { keyMask, validLens }: KeyMaskOptions,
  backend: Backend,
): Tensor | undefined {
  if (validLens instanceof Tensor && validLens.ndim === 2) {
    throw new ShapeError(
      `${scores.what}: validLens ${formatShape(validLens.shape)} gives each query a length of its own, a mask (b, lq, lk); ` +
        "give one for each sequence, (b).",
    );
  }
  return allow(scores, { keyMask, validLens }, backend).mask?.select(-2, 0);
}
