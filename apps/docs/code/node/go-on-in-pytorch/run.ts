import { GPT } from "@saccade/models";
import { AdamW, crossEntropy } from "@saccade/nn";
import {
  loadCheckpoint,
  loadSafetensors,
  saveCheckpoint,
} from "@saccade/nn/node";
import { randint } from "@saccade/tensor";

const gpt = new GPT({
  vocabSize: 29,
  maxLen: 8,
  dModel: 16,
  numLayers: 1,
  numHeads: 2,
});
const optimizer = new AdamW(gpt, { lr: 3e-3 });
const ids = randint(0, 29, [4, 9]);
const losses: number[] = [];
const train = (steps: number): void => {
  for (let i = 0; i < steps; i++) {
    const loss = optimizer.step(() =>
      crossEntropy(
        gpt.forward(ids.narrow(1, 0, 8)).flatten(0, 1),
        ids.narrow(1, 1, 8).flatten(),
      ),
    );
    losses.push(loss.item());
  }
};

train(2);
// #region save
// train.py draws its batches from data, and counts on from step
const data = { seed: 0, sentences: 500, batch: 4, length: 8 };
const extra = { gpt: gpt.settings, data, step: losses.length, losses };
await saveCheckpoint("run.safetensors", {
  model: gpt,
  optimizer,
  extra,
});
// #endregion save

// #region load
// after `python3 train.py run.safetensors`, or without it
const restored = await loadCheckpoint("run.safetensors", {
  model: gpt,
  optimizer,
});
// #endregion load
train(1);

const names = Object.keys(await loadSafetensors("run.safetensors"));
console.log(
  names
    .filter((name) => /^model\.norm|^optimizer\.0\./.test(name))
    .join("\n"),
);
console.log(Object.keys(Object(restored.extra)).join(", "));
