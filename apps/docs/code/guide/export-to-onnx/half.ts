import { GPT } from "@saccade/models";
import { exportOnnx } from "@saccade/onnx";
import { manualSeed, zeros } from "@saccade/tensor";

manualSeed(0);
// #region half
const sizes = {
  vocabSize: 1000,
  maxLen: 32,
  dModel: 64,
  numLayers: 2,
  numHeads: 4,
};
const ids = zeros([2, 8], { dtype: "int32" });
for (const weights of ["float32", "float16", "bfloat16"] as const) {
  // or a checkpoint that was loaded so
  const file = exportOnnx(new GPT({ ...sizes, weights }), { ids });
  console.log(weights, `${(file.length / 1e3).toFixed(0)} kB`);
}
// #endregion half
