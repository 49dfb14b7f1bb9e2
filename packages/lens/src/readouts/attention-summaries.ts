// What attention weights say in numbers, of texts whose weights would take too much memory.

import { summaryTaps } from "@saccade/attention/model";
import { type Module, type Site, siteNames } from "@saccade/nn";
import { ArgumentError, type Tensor } from "@saccade/tensor";
import type { AttentionTells } from "@saccade/tensor/fused";
import { layerOf } from "../names.ts";
import { declare, inputRule, modelRule } from "../run/calls.ts";
import { type Input, Listening } from "../run/listen.ts";

/** What one attention of a model tells of its weights (b, heads, queries, keys), before dropout. */
export interface HeadSummaries extends AttentionTells {
  /** Of the attention in the model, "blocks.0.attn". */
  readonly name: string;
  /** Its layer, or null outside of layers. */
  readonly layer: number | null;
}

const summarized = /* @__PURE__ */ declare("attentionSummaries(gpt, ids)", {
  given: { model: modelRule, input: inputRule },
});
const pattern = /hook_pattern$/;

class Telling extends Listening {
  protected override unvisited(): ArgumentError {
    return new ArgumentError(
      "attentionSummaries: the run came to no dot-product attention, the only kind that tells of its weights; read hook_pattern with runWithCache.",
    );
  }
}

/**
 * Runs a model and tells of each dot-product attention, in the order of the run, how sharp its queries are (entropy), how much weight each key
 * receives (columnSums), and each query's 8 largest weights with their keys (topWeights, topKeys): in memory that is linear in the
 * length, where `hook_pattern` of {@link runWithCache} is square. Entropies, sums and ln Σ exp have gradients.
 *
 * @param input the model's input, its arguments in an array, or a function that calls the model
 * @throws ArgumentError for a model without attention, and for a run that comes to no dot-product attention.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
 * attentionSummaries(gpt, tensor([[1, 2, 3]], { dtype: "int32" }))[0].entropy.shape // [1, 2, 3]
 */
export function attentionSummaries(model: Module, input: Input): HeadSummaries[] {
  const { what } = summarized([model, input]);
  const taps = new Map<string, Site>();
  for (const [name, { module, name: short }] of siteNames(model))
    if (pattern.test(name))
      for (const tap of summaryTaps)
        taps.set(name.replace(pattern, tap), { module, name: short.replace(pattern, tap) });
  if (taps.size === 0)
    throw new ArgumentError(`${what}: this ${model.constructor.name} has no attention with weights.`);
  const listening = new Telling(what, model, true, taps);
  const all: [name: string, x: Tensor][] = [];
  listening.add([[() => true, (x, { name }) => void all.push([name, x])]]);
  listening.runNow(input);
  const size = summaryTaps.length;
  return Array.from({ length: all.length / size }, (_, i) => {
    const own = all.slice(i * size, (i + 1) * size);
    const name = own[0]![0].replace(/\.?summary\..*/, "");
    const told = own.map(([path, x]) => [path.replace(/.*\./, ""), x]);
    return { name, layer: layerOf(name), ...(Object.fromEntries(told) as AttentionTells) };
  });
}
