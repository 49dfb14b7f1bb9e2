import { GPT } from "@saccade/models";
import {
  loadPretrained,
  PretrainedError,
  savePretrained,
} from "@saccade/pretrained";

const { weights } = savePretrained(
  new GPT({
    vocabSize: 32,
    maxLen: 16,
    dModel: 16,
    numLayers: 1,
    numHeads: 4,
  }),
);
const config = {
  model_type: "gpt2",
  vocab_size: 40,
  n_positions: 16,
  n_embd: 16,
  n_layer: 1,
  n_head: 4,
};
const files = [
  new File([JSON.stringify(config)], "config.json"),
  new File([weights], "model.safetensors"),
];
try {
  await loadPretrained(files);
} catch (error) {
  if (!(error instanceof PretrainedError)) throw error;
  console.log(error.message);
  console.log(error.problems.mismatched.length);
}
