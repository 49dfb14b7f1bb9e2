import { Bert } from "@saccade/models";
import { loadPretrained, savePretrained } from "@saccade/pretrained";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const tiny = new Bert({
  vocabSize: 32,
  maxLen: 16,
  dModel: 16,
  numLayers: 2,
  numHeads: 4,
});
const { config, weights } = savePretrained(tiny, { dtype: "float16" });
const files = [
  new File([config], "config.json"),
  new File([weights], "model.safetensors"),
];

// #region use
const { model } = await loadPretrained(files);
if (!(model instanceof Bert)) throw new Error("not an encoder");
const ids = tensor(
  [
    [1, 9, 8, 7, 2],
    [1, 5, 2, 0, 0],
  ],
  { dtype: "int32" },
);
// true where there is a token, false for padding
const keyMask = ids.ne(0);
const result = model.forward(ids, { keyMask, needWeights: true });
console.log(result.lastHiddenState.shape, result.poolerOutput?.shape);
// the second text, first head, first token
const row = result.weights[0]!.select(0, 1).select(0, 0).select(0, 0);
console.log(Array.from(row.dataSync(), (x) => x.toFixed(4)).join(" "));
// #endregion use
