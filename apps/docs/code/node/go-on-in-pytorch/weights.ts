import { GPT } from "@saccade/models";
import { loadSafetensors, saveSafetensors } from "@saccade/nn/node";

const gpt = new GPT({
  vocabSize: 29,
  maxLen: 48,
  dModel: 64,
  numLayers: 1,
  numHeads: 4,
});
// #region save
await saveSafetensors("gpt.safetensors", gpt, {
  gpt: JSON.stringify(gpt.settings),
  data: JSON.stringify({
    seed: 0,
    sentences: 500,
    batch: 16,
    length: 48,
  }), // what the programs draw batches from
});
// #endregion save

for (const [name, weight] of Object.entries(gpt.stateDict()))
  console.log(name, weight.shape);

// #region load
gpt.loadStateDict(await loadSafetensors("gpt.safetensors"));
// #endregion load
