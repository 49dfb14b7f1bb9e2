import { ShapeError, scope, Tensor, tensor } from "@saccade/tensor";
import { badArgument, formatShape, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type Anatomy, anatomyOf, anatomyRule, memberOf, type SiteValues } from "./anatomy.ts";
import { posSlice } from "./positions.ts";
import { checkSum, normalizeStack } from "./residual.ts";

/** A token for all rows; one a row of the batch, (b); or one a position, (b, positions). int32. */
export type Tokens = number | readonly number[] | Tensor;

const isTokens = (value: unknown): value is Tokens => {
  if (value instanceof Tensor) return value.dtype === "int32" && value.ndim <= 2;
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every((one) => Number.isInteger(one) && Number(one) >= 0);
};

/** The rule of tokens whose logits are looked at. */
export const tokensRule: c.Rule<Tokens> = c.rule(
  "a token, a list of one a row, or an int32 tensor (b) or (b, positions)",
  isTokens,
);

const readAttrs = c.options(
  "ActivationCache.logitAttrs",
  {
    /** The tokens whose logits are attributed. */
    tokens: c.required(tokensRule),
    /** Tokens whose logits are subtracted. Default none. */
    incorrectTokens: tokensRule,
    /** The positions that the stack has. Default all. */
    posSlice,
    ...anatomyRule,
  },
  { example: "cache.logitAttrs(stack, { tokens: 55, incorrectTokens: 49, posSlice: -1 })" },
);
const attributed = c.tensors("ActivationCache.logitAttrs", "stack float (…, dModel)");

/** Options of `ActivationCache.logitAttrs`. */
export interface LogitAttrsOptions extends c.OptionsOf<typeof readAttrs, typeof anatomyRule> {}

/** See `ActivationCache.logitAttrs`. */
export function logitAttrs(cache: SiteValues, x: Tensor, given: LogitAttrsOptions): Tensor {
  const what = "ActivationCache.logitAttrs";
  attributed([x]);
  const { tokens, incorrectTokens, posSlice, anatomy: own } = readAttrs(given);
  const anatomy = anatomyOf(what, cache.model, own);
  checkSum(what, cache, anatomy);
  return scope(() => {
    const { directions } = logitDirections(what, cache, anatomy, tokens, incorrectTokens);
    const normed = normalizeStack(what, cache, anatomy, x, { layer: -1, mlpInput: false, posSlice });
    return alongDirections(what, normed, directions);
  });
}

/** The directions of logits in the normalized stream, and the biases, which belong to no part of it. */
export interface LogitDirections {
  /** (dModel), (b, dModel) or (b, positions, dModel): W_U's columns times the last norm's weight. */
  readonly directions: Tensor;
  /** (), (b) or (b, positions): the last norm's bias through W_U, and b_U. */
  readonly bias: Tensor;
}

/** The directions of the tokens' logits, less those of the incorrect ones. */
export function logitDirections(
  what: string,
  { model }: SiteValues,
  anatomy: Anatomy,
  tokens: Tokens,
  incorrect?: Tokens,
): LogitDirections {
  const { wU, bU } = memberOf(what, model, anatomy, "unembedding")();
  const rows = wU.transpose(0, 1); // (vocabSize, dModel)
  const right = idsOf(what, "tokens", tokens, rows);
  const wrong = incorrect === undefined ? null : idsOf(what, "incorrectTokens", incorrect, rows);
  if (wrong && (right.ndim !== wrong.ndim || right.numel !== wrong.numel))
    throw new ShapeError(
      `${what}: tokens is ${right.describe()} and incorrectTokens ${wrong.describe()}; give as many of both.`,
    );
  const difference = (table: Tensor): Tensor => {
    const at = (ids: Tensor): Tensor =>
      table.indexSelect(0, ids.reshape([-1])).reshape([...ids.shape, ...table.shape.slice(1)]);
    return wrong ? at(right).sub(at(wrong)) : at(right);
  };
  const columns = difference(rows);
  const { finalNorm } = anatomy;
  const weight = finalNorm?.weight;
  const offset = finalNorm && "bias" in finalNorm ? finalNorm.bias : null;
  const zero = columns.select(-1, 0).mul(0);
  const ofNorm = offset ? columns.mul(offset).sum(-1) : zero;
  return {
    directions: weight ? columns.mul(weight) : columns,
    bias: bU ? ofNorm.add(difference(bU)) : ofNorm,
  };
}

/** @throws ArgumentError for a token beyond the vocabulary. */
function idsOf(what: string, name: string, tokens: Tokens, rows: Tensor): Tensor {
  const { backend } = rows;
  const ids = tokens instanceof Tensor ? tokens : tensor(tokens, { dtype: "int32", backend });
  const largest = ids.numel === 0 ? -1 : ids.max().item();
  if (largest >= rows.size(0))
    throw badArgument(what, name, `a token below ${rows.size(0)}, the size of the vocabulary`, largest);
  return ids;
}

/**
 * Σ x · direction over dModel: x (parts, b, positions, dModel) or (parts, b, dModel).
 *
 * @throws ShapeError for tokens of other rows or positions, which would broadcast.
 */
export function alongDirections(what: string, x: Tensor, directions: Tensor): Tensor {
  const [places, given] = [x.shape.slice(1, -1), directions.shape.slice(0, -1)];
  if (x.size(-1) !== directions.size(-1) || !sameShape(given, places.slice(0, given.length)))
    throw new ShapeError(
      `${what}: tokens are ${formatShape(given)} for logits of width ${directions.size(-1)}, and the stack is ${x.describe()}; give one ` +
        `token, ${formatShape(places.slice(0, 1))} of them, or ${formatShape(places)}.`,
    );
  // One direction a row serves all its positions.
  const perRow = directions.ndim === 2 && x.ndim === 4;
  return x.mul(perRow ? directions.unsqueeze(1) : directions).sum(-1);
}
