import { noGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { full, ones, ShapeError, scope, stack, Tensor, tensor, where } from "@saccade/tensor";
import { checkInteger, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheOption, cacheRule } from "../cache/activation-cache.ts";
import { declare, modelRule } from "../run/calls.ts";
import { runWithCache } from "../run/run.ts";
import { isPattern, sitesRule, squarePatternsIn } from "./patterns.ts";

/** TransformerLens's names of heads with a known pattern. */
export type HeadName = "previous_token_head" | "duplicate_token_head" | "induction_head";

const headPatterns: Readonly<Record<HeadName, (tokens: Tensor) => Tensor>> = {
  previous_token_head: previousTokenPattern,
  duplicate_token_head: duplicateTokenPattern,
  induction_head: inductionPattern,
};

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isInteger(one));
const isDetected = (value: unknown): value is HeadName | Tensor =>
  value instanceof Tensor || Object.hasOwn(headPatterns, String(value));

const detected = declare('detectHead(gpt, ids, "induction_head", { excludeBos: true })', {
  given: {
    model: modelRule,
    tokens: c.required(c.tensorRule("int32")),
    detectionPattern: c.required(
      c.rule(`one of ${Object.keys(headPatterns).join(", ")}, or a tensor (n, n)`, isDetected),
    ),
  },
  options: {
    /** Which heads, as pairs of a layer and a head. The scores of others are −1. Default all. */
    heads: c.listOf(c.rule("[layer, head]", isPair)),
    /** The run whose patterns are looked at. Default: the model runs. */
    cache: cacheOption,
    /** Whether attention to the first position does not count. Default false. */
    excludeBos: c.flag(false),
    /** Whether to ignore attention to the query's own position. Default false. */
    excludeCurrentToken: c.flag(false),
    /**
     * "mul", the default: the share of the attention that lies where the pattern is 1. "abs": 1 less the mean of
     * |attention − pattern| over entries, times n.
     */
    errorMeasure: c.oneOf(["mul", "abs"], "mul"),
    ...sitesRule,
  },
});
const sizes = c.tensors("detectHead", "tokens int32 (n) | (b, n)  detectionPattern? (n, n)");

/** Options of {@link detectHead}. */
export interface DetectHeadOptions extends c.OptionsOf<typeof detected, typeof sitesRule> {}

/**
 * How closely each head's attention matches a pattern, as TransformerLens's `detect_head`, but without its rounding of "abs" to
 * three decimals. The score of a batch is the mean of its rows' scores.
 *
 * - `previous_token_head`: from each position to the one before.
 * - `duplicate_token_head`: to earlier positions of the same token.
 * - `induction_head`: to the position after an earlier one of the same token (Olsson et al. 2022).
 *
 * @param tokens (n) or (b, n), the model's input
 * @param detectionPattern a name, or (n, n) queries by keys, of zeros and ones for "mul"
 * @returns (layers, heads)
 * @throws ArgumentError for a layer or head that the model does not have, and for a named pattern with a single position; ShapeError for
 * a pattern of another size.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * detectHead(gpt, tensor([[1, 2, 3, 1, 2, 3]], { dtype: "int32" }), "induction_head").shape // [2, 2]
 */
export function detectHead(
  model: Module & { forward(ids: Tensor): unknown },
  tokens: Tensor,
  detectionPattern: HeadName | Tensor,
  options: DetectHeadOptions = {},
): Tensor {
  const call = detected([model, tokens, detectionPattern, options]);
  const { what, heads, sites, errorMeasure } = call;
  const own = detectionPattern instanceof Tensor ? detectionPattern : null;
  const { n } = sizes([tokens, own]);
  if (n < 2)
    throw new ShapeError(
      `${what}: tokens is ${tokens.describe()}; give (n) or (b, n) of at least 2 positions.`,
    );
  return noGrad(() => {
    const rows = tokens.ndim === 1 ? tokens.unsqueeze(0) : tokens; // (b, n)
    const wanted =
      detectionPattern instanceof Tensor
        ? detectionPattern.to("float32")
        : headPatterns[detectionPattern](rows).unsqueeze(1); // (b, 1, n, n)
    const cache =
      call.cache ?? runWithCache(model, () => model.forward(rows), { names: sites ?? isPattern }).cache;
    const patterns = squarePatternsIn({ what, cache, sites });
    for (const pattern of patterns)
      if (pattern.size(-1) !== n || pattern.size(0) !== rows.size(0))
        throw new ShapeError(
          `${what}: a pattern of the cache is ${pattern.describe()}; the tokens are ${rows.describe()}.`,
        );
    const all = ones([n, n], { backend: wanted.backend });
    const later = call.excludeBos ? all.cumsum(1).gt(1).to("float32") : all;
    const counts = call.excludeCurrentToken ? later.sub(later.tril().sub(later.tril(-1))) : later;
    const scores = stack(patterns.map((pattern) => measures[errorMeasure](pattern, wanted, counts).mean(0)));
    return heads ? only(scores, heads) : scores;
  });
}

// (b, heads, n, n) → (b, heads)
const measures = {
  mul: (pattern: Tensor, wanted: Tensor, counts: Tensor): Tensor => {
    const seen = pattern.mul(counts);
    const total = seen.sum([2, 3]);
    return seen.mul(wanted).sum([2, 3]).div(total);
  },
  abs: (pattern: Tensor, wanted: Tensor, counts: Tensor): Tensor =>
    pattern.sub(wanted).abs().mul(counts).sum([2, 3]).div(pattern.size(-1)).neg().add(1),
};

/** The scores of some heads, and −1 for the others. */
function only(scores: Tensor, heads: readonly (readonly [number, number])[]): Tensor {
  const [layers, count] = scores.shape as readonly [number, number];
  const chosen = new Set<number>();
  for (const [layer, head] of heads) {
    checkInteger("detectHead", "a layer in heads", layer, 0, layers - 1);
    checkInteger("detectHead", "a head in heads", head, 0, count - 1);
    chosen.add(layer * count + head);
  }
  const { backend, dtype } = scores;
  const marks = Array.from({ length: layers * count }, (_, i) => chosen.has(i));
  const mask = tensor(marks, { dtype: "bool", backend }).reshape(scores.shape);
  return where(mask, scores, full(scores.shape, -1, { backend, dtype }));
}

const rowsOfTokens = "tokens int32 (b, n)";
const previous = c.tensors("previousTokenPattern", rowsOfTokens);
const duplicate = c.tensors("duplicateTokenPattern", rowsOfTokens);
const induction = c.tensors("inductionPattern", rowsOfTokens);

/**
 * The pattern of a head that attends to the position before.
 *
 * @param tokens (b, n) int32
 * @returns (b, n, n): 1 where a head of this kind attends, queries by keys
 * @example previousTokenPattern(tensor([[5, 6, 7]], { dtype: "int32" })) // tensor([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
 */
export function previousTokenPattern(tokens: Tensor): Tensor {
  const { b, n } = previous([tokens]);
  return scope(() => {
    const below = ones([n, n], { backend: tokens.backend }).tril(-1);
    return below.sub(below.tril(-2)).expand([b, n, n]).clone();
  });
}

/**
 * The pattern of a head that attends to earlier positions of the same token.
 *
 * @param tokens (b, n) int32
 * @returns (b, n, n): 1 where a head of this kind attends, queries by keys
 * @example duplicateTokenPattern(tensor([[5, 6, 5]], { dtype: "int32" })) // tensor([[[0, 0, 0], [0, 0, 0], [1, 0, 0]]])
 */
export function duplicateTokenPattern(tokens: Tensor): Tensor {
  duplicate.check([tokens]);
  return scope(() => tokens.unsqueeze(2).eq(tokens.unsqueeze(1)).to("float32").tril(-1));
}

/**
 * The pattern of an induction head, which attends to the position after an earlier one of the same token (Olsson et al. 2022).
 *
 * @param tokens (b, n) int32
 * @returns (b, n, n): 1 where a head of this kind attends, queries by keys
 * @example inductionPattern(tensor([[5, 6, 5]], { dtype: "int32" })) // tensor([[[0, 0, 0], [0, 0, 0], [0, 1, 0]]])
 */
export function inductionPattern(tokens: Tensor): Tensor {
  induction.check([tokens]);
  // Keys one to the right; a token is not a duplicate of itself, so the last column is empty.
  return scope(() => duplicateTokenPattern(tokens).roll(1, 2).tril());
}

const scored = declare("repeatedScores(cache, { period: 20 })", {
  given: { cache: cacheRule },
  options: {
    /** The length of the sequence before it repeats. Default half of the input. */
    period: c.size(),
    ...sitesRule,
  },
});

/** Options of {@link repeatedScores}. */
export interface RepeatedScoresOptions extends c.OptionsOf<typeof scored, typeof sitesRule> {}

/** The result of {@link repeatedScores}, each (layers, heads). It is a named tuple. */
export interface RepeatedScores extends Iterable<Tensor> {
  /** The mean attention to the position before. */
  readonly previousToken: Tensor;
  /** The mean attention to the same token, one period before. */
  readonly duplicateToken: Tensor;
  /** The mean attention to the token after that one. */
  readonly induction: Tensor;
}

/**
 * Scores of head detectors on a random sequence that repeats (Olsson et al. 2022): the mean attention along a diagonal of each
 * pattern, 1, `period` and `period` − 1 positions back, over batch and queries that have such a key. {@link detectHead} takes
 * any text.
 *
 * @param cache a run of [sequence, sequence], with the patterns of all layers
 * @throws ArgumentError for a period that is not shorter than the input, or a cache without patterns.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3, 1, 2, 3]], { dtype: "int32" }));
 * repeatedScores(cache).induction.shape // [2, 2]
 */
export function repeatedScores(cache: ActivationCache, options: RepeatedScoresOptions = {}): RepeatedScores {
  const call = scored([cache, options]);
  const patterns = squarePatternsIn(call);
  const n = patterns[0]!.size(-1);
  const { what, period = Math.floor(n / 2) } = call;
  checkInteger(what, "period", period, 1, n - 1, "it is less than the input's length");
  return noGrad(() => {
    const along = (back: number): Tensor =>
      stack(patterns.map((pattern) => pattern.diagonal({ offset: -back, dim1: 2, dim2: 3 }).mean([0, 2])));
    return iterable({
      previousToken: along(1),
      duplicateToken: along(period),
      induction: along(period - 1),
    });
  });
}
