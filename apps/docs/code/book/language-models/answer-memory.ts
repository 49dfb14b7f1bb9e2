import { noGrad } from "@saccade/autograd";
import { GPT } from "@saccade/models";
import { manualSeed, tensor } from "@saccade/tensor";

manualSeed(0);
const ids = tensor([[7, 3, 9, 4]], { dtype: "int32" });
for (const numKvHeads of [4, 2, 1]) {
  const gpt = new GPT({
    vocabSize: 50,
    maxLen: 32,
    dModel: 32,
    numLayers: 3,
    numHeads: 4,
    numKvHeads,
  });
  const cache = gpt.newCache();
  noGrad(() => gpt.forward(ids, { cache }));
  const numbers = cache.layers
    // keys and values, (b, heads, length, width) each
    .flatMap(({ self }) => self.read())
    .reduce(
      (sum, { size: _, shape }) => sum + shape.reduce((a, b) => a * b),
      0,
    );
  console.log(
    `numKvHeads ${numKvHeads}: ${numbers} numbers, ` +
      `${numbers / ids.size(1)} a token`,
  );
}
