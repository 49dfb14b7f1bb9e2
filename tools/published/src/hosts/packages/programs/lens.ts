// The patterns of a small GPT, and its logits without one head.
import { runWithCache, runWithHooks } from "@saccade/lens";
import { GPT } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const gpt = new GPT({ vocabSize: 5, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
  const ids = tensor([[1, 2, 3]], { dtype: "int32" });
  const { cache } = runWithCache(gpt, ids, { names: "blocks.0.attn.hook_pattern" });
  const logits = runWithHooks(gpt, ids, { hooks: { "blocks.0.attn.hook_z": (z) => z.mul(0) } });
  return { pattern: String(cache.get("pattern", 0).shape), logits: String(logits.shape) };
}
