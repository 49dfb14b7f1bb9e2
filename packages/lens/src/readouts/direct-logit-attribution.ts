import { noGrad } from "@saccade/autograd";
import { stack, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { anatomyRule } from "../cache/anatomy.ts";
import { alongDirections, headResults, logitDirections, tokensRule } from "../cache/heads.ts";
import { embeddings, posSlice, Reading } from "../cache/residual.ts";
import { upTo } from "../names.ts";
import { declare } from "../run/calls.ts";

const attributed = declare("directLogitAttribution(cache, { tokens: 55, incorrectTokens: 49 })", {
  given: { cache: cacheRule },
  options: {
    /** The tokens whose logits are split into parts. */
    tokens: c.required(tokensRule),
    /** Tokens whose logits are subtracted. Default none. */
    incorrectTokens: tokensRule,
    /** Which positions. Default −1, the last one. */
    posSlice: { ...posSlice, default: -1 },
    ...anatomyRule,
  },
});

/** Options of {@link directLogitAttribution}. */
export interface DirectLogitAttributionOptions extends c.OptionsOf<typeof attributed, typeof anatomyRule> {}

/** The contribution of each part of a model to a logit. `…` is b, or (b, positions) for several positions. */
export interface DirectLogitAttribution {
  /** The tokens' embeddings: (…). */
  readonly embed: Tensor;
  /** The positions' embeddings: (…); null for a model that adds none. */
  readonly posEmbed: Tensor | null;
  /** (layers, heads, …). */
  readonly heads: Tensor;
  /** The bias of the attention's output: (layers, …). */
  readonly attnBias: Tensor;
  /** The attention of a decoder's layers to the encoder: (layers, …); null for others. */
  readonly crossAttn: Tensor | null;
  /** (layers, …); null for a model without MLPs. */
  readonly mlp: Tensor | null;
  /** The bias of the last norm through the unembedding, and the unembedding's own: (…). */
  readonly finalBias: Tensor;
  /** The sum of all parts: the logit, or the difference of logits, (…). */
  readonly total: Tensor;
}

/**
 * Direct logit attribution by component and head: what each adds to a token's logit, or to the difference of two, on the direct
 * path to the output, with the last norm's scale of the run (Elhage et al. 2021; Wang et al. 2023). The parts sum to the logit.
 *
 * @param cache of a run in eval mode, with `hook_embed`, `hook_pos_embed`, `hook_attn_out`, `hook_mlp_out`, the heads'
 * `hook_z` or `hook_result`, and the scale of `ln_final`
 * @throws ArgumentError for a token beyond the vocabulary, a site that was not cached, a model without an {@link Anatomy}, and one
 * whose layers normalize the stream itself.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3]], { dtype: "int32" }));
 * directLogitAttribution(cache, { tokens: 4, incorrectTokens: 5 }).heads.shape // [2, 2, 1]
 */
export function directLogitAttribution(
  cache: ActivationCache,
  options: DirectLogitAttributionOptions,
): DirectLogitAttribution {
  const call = attributed([cache, options]);
  const { posSlice: at } = call;
  const run = new Reading(call, true);
  const layers = upTo(run.anatomy.numLayers);
  return noGrad(() => {
    const { directions, bias } = logitDirections(run, call);
    // (parts, b, positions, dModel) → (parts, b, positions); one position has no dim.
    const share = (parts: Tensor): Tensor => alongDirections(run, parts, directions, at);
    const one = (x: Tensor): Tensor => share(run.take(x, -2, at).unsqueeze(0)).select(0, 0);
    const each = (site: string): Tensor | null =>
      run.modelHas(site, 0) ? stack(layers.map((layer) => one(run.value(site, layer)))) : null;
    const [embed, posEmbed = null] = embeddings(run).map(([, x]) => one(x));
    const heads = stack(layers.map((layer) => share(headResults(run, layer, at).movedim(-2, 0))));
    const attnBias = each("attn_out")!.sub(heads.sum(1));
    const [crossAttn, mlp] = [each("cross_attn_out"), each("mlp_out")];
    const sums = [heads.sum([0, 1]), ...[attnBias, crossAttn, mlp].map((x) => x?.sum(0)), posEmbed, bias];
    const total = sums.reduce<Tensor>((sum, x) => (x ? sum.add(x) : sum), embed!);
    const finalBias = bias.expand(total.shape).clone();
    return { embed: embed!, posEmbed, heads, attnBias, crossAttn, mlp, finalBias, total };
  });
}
