// One step of a small GPT, and the text that it generates then.
import { GPT, generate } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { manualSeed, tensor } from "@saccade/tensor";

export async function main(): Promise<object> {
  manualSeed(0);
  const gpt = new GPT({ vocabSize: 7, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2 });
  const ids = tensor([[1, 2, 3, 4]], { dtype: "int32" });
  const next = tensor([2, 3, 4, 5], { dtype: "int32" });
  const loss = () => crossEntropy(gpt.forward(ids).reshape([4, 7]), next);
  const before = new Adam(gpt, { lr: 0.01 }).step(loss).item();
  const after = loss().item();
  return { before, after, text: String(generate(gpt.eval(), [1, 2], { maxNewTokens: 3 })) };
}
