import { GPT } from "@saccade/models";
import { fromSafetensors } from "@saccade/nn";
import { addLora, loadLora } from "@saccade/pretrained";
import { manualSeed } from "@saccade/tensor";

manualSeed(0);
const model = new GPT({
  vocabSize: 28,
  maxLen: 32,
  dModel: 32,
  numLayers: 1,
  numHeads: 4,
});
const lora = addLora(model, { rank: 4, alpha: 8 });

// #region files
const files = lora.save({ baseModel: "my-model" });
for (const [name, bytes] of Object.entries(files))
  console.log(name, bytes.length, "bytes");
const { tensors } = fromSafetensors(files["adapter_model.safetensors"]);
for (const [name, x] of Object.entries(tensors))
  console.log(name, x.shape);

lora.remove(); // the model is again what it was
// throws, and lists what does not fit, for another base model
const again = loadLora(model, files);
console.log(again.settings);
// #endregion files
