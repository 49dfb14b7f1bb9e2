import { noGrad } from "@saccade/autograd";
import { GPT } from "@saccade/models";
import { exportCachedOnnx } from "@saccade/onnx";
import { manualSeed, tensor } from "@saccade/tensor";
import * as ort from "onnxruntime-web";

manualSeed(0);
ort.env.wasm.numThreads = 1;
// #region run
const gpt = new GPT({
  vocabSize: 64,
  maxLen: 32,
  dModel: 16,
  numLayers: 2,
  numHeads: 2,
  tied: false,
}).eval();
const session = await ort.InferenceSession.create(
  exportCachedOnnx(gpt),
);

const int32 = (ids: number[]): ort.Tensor =>
  new ort.Tensor("int32", Int32Array.from(ids), [1, ids.length]);
const empty = (): ort.Tensor =>
  new ort.Tensor("float32", new Float32Array(0), [1, 2, 0, 8]);
const pastNames = session.inputNames.filter((name) => name !== "ids");

let past: Record<string, ort.Tensor> = Object.fromEntries(
  pastNames.map((name) => [name, empty()]),
);
let ids = [3, 1, 4];
const tokens: number[] = [];
let score = 0;
for (let i = 0; i < 5; i++) {
  const { logits, ...present } = await session.run({
    ids: int32(ids),
    ...past,
  });
  const last = Array.from(logits!.data as Float32Array).slice(-64);
  ids = [last.indexOf(Math.max(...last))];
  tokens.push(...ids);
  score = Math.max(...last);
  past = Object.fromEntries(
    pastNames.map((name) => [
      name,
      present[name.replace("past", "present")]!,
    ]),
  );
}
console.log("ONNX Runtime", tokens, score.toFixed(4));
// #endregion run

// #region compare
const here: number[] = [];
let scoreHere = 0;
noGrad(() => {
  const cache = gpt.newCache();
  let next = tensor([[3, 1, 4]], { dtype: "int32" });
  for (let i = 0; i < 5; i++) {
    const logits = gpt.forward(next, { cache }).select(1, -1);
    const token = logits.argmax().item();
    here.push(token);
    scoreHere = logits.max().item();
    next = tensor([[token]], { dtype: "int32" });
  }
});
console.log("Saccade     ", here, scoreHere.toFixed(4));
// #endregion compare
