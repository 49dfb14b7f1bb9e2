import type { Module } from "@saccade/nn";
import { cat, dispose, ShapeError, scope, type Tensor } from "@saccade/tensor";
import * as c from "@saccade/tensor/contract";
import { modelRule } from "../cache/activation-cache.ts";
import { ablateHeads, kinds, replacementRules } from "./ablate.ts";
import { headsOf, layerRule, layersWith, siteAt, stackRules } from "./places.ts";
import * as sides from "./side-by-side.ts";

const name = "headAblations";
const call = c.signature(
  name,
  {
    model: modelRule,
    input: sides.inputRule,
    metric: sides.metricRule,
  },
  {
    /** The replacement of a head's output, or of its pattern; see `ablateHeads`. Default "zero". */
    kind: c.oneOf([...kinds, "uniform", "frozen"], "zero"),
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
  {
    example: `${name}(gpt, ids, (logits) => logits.select(1, -1).select(-1, 7).mean())`,
    renamed: { headsAtOnce: "write chunkSize", batchSize: "write chunkSize", progress: "write onProgress" },
  },
);

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
  input: sides.BatchInput,
  metric: sides.Metric<R>,
  given?: HeadAblationsOptions,
): Promise<Tensor> {
  const { layers: wanted, onProgress, signal, chunkSize, ...settings } = call([model, input, metric, given]);
  const { kind, cache, perPosition, positions, generator, stack, attention } = settings;
  const options = { kind, cache, perPosition, positions, generator, stack, attention };
  const layers = wanted ?? layersWith(name, model, "z", options);
  const sites = layers.map((layer) => siteAt(name, model, "z", layer, options));
  signal?.throwIfAborted();
  const heads = sites.map((site) => countHeads(model, input, site));
  if (new Set(heads).size > 1)
    throw new ShapeError(
      `${name}: the layers have ${heads.join(", ")} heads; write layers: [0] for one after another.`,
    );
  const interventions = layers.map((layer, i) =>
    Array.from({ length: heads[i]! }, (_, head) => ablateHeads(model, [{ layer, head }], options)),
  );
  const total = interventions.flat().length;
  const found: Tensor[] = [];
  try {
    for (const layer of interventions) {
      const run = { what: name, model, input, chunkSize: chunkSize ?? layer.length };
      for (const values of sides.sideBySide(run, layer, (output) => sides.measure(name, metric, output))) {
        found.push(...sides.inOrder(values));
        onProgress?.(found.length, total);
        await turnOfOthers();
        signal?.throwIfAborted();
      }
    }
    const [first] = found;
    return scope(() =>
      cat(found.map((value) => value.unsqueeze(0))).reshape([interventions.length, -1, ...first!.shape]),
    );
  } finally {
    // No scope is open here: they would wait for the garbage collector.
    for (const value of found) dispose(value);
  }
}

function turnOfOthers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** The number of heads of an attention by its hook_z: from its module, otherwise from a run. */
function countHeads(model: Module, input: sides.BatchInput, site: string): number {
  const known = headsOf(model, site);
  if (known !== undefined) return known;
  let heads = 0;
  const count = (z: Tensor): undefined => {
    heads = z.size(2);
  };
  scope(() => void sides.runOnce(name, model, input, [[site, count]]));
  return heads;
}
