import { Bert } from "@saccade/models";
import {
  addLora,
  loadPretrained,
  savePretrained,
} from "@saccade/pretrained";
import { manualSeed, memory } from "@saccade/tensor";

manualSeed(0);
const tiny = new Bert({
  vocabSize: 1000,
  maxLen: 32,
  dModel: 64,
  numLayers: 2,
  numHeads: 4,
});
const saved = savePretrained(tiny, { dtype: "bfloat16" });
const files = [
  new File([saved.config], "config.json"),
  new File([saved.weights], "model.safetensors"),
];

// #region half
async function bytesTaken(weights: "float32" | "bfloat16") {
  const before = memory().bytes;
  const { model } = await loadPretrained(files, { weights });
  return { model, bytes: memory().bytes - before };
}
const wide = await bytesTaken("float32");
const half = await bytesTaken("bfloat16");
console.log((half.bytes / wide.bytes).toFixed(2), "of the memory");

// Adapters train beside the 16-bit weights, and can be merged into
// them.
const lora = addLora(half.model, { rank: 4 });
console.log(`${lora}`);
// #endregion half

// Used to the end, so that it is not freed while memory is measured.
tiny.eval();
