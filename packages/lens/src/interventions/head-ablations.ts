import type { Module } from "@saccade/nn";
import { dispose, ShapeError, scope, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { upTo } from "../names.ts";
import { type BatchInput, declare, type Metric, measuredRun } from "../run/calls.ts";
import { headHooks, headKind, replacementRules } from "./ablate.ts";
import { headsOf, layerRule, siteAt, sitesOfLayers, stackRules } from "./places.ts";
import { inTable, type RunCall, runOnce, sideBySide } from "./side-by-side.ts";

const call = declare("headAblations(gpt, ids, (logits) => logits.select(1, -1).select(-1, 7).mean())", {
  given: measuredRun,
  options: {
    /** The replacement of a head's output, or of its pattern; see `ablateHeads`. Default "zero". */
    kind: headKind,
    ...replacementRules,
    ...stackRules,
    /** The layers whose heads are ablated. Default all. */
    layers: c.listOf(layerRule),
    /** The number of heads per run, as rows of one batch: fewer need less memory. Default all of a layer. */
    chunkSize: c.size(),
    /** Called with the number of finished heads, and of all. */
    onProgress: c.callable<(done: number, total: number) => void>(),
    /** Aborts the run between two batches. */
    signal: c.withFix(c.instanceOf("an AbortSignal", AbortSignal), "write signal: controller.signal"),
  },
  renamed: { headsAtOnce: "write chunkSize", batchSize: "write chunkSize", progress: "write onProgress" },
});

/** Options of {@link headAblations}. */
export interface HeadAblationsOptions
  extends c.OptionsOf<typeof call, typeof replacementRules & typeof stackRules> {}

/**
 * A metric of a model with each of its heads ablated in turn: importance of heads (Michel et al. 2019). All heads of a layer run
 * as rows of one batch, which grows before that layer, so that the layers before it run once. Gives other tasks of the page
 * their turn between batches.
 *
 * @param input the model's input; the arguments of `forward` in an array, where tensors of the batch's size are repeated; or a
 * function `(repeat) => model.forward(repeat(ids), { keyMask: repeat(mask) })`
 * @param metric is given the output of a run with one head ablated; it returns a number, or a tensor of any shape
 * @returns (layers, heads), or (layers, heads, …) where the metric has a shape
 * @throws ArgumentError for unknown options, IndexError for layers that the model does not have; and the signal's reason when it
 * is aborted.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 3, numHeads: 2 });
 * const ids = tensor([[1, 2, 3]], { dtype: "int32" });
 * (await headAblations(gpt, ids, logitDiff(4, 5))).shape // [3, 2]
 */
export async function headAblations<R = Tensor>(
  model: Module,
  input: BatchInput,
  metric: Metric<R>,
  given?: HeadAblationsOptions,
): Promise<Tensor> {
  const settings = call([model, input, metric, given]);
  const { what, onProgress, signal } = settings;
  const layers = settings.layers ?? upTo(sitesOfLayers(settings, "z").length);
  const sites = layers.map((layer) => siteAt(settings, "z", layer));
  signal?.throwIfAborted();
  const heads = sites.map((site) => headsOf(model, site) ?? headsInRun(settings, site));
  if (new Set(heads).size > 1)
    throw new ShapeError(
      `${what}: the layers have ${heads.join(", ")} heads; write layers: [0] for one after another.`,
    );
  const interventions = layers.map((layer, i) =>
    upTo(heads[i]!).map((head) => headHooks(settings, [{ layer, head }])),
  );
  const total = interventions.flat().length;
  const found: Tensor[] = [];
  try {
    for (const layer of interventions)
      for (const chunk of sideBySide({ ...settings, chunkSize: settings.chunkSize ?? layer.length }, layer)) {
        found.push(...chunk.map(([, value]) => value));
        onProgress?.(found.length, total);
        await new Promise((resolve) => setTimeout(resolve, 0)); // the turn of others
        signal?.throwIfAborted();
      }
    return scope(() => inTable(found, [layers.length, total / layers.length]));
  } finally {
    // No scope is open here: they would wait for the garbage collector.
    for (const value of found) dispose(value);
  }
}

/** The number of heads of an attention, by the value of its hook_z. */
function headsInRun(call: RunCall, site: string): number {
  let heads = 0;
  const count = (z: Tensor): undefined => {
    heads = z.size(2);
  };
  scope(() => void runOnce(call, [[site, count]]));
  return heads;
}
