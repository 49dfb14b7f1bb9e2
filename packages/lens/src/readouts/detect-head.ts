import { noGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { ArgumentError, full, ones, ShapeError, scope, stack, Tensor, tensor, where } from "@saccade/tensor";
import { checkInteger, checkTensor, formatShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { cacheOption, modelRule } from "../cache/activation-cache.ts";
import { runWithCache } from "../run/run.ts";
import { isPattern, sitesRule, squarePatternsIn } from "./patterns.ts";

const name = "detectHead";

/** TransformerLens's names of heads with a known pattern. */
export type HeadName = "previous_token_head" | "duplicate_token_head" | "induction_head";

const headPatterns: Readonly<Record<HeadName, (tokens: Tensor) => Tensor>> = {
  previous_token_head: previousTokenPattern,
  duplicate_token_head: duplicateTokenPattern,
  induction_head: inductionPattern,
};

const isPair = (value: unknown): value is readonly [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every((one) => Number.isInteger(one));

const call = c.signature(
  name,
  {
    model: modelRule,
    tokens: c.required(c.tensorRule("int32", "(n) or (b, n)")),
    detectionPattern: c.required(
      c.rule(
        `one of ${Object.keys(headPatterns).join(", ")}, or a tensor (n, n)`,
        (value): value is HeadName | Tensor =>
          value instanceof Tensor || Object.hasOwn(headPatterns, String(value)),
      ),
    ),
  },
  {
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
  { example: `${name}(gpt, ids, "induction_head", { excludeBos: true })` },
);

/** Options of {@link detectHead}. */
export interface DetectHeadOptions extends c.OptionsOf<typeof call, typeof sitesRule> {}

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
  const { heads, sites, errorMeasure, ...settings } = call([model, tokens, detectionPattern, options]);
  if (tokens.ndim < 1 || tokens.ndim > 2 || tokens.size(-1) < 2)
    throw new ShapeError(
      `${name}: tokens is ${tokens.describe()}; give (n) or (b, n) of at least 2 positions.`,
    );
  if (detectionPattern instanceof Tensor) checkPattern(tokens.size(-1), detectionPattern);
  return noGrad(() => {
    const rows = tokens.ndim === 1 ? tokens.unsqueeze(0) : tokens; // (b, n)
    const wanted =
      detectionPattern instanceof Tensor
        ? detectionPattern.to("float32")
        : headPatterns[detectionPattern](rows).unsqueeze(1); // (b, 1, n, n)
    const cache =
      settings.cache ?? runWithCache(model, () => model.forward(rows), { names: sites ?? isPattern }).cache;
    const counts = counted(rows.size(1), wanted, settings);
    const patterns = squarePatternsIn(name, cache, sites);
    for (const { pattern } of patterns)
      if (pattern.size(-1) !== rows.size(1) || pattern.size(0) !== rows.size(0))
        throw new ShapeError(
          `${name}: a pattern of the cache is ${pattern.describe()}; the tokens are ${rows.describe()}.`,
        );
    const scores = stack(
      patterns.map(({ pattern }) => measures[errorMeasure](pattern, wanted, counts).mean(0)),
    );
    return heads ? only(scores, heads) : scores;
  });
}

function checkPattern(n: number, pattern: Tensor): void {
  checkTensor(name, "detectionPattern", pattern);
  if (pattern.ndim === 2 && pattern.size(0) === n && pattern.size(1) === n) return;
  throw new ShapeError(
    `${name}: detectionPattern is ${pattern.describe()}, expected the shape ${formatShape([n, n])} of ${n} tokens.`,
  );
}

/** 1 where attention counts, (n, n). */
function counted(
  n: number,
  { backend }: Tensor,
  {
    excludeBos,
    excludeCurrentToken,
  }: { readonly excludeBos: boolean; readonly excludeCurrentToken: boolean },
): Tensor {
  const all = ones([n, n], { backend });
  const later = excludeBos ? all.cumsum(1).gt(1).to("float32") : all;
  return excludeCurrentToken ? later.sub(later.tril().sub(later.tril(-1))) : later;
}

// (b, heads, n, n) → (b, heads)
const measures = {
  mul: (pattern: Tensor, wanted: Tensor, counts: Tensor): Tensor => {
    const seen = pattern.mul(counts);
    return seen
      .mul(wanted)
      .sum([2, 3])
      .div(seen.sum([2, 3]));
  },
  abs: (pattern: Tensor, wanted: Tensor, counts: Tensor): Tensor =>
    pattern.sub(wanted).abs().mul(counts).sum([2, 3]).div(pattern.size(-1)).neg().add(1),
};

/** The scores of some heads, and −1 for the others. */
function only(scores: Tensor, heads: readonly (readonly [number, number])[]): Tensor {
  const [layers, count] = scores.shape as readonly [number, number];
  const chosen = new Set<number>();
  for (const [layer, head] of heads) {
    checkInteger(name, "a layer in heads", layer, 0, layers - 1);
    checkInteger(name, "a head in heads", head, 0, count - 1);
    chosen.add(layer * count + head);
  }
  const { backend, dtype } = scores;
  const marks = Array.from({ length: layers * count }, (_, i) => chosen.has(i));
  const mask = tensor(marks, { dtype: "bool", backend }).reshape(scores.shape);
  return where(mask, scores, full(scores.shape, -1, { backend, dtype }));
}

/**
 * The pattern of a head that attends to the position before.
 *
 * @param tokens (b, n) int32
 * @returns (b, n, n): 1 where a head of this kind attends, queries by keys
 * @example previousTokenPattern(tensor([[5, 6, 7]], { dtype: "int32" })) // tensor([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])
 */
export function previousTokenPattern(tokens: Tensor): Tensor {
  return scope(() => {
    const n = checkTokens("previousTokenPattern", tokens).size(1);
    const below = ones([n, n], { backend: tokens.backend }).tril(-1);
    return below
      .sub(below.tril(-2))
      .expand([tokens.size(0), n, n])
      .clone();
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
  return scope(() => {
    checkTokens("duplicateTokenPattern", tokens);
    return tokens.unsqueeze(2).eq(tokens.unsqueeze(1)).to("float32").tril(-1);
  });
}

/**
 * The pattern of an induction head, which attends to the position after an earlier one of the same token (Olsson et al. 2022).
 *
 * @param tokens (b, n) int32
 * @returns (b, n, n): 1 where a head of this kind attends, queries by keys
 * @example inductionPattern(tensor([[5, 6, 5]], { dtype: "int32" })) // tensor([[[0, 0, 0], [0, 0, 0], [0, 1, 0]]])
 */
export function inductionPattern(tokens: Tensor): Tensor {
  return scope(() => {
    const duplicates = duplicateTokenPattern(checkTokens("inductionPattern", tokens));
    // Keys one to the right; a token is not a duplicate of itself, so the last column is empty.
    return duplicates.roll(1, 2).tril();
  });
}

function checkTokens(what: string, tokens: Tensor): Tensor {
  checkTensor(what, "tokens", tokens);
  if (tokens.ndim === 2 && tokens.dtype === "int32") return tokens;
  throw new ArgumentError(`${what}: tokens is ${tokens.describe()}, expected int32 (b, n).`);
}
