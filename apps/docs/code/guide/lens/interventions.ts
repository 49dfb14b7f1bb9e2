import {
  ablateHeads,
  getActPatchResidPre,
  headAblations,
  logitDiff,
  runWithCache,
  runWithHooks,
} from "@saccade/lens";
import { GPT } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const gpt = new GPT({
  vocabSize: 50,
  maxLen: 16,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
}).eval();
const clean = tensor([[3, 1, 4, 1, 5]], { dtype: "int32" });
const corrupted = tensor([[3, 2, 4, 1, 5]], { dtype: "int32" });
// logit(7) − logit(9) at the last position
const metric = logitDiff(7, 9);

const off = { layer: 0, head: 1 };
const hooks = ablateHeads(gpt, [off], { kind: "zero" });
const without = runWithHooks(gpt, clean, { hooks });
console.log(metric(without).item().toFixed(4));
// every head, in batches
console.log((await headAblations(gpt, clean, metric)).shape);

const { cache } = runWithCache(gpt, clean);
// layers × positions
const patched = getActPatchResidPre(gpt, corrupted, cache, metric);
console.log(patched.shape);
