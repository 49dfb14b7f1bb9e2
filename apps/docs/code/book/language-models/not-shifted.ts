import { noGrad } from "@saccade/autograd";
import { GPT } from "@saccade/models";
import { Adam, crossEntropy } from "@saccade/nn";
import { manualSeed, type Tensor, tensor } from "@saccade/tensor";

const text = Array.from(
  { length: 200 },
  (_, i) => [0, 1, 2, 3, 4, 3, 2, 1][i % 8] ?? 0,
); // up and down
const windows = (shift: number): Tensor =>
  tensor(
    [0, 3, 6, 9, 14, 21].map((at) =>
      text.slice(at + shift, at + shift + 10),
    ),
    { dtype: "int32" },
  ); // (b, n)
const [x, next] = [windows(0), windows(1)];

// #region train
for (const [name, target] of [
  ["target = input", x],
  ["target = next token", next],
] as const) {
  manualSeed(0);
  const gpt = new GPT({
    vocabSize: 5,
    maxLen: 16,
    dModel: 16,
    numLayers: 1,
    numHeads: 2,
  });
  const optimizer = new Adam(gpt, { lr: 0.02 });
  const lossOf = (y: Tensor): Tensor =>
    crossEntropy(gpt.forward(x).flatten(0, 1), y.flatten());
  for (let step = 0; step < 60; step++)
    optimizer.step(() => lossOf(target));
  noGrad(() => {
    const guess = gpt
      .forward(tensor([[0, 1, 2, 3]], { dtype: "int32" }))
      .argmax(-1);
    console.log(
      `${name}: training loss ${lossOf(target).item().toFixed(3)}, ` +
        `loss on the next token ${lossOf(next).item().toFixed(3)}`,
    );
    console.log("   after 0 1 2 3 it says", guess.select(1, 3).item());
  });
}
// #endregion train
