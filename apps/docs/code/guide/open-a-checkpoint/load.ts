// #region tiny
import { GPT, generate } from "@saccade/models";
import { loadPretrained, savePretrained } from "@saccade/pretrained";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const tiny = new GPT({
  vocabSize: 32,
  maxLen: 16,
  dModel: 16,
  numLayers: 2,
  numHeads: 4,
});
const { config, weights } = savePretrained(tiny);
const files = [
  new File([config], "config.json"),
  new File([weights], "model.safetensors"),
];
// #endregion tiny
// #region load
const { model, modelType, ignored } = await loadPretrained(files, {
  progress: (loaded, total) => {
    if (loaded === total) console.log(`${total} bytes of weights`);
  },
});
console.log(modelType, model.numParameters(), ignored);
// #endregion load
// #region use
if (!(model instanceof GPT)) throw new Error("not a language model");
console.log(generate(model, [3, 1, 4], { maxNewTokens: 5 }));

const ids = tensor([[3, 1, 4, 1, 5]], { dtype: "int32" });
const {
  output,
  weights: maps,
  hiddenStates,
} = model.forward(ids, { needWeights: true, needHiddenStates: true });
console.log(
  output.shape,
  maps.length,
  maps[0]!.shape,
  hiddenStates.length,
  hiddenStates[0]!.shape,
);
// #endregion use
