import { GPT } from "@saccade/models";
import { AdamW, crossEntropy, type Parameter } from "@saccade/nn";
import { addLora } from "@saccade/pretrained";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const model = new GPT({
  vocabSize: 27,
  maxLen: 40,
  dModel: 32,
  numLayers: 2,
  numHeads: 4,
});

function train(
  parameters: readonly Parameter[],
  text: string,
  lr: number,
  steps: number,
) {
  const codes = Array.from(text, (letter) =>
    " abcdefghijklmnopqrstuvwxyz".indexOf(letter),
  );
  const ids = tensor([codes.slice(0, -1)], { dtype: "int32" });
  const next = tensor(codes.slice(1), { dtype: "int32" });
  const optimizer = new AdamW(parameters, { lr });
  for (let step = 1; step <= steps; step++) {
    const loss = optimizer.step(() =>
      crossEntropy(model.forward(ids).squeeze(0), next),
    );
    if (step % 20 === 0)
      console.log("step", step, "loss", loss.item().toFixed(3));
  }
}

train(
  model.parameters(),
  "the cat sat on the mat by the door",
  1e-2,
  40,
); // in place of a loaded model
const before = model.stateDict();

// #region train
const lora = addLora(model, {
  rank: 2,
  alpha: 4,
  targets: ["c_attn", "c_fc"],
});
console.log(`${lora}`);
train(lora.parameters(), "a dog lay in the mud at the gate", 3e-2, 60);
// #endregion train

lora.remove();
const same = Object.entries(model.stateDict()).every(
  ([name, x]) => x.eq(before[name]!).all().item() === 1,
);
console.log("the model's own weights:", same ? "unchanged" : "changed");
