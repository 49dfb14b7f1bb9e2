import { GPT } from "@saccade/models";
import { exportOnnx } from "@saccade/onnx";
import { manualSeed, zeros } from "@saccade/tensor";

manualSeed(0);
// #region export
const gpt = new GPT({
  vocabSize: 64,
  maxLen: 32,
  dModel: 16,
  numLayers: 2,
  numHeads: 2,
});
const ids = zeros([2, 8], { dtype: "int32" });
const file = exportOnnx(gpt, { ids }, { needWeights: true });
console.log(file.length, "bytes");
// #endregion export
