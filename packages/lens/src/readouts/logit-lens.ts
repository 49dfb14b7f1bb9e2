import { noGrad } from "@saccade/autograd";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { ActivationCache } from "../cache/activation-cache.ts";
import { anatomyOf, anatomyRule, memberOf } from "../cache/anatomy.ts";
import { posSlice } from "../cache/positions.ts";

const call = c.signature(
  "logitLens",
  { cache: c.required(c.instanceOf("an ActivationCache", ActivationCache)) },
  {
    /** Whether the stream between attention and MLP is read too. Default false. */
    inclMid: c.flag(false),
    /** Which positions. Default all. */
    posSlice,
    ...anatomyRule,
  },
  { example: "logitLens(cache, { posSlice: -1 })" },
);

/** Options of {@link logitLens}. */
export interface LogitLensOptions extends c.OptionsOf<typeof call, typeof anatomyRule> {}

/** The result of {@link logitLens}. It is a named tuple. */
export interface LogitLensResult extends Iterable<Tensor | readonly string[]> {
  /** (layers + 1, b, positions, vocabSize), or (layers + 1, b, vocabSize) for one position. The last are the model's own. */
  readonly logits: Tensor;
  /** "0_pre", "1_pre", …, "final_post", and "0_mid", … with `inclMid`. */
  readonly labels: readonly string[];
}

/**
 * The logit lens (nostalgebraist 2020): the logits that the model would give if its remaining layers did nothing. The last
 * norm and the unembedding are applied to the residual stream before each layer. A model whose layers normalize
 * the stream itself has no last norm; a Bert needs its `maskedHead`.
 *
 * @param cache with `hook_resid_pre` of each layer and `hook_resid_post` of the last
 * @throws ArgumentError for a model without an {@link Anatomy}, or a site that was not cached.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * logitLens(cache, { posSlice: -1 }).logits.shape // [3, 1, 9]
 */
export function logitLens(cache: ActivationCache, options: LogitLensOptions = {}): LogitLensResult {
  const { inclMid, posSlice, anatomy: own } = call([cache, options]);
  const anatomy = anatomyOf("logitLens", cache.model, own);
  const unembed = memberOf("logitLens", cache.model, anatomy, "unembed");
  return noGrad(() =>
    scope(() => {
      const stream = cache.accumulatedResid({ inclMid, posSlice, anatomy, returnLabels: true });
      const { components, labels } = stream;
      const normed = anatomy.finalNorm?.forward(components) ?? components;
      return iterable({ logits: unembed(normed), labels });
    }),
  );
}
