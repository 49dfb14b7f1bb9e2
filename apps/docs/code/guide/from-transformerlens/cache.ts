import { runWithCache } from "@saccade/lens";
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
const ids = tensor([[3, 1, 4, 1, 5]], { dtype: "int32" });

const { output: logits, cache } = runWithCache(gpt, ids);
console.log(logits.shape);
console.log(
  cache.get("blocks.0.attn.hook_pattern").shape,
  "=",
  cache.get("pattern", 0).shape,
);
console.log(cache.get("resid_post", 1).shape);

const patterns = runWithCache(gpt, ids, {
  names: (name) => name.endsWith("hook_pattern"),
});
console.log(patterns.cache.names);
