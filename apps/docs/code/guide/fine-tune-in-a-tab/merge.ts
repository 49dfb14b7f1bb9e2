import { GPT } from "@saccade/models";
import { init } from "@saccade/nn";
import { addLora } from "@saccade/pretrained";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const model = new GPT({
  vocabSize: 28,
  maxLen: 32,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
});
const lora = addLora(model, {
  rank: 4,
  alpha: 8,
  targets: "all-linear",
});
for (const { loraB } of lora.adapters.values())
  init.normal(loraB, 0, 0.02); // as if they were trained
const ids = tensor([[20, 8, 5, 0, 3, 1, 20]], { dtype: "int32" });

// #region merge
const beside = model.forward(ids);
lora.merge();
const merged = model.forward(ids);
console.log(
  "difference below 1e-5:",
  merged.sub(beside).abs().max().item() < 1e-5,
);

lora.unmerge();
console.log(
  "the same bits again:",
  model.forward(ids).eq(beside).all().item() === 1,
);
// #endregion merge
