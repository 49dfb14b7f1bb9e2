// What heads add to the residual stream, and what parts of the stream add to logits.

import { cat, einsum, ShapeError, scope, stack, Tensor, tensor } from "@saccade/tensor";
import { badArgument, formatShape, iterable, sameShape } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { headName, ofEachLayer, upTo } from "../names.ts";
import { declare } from "../run/calls.ts";
import { anatomyRule, type SiteValues } from "./anatomy.ts";
import * as residual from "./residual.ts";

const headResultsCall = declare("cache.stackHeadResults({ posSlice: -1, returnLabels: true })", {
  options: {
    /** Whether to append the rest of the stream after the heads: embeddings, MLPs and biases. Default false. */
    inclRemainder: c.flag(false),
    ...residual.stackRules,
  },
});

/** Options of `ActivationCache.stackHeadResults`. */
export interface StackHeadResultsOptions<L extends boolean = boolean>
  extends residual.Labelled<typeof headResultsCall, typeof residual.stackRules & typeof anatomyRule, L> {}

/** See `ActivationCache.stackHeadResults`. */
export function stackHeadResults(
  cache: SiteValues,
  given?: StackHeadResultsOptions,
): Tensor | residual.LabelledStack {
  const call = headResultsCall([given]);
  const { inclRemainder, applyLn, returnLabels, posSlice } = call;
  const run = new residual.Reading({ ...call, cache }, applyLn || inclRemainder);
  const layer = run.layerAt(call.layer);
  return scope(() => {
    const results = upTo(layer).map((l) => headResults(run, l, posSlice));
    const labels = results.flatMap((x, l) => upTo(x.size(-2)).map((head) => headName(l, head)));
    const heads = results.map((x) => x.movedim(-2, 0)); // (heads, b, positions, dModel)
    const stream = (l: number): Tensor => run.take(run.streamAt(l), -2, posSlice);
    if (inclRemainder) {
      heads.push(heads.reduce((rest, x) => rest.sub(x.sum(0)), stream(layer)).unsqueeze(0));
      labels.push("remainder");
    }
    // The stack of no heads, for layer 0, is empty.
    const components = heads.length > 0 ? cat(heads, 0) : stream(0).unsqueeze(0).narrow(0, 0, 0);
    const done = applyLn ? run.normalize(components, { layer, mlpInput: false, posSlice }) : components;
    return returnLabels ? iterable({ components: done, labels }) : done;
  });
}

/** The outputs of a layer's heads, (b, positions, heads, dModel): from the cache, or from z and W_O. */
export function headResults(run: residual.Reading, layer: number, posSlice?: residual.PosSlice): Tensor {
  const name = run.nameOf("result", layer);
  if (run.cache.has(name)) return run.take(run.cache.get(name), -3, posSlice);
  const z = run.take(run.value("z", layer), -3, posSlice);
  const { wO } = run.anatomy.headWeights(layer);
  return einsum(z.ndim === 4 ? "bnhe,hed->bnhd" : "bhe,hed->bhd", z, wO);
}

const activationCall = declare('cache.stackActivation("pattern")', {
  given: { name: c.unchecked<string>("the name of a site") },
  options: {
    /** How many layers are stacked, from the first. Default −1: all. */
    layer: residual.stackRules.layer,
    /** The part of the layer, for names that several parts have: "attn", "mlp", "ln1". */
    sublayerType: c.text(),
    ...anatomyRule,
  },
});

/** Options of `ActivationCache.stackActivation`. */
export interface StackActivationOptions extends c.OptionsOf<typeof activationCall, typeof anatomyRule> {}

/** See `ActivationCache.stackActivation`. */
export function stackActivation(cache: SiteValues, name: string, given?: StackActivationOptions): Tensor {
  const call = activationCall([name, given]);
  if (typeof name === "string") ofEachLayer(call.what, name);
  const run = new residual.Reading({ ...call, cache });
  const layers = upTo(run.layerAt(call.layer));
  return scope(() => stack(layers.map((layer) => run.value(name, layer, call.sublayerType))));
}

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

const attrsCall = declare("cache.logitAttrs(stack, { tokens: 55, incorrectTokens: 49, posSlice: -1 })", {
  given: { stack: c.required(c.tensorRule("float")) },
  options: {
    /** The tokens whose logits are attributed. */
    tokens: c.required(tokensRule),
    /** Tokens whose logits are subtracted. Default none. */
    incorrectTokens: tokensRule,
    /** The positions that the stack has. Default all. */
    posSlice: residual.posSlice,
    ...anatomyRule,
  },
});

/** Options of `ActivationCache.logitAttrs`. */
export interface LogitAttrsOptions extends c.OptionsOf<typeof attrsCall, typeof anatomyRule> {}

/** See `ActivationCache.logitAttrs`. */
export function logitAttrs(cache: SiteValues, x: Tensor, given: LogitAttrsOptions): Tensor {
  const call = attrsCall([x, given]);
  const run = new residual.Reading({ ...call, cache }, true);
  return scope(() => alongDirections(run, x, logitDirections(run, call).directions, call.posSlice));
}

/**
 * The directions of the tokens' logits in the normalized stream, less those of the incorrect ones: (dModel), (b, dModel) or
 * (b, positions, dModel), W_U's columns times the last norm's weight. And the biases, which belong to no part of the stream: (),
 * (b) or (b, positions), the last norm's bias through W_U, and b_U.
 *
 * @throws ArgumentError for a token beyond the vocabulary; ShapeError where there are not as many incorrect ones.
 */
export function logitDirections(
  run: residual.Reading,
  { tokens, incorrectTokens }: Pick<LogitAttrsOptions, "tokens" | "incorrectTokens">,
): { readonly directions: Tensor; readonly bias: Tensor } {
  const { what, anatomy } = run;
  const { wU, bU } = anatomy.unembedding();
  const rows = wU.transpose(0, 1); // (vocabSize, dModel)
  const idsOf = (name: string, given: Tokens): Tensor => {
    const ids = given instanceof Tensor ? given : tensor(given, { dtype: "int32", backend: rows.backend });
    const largest = ids.numel === 0 ? -1 : ids.max().item();
    if (largest < rows.size(0)) return ids;
    throw badArgument(what, name, `a token below ${rows.size(0)}, the size of the vocabulary`, largest);
  };
  const right = idsOf("tokens", tokens);
  const wrong = incorrectTokens === undefined ? null : idsOf("incorrectTokens", incorrectTokens);
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
  const ofNorm = offset ? columns.mul(offset).sum(-1) : columns.select(-1, 0).mul(0);
  return {
    directions: weight ? columns.mul(weight) : columns,
    bias: bU ? ofNorm.add(difference(bU)) : ofNorm,
  };
}

/**
 * Σ normed x · direction over dModel: x (parts, b, positions, dModel) or (parts, b, dModel).
 *
 * @throws ShapeError for tokens of other rows or positions, which would broadcast.
 */
export function alongDirections(
  run: residual.Reading,
  parts: Tensor,
  directions: Tensor,
  posSlice?: residual.PosSlice,
): Tensor {
  const x = run.normalize(parts, { layer: -1, mlpInput: false, posSlice });
  const [places, given] = [x.shape.slice(1, -1), directions.shape.slice(0, -1)];
  if (x.size(-1) !== directions.size(-1) || !sameShape(given, places.slice(0, given.length)))
    throw new ShapeError(
      `${run.what}: tokens are ${formatShape(given)} for logits of width ${directions.size(-1)}, and the stack is ${x.describe()}; give one ` +
        `token, ${formatShape(places.slice(0, 1))} of them, or ${formatShape(places)}.`,
    );
  // One direction a row serves all its positions.
  const perRow = directions.ndim === 2 && x.ndim === 4;
  return x.mul(perRow ? directions.unsqueeze(1) : directions).sum(-1);
}
